from __future__ import annotations

import pytest

from tests.language.values.reading_values import forms, one


@pytest.mark.parametrize(
    ("text", "language", "canonical"),
    [
        ("1,000", "en", "1000"),
        ("1000", "en", "1000"),
        ("1.000", "de", "1000"),
        ("1'000", "de", "1000"),
        ("59 100 Pakete", "de", "59100"),
        ("1.250,75", "de", "1250.75"),
        ("12,5", "de", "12.5"),
        ("12.5", "en", "12.5"),
        ("twenty-five people", "en", "25"),
        ("fünfundzwanzig Personen", "de", "25"),
        ("2.5 million users", "en", "2500000"),
        ("3,2 Mio. Nutzer", "de", "3200000"),
        ("½", "en", "0.5"),
        ("3rd floor", "en", "#3"),
        ("five percent", "en", "5 %"),
        ("3,5 Prozent", "de", "3.5 %"),
        ("1.5 km", "en", "1500 m"),
        ("30-day trial", "en", "2592000 s"),
        ("2 years", "en", "24 month"),
        ("24 Monate", "de", "24 month"),
        ("5 working days", "en", "5 bday"),
        ("-5 °C", "en", "-5 °C"),
        ("10GB", "en", "10000000000 B"),
        ("2000 cm", "en", "20 m"),
    ],
)
def test_numbers_are_read_in_both_conventions(text: str, language: str, canonical: str) -> None:
    assert one(text, language).canonical == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("CHF 12.50", "12.5 CHF"),
        ("Fr. 12.–", "12 CHF"),
        ("12 Franken", "12 CHF"),
        ("$5", "5 USD"),
        ("5 €", "5 EUR"),
        ("EUR 1,200", "1200 EUR"),
        ("80 Rappen", "0.8 CHF"),
        ("$1.2 billion", "1200000000 USD"),
    ],
)
def test_amounts_carry_their_currency(text: str, canonical: str) -> None:
    value = one(text)
    assert (value.kind, value.canonical) == ("amount", canonical)


def test_a_range_shares_its_unit() -> None:
    assert {"5000 g", "10000 g"} <= forms("between 5 and 10 kg")
    assert {"3 bday", "5 bday"} <= forms("3 bis 5 Werktage", "de")


def test_small_words_are_no_values() -> None:
    assert forms("No one may do so, and you may march on if it is so.") == set()
