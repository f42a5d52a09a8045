"""How many, how much, which share, whether at all."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("How much stock do we have of article 4711?", "en", 12),
        ("How many of article 4711 do we have?", "en", 12),
        ("Wie viel Stück haben wir von Artikel 4711?", "de", 12),
        ("How many pieces of the Hammer were ordered?", "en", 3),
        ("Sum of orders in 2025", "en", 150.5),
        ("What is the average order total?", "en", 75.17),
        ("Wie viel Prozent der Artikel sind aktiv?", "de", 75.0),
        ("What share of customers have orders?", "en", 66.67),
        ("Do we have any customers from Bern?", "en", 2),
        ("Gibt es Lieferanten ohne Artikel?", "de", 1),
        ("highest salary", "en", 9000),
    ],
)
def test_one_number_answers(question: str, language: str, expected: float) -> None:
    assert answer(question, language) == [(pytest.approx(expected),)]


def test_nobody_counts_one_named_record() -> None:
    assert why_not("How many of customer 1 do we have?")


def test_an_aggregate_of_nothing_is_declined() -> None:
    assert why_not("What is the average supplier?")


def test_an_average_count_is_told_with_and_without_the_idle() -> None:
    assert answer("How many orders does a customer have on average?") == [(1.5, 1.0)]
    assert answer("average number of orders per customer") == [(1.5, 1.0)]
