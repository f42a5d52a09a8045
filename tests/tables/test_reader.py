"""Things, negations and small words."""

from __future__ import annotations

import pytest

from tests.tables.world import names, read, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("customers without email", "en", {"Ben"}),
        ("Kunden, die nicht in Bern wohnen", "de", {"Ben"}),
        ("orders that are not closed", "en", {2}),
        ("inactive articles", "en", {"Paint blue"}),
        ("customers in Bern and Zurich", "en", {"Anna", "Ben", "Cleo"}),
        ("Kunden, die nicht in Bern oder Zürich wohnen", "de", set()),
        ("customers who ordered the Hammer and Paint red", "en", set()),
        ("articles in the category Tools with less than 5 pieces in stock", "en", {"Saw"}),
        ("employees without a manager", "en", {"Eva"}),
        ("Welche Artikel sind vorrätig?", "de", {"Hammer", "Paint blue", "Paint red"}),
    ],
)
def test_conditions_are_read_as_they_are_said(question: str, language: str, expected: set[object]) -> None:
    assert names(question, language) == expected


def test_a_number_after_its_kind_identifies() -> None:
    [condition] = read("What does article 4711 cost?").form.where
    assert (condition.column.field, condition.values) == ("article_no", ("4711",))


def test_a_negation_of_nothing_is_declined() -> None:
    assert why_not("Which articles are not?")


def test_two_questions_in_one_are_declined() -> None:
    assert why_not("How many articles and what share of orders?")
