from __future__ import annotations

from decimal import Decimal

import pytest

from answerable.language.values.units import currency_of, unit_of, unit_phrase


@pytest.mark.parametrize(
    ("writing", "base", "factor"),
    [
        ("kg", "g", 1000),
        ("Stunden", "s", 3600),
        ("weeks", "s", 604800),
        ("mW", "W", "0.001"),
        ("MW", "W", 1000000),
        ("Quadratkilometer", "m2", 1000000),
    ],
)
def test_a_unit_has_a_base_and_factor(writing: str, base: str, factor: str) -> None:
    assert unit_of(writing) == (base, Decimal(factor))


@pytest.mark.parametrize("word", ["people", "books", "may", "so", "Frau"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert unit_of(word) is None


def test_working_days_are_a_unit_of_their_own() -> None:
    assert unit_phrase(["working", "days"]) == ("bday", Decimal(1), 2)
    assert unit_phrase(["full", "days"]) == ("s", Decimal(86400), 2)


def test_currencies_are_known_by_sign_and_word() -> None:
    assert {currency_of(word) for word in ("€", "Euro", "EUR")} == {("EUR", Decimal(1))}
    assert currency_of("Rappen") == ("CHF", Decimal("0.01"))


def test_square_makes_an_area_of_a_length() -> None:
    assert unit_phrase(["square", "kilometres"]) == ("m2", Decimal(1000000), 2)
