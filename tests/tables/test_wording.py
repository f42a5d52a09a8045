"""What was understood, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.tables import Parser, Understood
from answerable.tables.wording import spoken
from tests.tables.world import ask, catalog, read


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        ("Bestand je Kategorie", "de", "Bestand insgesamt je Kategorie"),
        (
            "How many orders were there in 2025?",
            "en",
            "Number of orders with order date from 2025-01-01 to 2025-12-31",
        ),
        ("Was kostet Artikel 4711?", "de", "price für article no 4711"),
        ("Which customers have no orders?", "en", "customers with no orders"),
        ("What share of orders is open?", "en", "Share of orders in percent where status “open”"),
        ("Which article has the most orders?", "en", "article with the highest number of orders"),
        (
            "Which customer has the lowest order?",
            "en",
            "customer with the lowest total of a single order",
        ),
        ("second highest price", "en", "highest price, place 2"),
        ("Die zwei teuersten Artikel", "de", "Artikel, die 2 höchsten nach price"),
    ],
)
def test_a_reading_says_what_it_is(question: str, language: str, says: str) -> None:
    assert read(question, language).says == says


def test_numbers_are_spoken_in_their_language() -> None:
    assert spoken(1234567.5, "en") == "1,234,567.50"
    assert spoken(1234567.5, "de") == "1.234.567,50"
    assert spoken(12.0, "de") == "12"
    assert spoken(None, "en") == "not known"
    assert spoken(True, "de") == "ja"


def test_a_german_name_takes_no_s() -> None:
    shop = catalog()
    named = tuple(replace(one, label={"articles": "Artikel"}.get(one.name, "")) for one in shop.entities)
    parsed = ask("How many suppliers have more than 1 article?", parser=Parser(replace(shop, entities=named)))
    assert isinstance(parsed, Understood)
    assert parsed.reading.says == "Number of suppliers with number of Artikel over 1"
