from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from answerable.sources.database.database import open_database
from answerable.tables.parser import Parser, Understood

DEPOT = """
CREATE TABLE plans (plan_id INTEGER PRIMARY KEY, plan_name TEXT, fee REAL);
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, client_name TEXT, country TEXT, plan_id INTEGER REFERENCES plans);
CREATE TABLE trucks (truck_id INTEGER PRIMARY KEY, plate TEXT);
CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, truck_id INTEGER REFERENCES trucks, driven_on TEXT);
INSERT INTO plans VALUES (1, 'Basic', 0), (2, 'Gold', 9.5), (3, 'Night', 4);
INSERT INTO clients VALUES (1, 'Acre', 'Italy', 1), (2, 'Birch', 'Spain', 2);
INSERT INTO trucks VALUES (1, 'ZH 1'), (2, 'ZH 2');
INSERT INTO trips VALUES (1, 1, '2025-03-01');
"""


@pytest.mark.parametrize(
    ("question", "language", "cells"),
    [
        ("Which plans are not used by any client?", "en", {"Night"}),
        ("Which trucks were never used?", "en", {"ZH 2"}),
        ("Welche Trucks wurden nie eingesetzt?", "de", {"ZH 2"}),
        ("Which clients are outside Italy?", "en", {"Birch"}),
        ("Welche Plans sind kostenlos?", "de", {"Basic"}),
    ],
)
def test_what_is_not_there_is_found(tmp_path: Path, question: str, language: str, cells: set[str]) -> None:
    path = tmp_path / "depot.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(DEPOT)
        parsed = Parser(open_database(f"sqlite:///{path}").catalog()).parse(
            question, language, datetime(2026, 1, 15)
        )
        assert isinstance(parsed, Understood), parsed
        assert {row[0] for row in connection.execute(parsed.reading.sql)} == cells
