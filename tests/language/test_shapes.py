"""What an answer looks like, and what tells little by itself."""

from __future__ import annotations

import pytest

from answerable.language.shapes import SAYS_SO, SHAPES, UNTOLD


@pytest.mark.parametrize(
    ("wants", "has", "has_not"),
    [
        ("number", "There are three stores.", "There are many stores."),
        ("measure", "It may be returned within 30 days.", "It may be returned 30 times."),
        ("measure", "Es dauert fünf Werktage.", "Es dauert eine Weile."),
        ("measure", "The payload is at most 8000 bytes.", "The payload is short."),
        ("measure", "- Norway: Working days 6–8", "- Norway: Days of delivery"),
        ("often", "This happens four times a day.", "This happens at night."),
        ("often", "Der Bus fährt täglich.", "Der Bus fährt nach Galway."),
        ("price", "Delivery costs 19.90 euros.", "It is free software."),
        ("price", "Der Versand ist kostenlos.", "Der Versand dauert drei Tage."),
        ("date", "It was released in July 1996.", "It was released late."),
        ("contact", "Write to help@shop.example.", "Write neatly."),
    ],
)
def test_a_shape_tells_an_answer_from_others(wants: str, has: str, has_not: str) -> None:
    assert SHAPES[wants].search(has)
    assert not SHAPES[wants].search(has_not)


@pytest.mark.parametrize("text", ["No, it cannot.", "Das ist nicht möglich.", "Yes."])
def test_a_verdict_is_known_by_its_words(text: str) -> None:
    assert SAYS_SO.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "Did it not fit?",
        "Run this command:",
        "This is why.",
        "See the manual.",
        "Siehe Kapitel 3.",
        "Download price list (PDF, 84 kB)",
        "mehr …",
    ],
)
def test_little_is_told_by_itself(text: str) -> None:
    assert sum(weight for look, weight in UNTOLD if look.search(text)) < 0


def test_a_plain_statement_is_told() -> None:
    assert not any(look.search("Goods may be returned within 30 days.") for look, _ in UNTOLD)
