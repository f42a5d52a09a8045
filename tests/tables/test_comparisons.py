"""Comparisons with numbers, columns, averages and times."""

from __future__ import annotations

import pytest

from tests.tables.world import names, read, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("articles over 10 CHF", "en", {"Hammer", "Saw"}),
        ("Artikel unter 8.20 Franken", "de", {"Paint blue"}),
        ("articles with a price between 8 and 9", "en", {"Paint blue", "Paint red"}),
        ("articles with at least 12 pieces in stock", "en", {"Hammer", "Paint blue"}),
        ("articles with 12 or more pieces in stock", "en", {"Hammer", "Paint blue"}),
        ("articles that are more expensive than the average", "en", {"Hammer", "Saw"}),
        ("Welche Kunden haben mindestens 2 Bestellungen?", "de", {"Anna"}),
        ("customers with orders before 2025", "en", {"Cleo"}),
        ("employees born after 1980", "en", {"Uwe", "Ida"}),
    ],
)
def test_comparisons_pick_the_right_records(question: str, language: str, expected: set[str]) -> None:
    assert names(question, language) == expected


def test_a_number_that_measures_nothing_is_declined() -> None:
    assert why_not("Which suppliers are over 7?")


def test_no_more_than_turns_the_comparison_round() -> None:
    assert read("articles that cost not more than 8.5").form.where[0].op == "<="
