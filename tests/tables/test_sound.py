from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from answerable.sources.database.database import open_database
from answerable.tables.parser import NotUnderstood, Parser, Understood
from answerable.tables.sound import NO_DOUBTS, SURE_ENOUGH, trust

FLEET = """
CREATE TABLE stations (station_id INTEGER PRIMARY KEY, station_name TEXT, built_year INTEGER);
CREATE TABLE engines (engine_id INTEGER PRIMARY KEY, call_sign TEXT, station_id INTEGER REFERENCES stations);
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, registered_on TEXT);
CREATE TABLE bills (bill_no TEXT PRIMARY KEY, owner_id INTEGER REFERENCES owners, amount REAL, paid_on TEXT);
CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners, stars INTEGER, discount REAL);
INSERT INTO stations VALUES (1, 'North', 1970), (2, 'South', 1990);
INSERT INTO engines VALUES (1, 'Florian 1', 1), (2, 'Florian 2', 2);
INSERT INTO owners VALUES (1, 'Ann', 'Marsh', '2024-02-01'), (2, 'Bo', 'Lind', '2025-03-01');
INSERT INTO bills VALUES ('B1', 1, 10.0, '2024-05-01'), ('B2', 2, 20.0, NULL);
INSERT INTO reviews VALUES (1, 1, 5, 0.1), (2, 2, 3, 0.2);
"""


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Parser:
    path: Path = tmp_path_factory.mktemp("sound") / "fleet.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(FLEET)
    return Parser(open_database(f"sqlite:///{path}").catalog())


def test_the_amount_of_a_record_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "deals.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(
            """
            CREATE TABLE deals (deal_id INTEGER PRIMARY KEY, title TEXT, amount REAL);
            CREATE TABLE invoices (invoice_no TEXT PRIMARY KEY, total_amount REAL, balance REAL, revenue REAL);
            INSERT INTO deals VALUES (1, 'Harbour', 5.5), (2, 'Quay', 7.5), (3, 'Mole', 6.5);
            INSERT INTO invoices VALUES ('R1', 20.5, 5.5, 20.5), ('R2', 8.5, 8.5, 8.5);
            """
        )
        parser = Parser(open_database(f"sqlite:///{path}").catalog())
        for question, names in (
            ("Show me the top 2 deals", "Quay Mole"),
            ("List the invoices over 10", "R1"),
        ):
            found = parser.parse(question, "en", datetime(2026, 1, 15))
            assert isinstance(found, Understood), question
            rows = connection.execute(found.reading.sql).fetchall()
            assert " ".join(next(cell for cell in row if isinstance(cell, str)) for row in rows) == names


@pytest.mark.parametrize(
    "question",
    [
        "unpaid bills of 2024",  # the day of payment is the only day
        "What is the oldest engine?",  # its station has a year, it has none
        "How many reviews were there in 2025?",  # their owners signed up in some year
        "What is the total discount?",  # no sum of shares
        "What is the discount?",  # of which of them
    ],
)
def test_what_is_not_recorded_is_declined(parser: Parser, question: str) -> None:
    assert isinstance(parser.parse(question, "en", datetime(2026, 1, 15)), NotUnderstood)


def test_what_is_recorded_is_still_answered(parser: Parser) -> None:
    found = parser.parse("How many bills are unpaid?", "en", datetime(2026, 1, 15))
    assert isinstance(found, Understood)
    assert found.reading.trust > SURE_ENOUGH


def test_every_doubt_lowers_the_trust() -> None:
    plain = trust(0.2, NO_DOUBTS)
    for place in range(len(NO_DOUBTS)):
        doubted = tuple(float(place == other) for other in range(len(NO_DOUBTS)))
        assert trust(0.2, doubted) < plain
    assert trust(0.0, NO_DOUBTS) > 0.9
    assert trust(0.9, NO_DOUBTS) < SURE_ENOUGH
