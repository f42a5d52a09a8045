"""Who pays, and what comes in."""

from __future__ import annotations

import pytest

from answerable.tables import NotUnderstood, Parser
from tests.tables.world import NOW, catalog, rows

RENTAL = """
CREATE TABLE drivers (id INTEGER PRIMARY KEY, name TEXT, birth_date DATE);
CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, salary REAL, hired_on DATE);
CREATE TABLE classes (id INTEGER PRIMARY KEY, title TEXT, daily_rate REAL);
CREATE TABLE cars (id INTEGER PRIMARY KEY, plate TEXT, class_id INTEGER REFERENCES classes (id));
CREATE TABLE rentals (id INTEGER PRIMARY KEY, driver_id INTEGER REFERENCES drivers (id),
    car_id INTEGER REFERENCES cars (id), picked_up_at DATE, returned_at DATE, total_charge REAL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, car_id INTEGER REFERENCES cars (id), done_on DATE, cost REAL);
INSERT INTO drivers VALUES (1, 'Ann', '1990-01-01'), (2, 'Bob', '1985-05-05'), (3, 'Cid', '2000-02-02');
INSERT INTO staff VALUES (1, 'Eva', 5000, '2020-01-01');
INSERT INTO classes VALUES (1, 'Van', 95), (2, 'Compact', 41);
INSERT INTO cars VALUES (1, 'A1', 1), (2, 'B2', 1), (3, 'C3', 2);
INSERT INTO rentals VALUES (1, 1, 1, '2025-01-01', '2025-01-05', 380), (2, 1, 3, '2025-02-01', '2025-02-03', 82),
    (3, 2, 2, '2024-12-30', '2025-01-02', 285);
INSERT INTO repairs VALUES (1, 1, '2025-03-03', 900);
"""


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("How many customers do we have?", "en", [(3,)]),
        ("What was the revenue in 2025?", "en", [(462,)]),
        ("Umsatz 2025", "de", [(462,)]),
        ("Which customer brought in the most money?", "en", [("Ann", 462)]),
        ("Wer ist der beste Kunde?", "de", [("Ann", 462)]),
        ("Top 2 customers", "en", [("Ann", 462), ("Bob", 285)]),
        ("What does a van cost per day?", "en", [(95,)]),
        ("How many vans do we have?", "en", [(2,)]),
        ("How long is a rental on average?", "en", [(3,)]),
        ("Wie viele Mietverträge gab es 2025?", "de", [(2,)]),
    ],
)
def test_what_comes_in_is_known(question: str, language: str, expected: list[tuple[object, ...]]) -> None:
    assert rows(RENTAL, question, language) == expected


@pytest.mark.parametrize(
    "question", ["How many patients do we have?", "What was the profit in 2025?", "Who is the best mechanic?"]
)
def test_nothing_else_is_assumed(question: str) -> None:
    assert isinstance(Parser(catalog(script=RENTAL)).parse(question, "en", NOW), NotUnderstood)


def test_whom_nobody_hired_is_no_staff() -> None:
    script = "CREATE TABLE instructors (id INTEGER PRIMARY KEY, name TEXT, joined_at DATE);"
    asked = "How many employees are there?"
    assert isinstance(Parser(catalog(script=script)).parse(asked, "en", NOW), NotUnderstood)
    hired = script.replace("joined_at DATE", "hired_on DATE, salary REAL")
    assert rows(hired, asked) == [(0,)]
