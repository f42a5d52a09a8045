"""What a question is about, by the way it is asked."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, read, rows


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


CAMPUS = """
CREATE TABLE lecturers (id INTEGER PRIMARY KEY, name TEXT, title TEXT, left_on DATE,
    head_id INTEGER REFERENCES lecturers (id));
CREATE TABLE payments (id INTEGER PRIMARY KEY, lecturer_id INTEGER REFERENCES lecturers (id), amount REAL,
    paid_on DATE);
INSERT INTO lecturers VALUES (1, 'Ada', 'Professor', NULL, NULL), (2, 'Ben', 'Lecturer', NULL, 1),
    (3, 'Cleo', 'Lecturer', '2024-01-01', 1), (4, 'Dan', 'Professor', NULL, 2);
INSERT INTO payments VALUES (1, 2, 10, '2025-01-01'), (2, 2, 5, '2025-02-01'), (3, 3, 7, '2025-03-01');
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which heads have more than 1 lecturer?", [("Ada", 2)]),
        ("Heads with more than 1 lecturer reporting to them", [("Ada", 2)]),
        ("Which lecturer has the most lecturers reporting to him?", [("Ada", 2)]),
        ("Which lecturers left?", [("Cleo",)]),
        ("How many professors do we have?", [(2,)]),
        ("How many lecturers do we have?", [(4,)]),
        ("How much did Ben pay in 2025?", [(15,)]),
        ("Average amount per payment", [(7.33,)]),
    ],
)
def test_people_are_counted_along_their_role(question: str, expected: list[tuple[object, ...]]) -> None:
    assert rows(CAMPUS, question) == expected
