"""What a question is about, by the way it is asked."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, read


@pytest.mark.parametrize(
    ("question", "root", "shape"),
    [
        ("How many orders are there?", "orders", "number"),
        ("Which customers live in Bern?", "customers", "list"),
        ("What does article 4711 cost?", "articles", "record"),
        ("Orders per month in 2025", "orders", "series"),
        ("Number of orders per customer", "orders", "comparison"),
        ("Is article 4711 in stock?", "articles", "yesno"),
        ("What is the most expensive article?", "articles", "record"),
    ],
)
def test_the_shape_follows_the_question(question: str, root: str, shape: str) -> None:
    form = read(question).form
    assert (form.root, form.shape) == (root, shape)


def test_the_first_of_each_group_is_found() -> None:
    assert answer("The most expensive article per category") == [
        ("Colours", "Paint red", 8.5),
        ("Tools", "Saw", 34.5),
    ]
    assert {row[:2] for row in answer("latest order of each customer")} == {
        ("Anna", "Keller"),
        ("Cleo", "Meier"),
    }


def test_a_place_other_than_the_first_is_found() -> None:
    assert answer("second highest salary") == [(7000.0,)]
    assert answer("Welcher Artikel ist der zweitteuerste?", "de") == [("Hammer", 19.9)]


def test_the_highest_number_is_told_without_whose() -> None:
    assert answer("What is the highest salary of the employees?") == [(9000.0,)]


def test_the_first_may_be_summed_together() -> None:
    assert answer("How much total do the top 2 customers bring in?") == [(225.5,)]
    assert answer("What is the total amount of the two biggest customers?") == [(225.5,)]
    assert len(answer("Top 2 customers by total")) == 2
