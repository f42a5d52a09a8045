"""What a question sets side by side."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, why_not


def test_two_times_are_one_or_the_other() -> None:
    assert answer("How many orders in 2024 and 2025?") == [(3,)]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("orders 2024 vs 2025", "en"),
        ("Compare the orders in 2024 and 2025", "en"),
        ("Bestellungen 2024 im Vergleich zu 2025", "de"),
    ],
)
def test_two_years_stand_side_by_side(question: str, language: str) -> None:
    assert answer(question, language) == [("2024", 1), ("2025", 2)]


def test_two_values_stand_side_by_side() -> None:
    assert sorted(answer("number of customers in Bern vs Zürich"), key=str) == [("Bern", 2), ("Zürich", 1)]


def test_a_comparison_with_nothing_is_declined() -> None:
    assert why_not("Compare the orders")
