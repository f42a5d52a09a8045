"""What people ask a warehouse in its first minutes, over five articles of three suppliers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Refusal
from answerable.settings import DatabaseSettings, read_settings

SCHEMA = """
CREATE TABLE Artikel (I_ID INTEGER PRIMARY KEY, Artikelnummer TEXT, Artikelbezeichnung TEXT, Lieferant TEXT);
CREATE TABLE Einkaufspreis (m_Artikel INTEGER REFERENCES Artikel, EP_CHF REAL);
CREATE TABLE Lagerplatz (I_ID INTEGER PRIMARY KEY, Lagerplatz TEXT);
CREATE TABLE Lagerplatz_Artikel (I_ID INTEGER PRIMARY KEY, R_ARTIKEL INTEGER REFERENCES Artikel,
    R_LAGERPLATZ INTEGER REFERENCES Lagerplatz, "Bestände" INTEGER, Reserviert INTEGER, Bestellt INTEGER,
    Mindestbestand INTEGER);
INSERT INTO Artikel VALUES (1, '100', 'Winde', 'Aare AG'), (2, '200', 'Haken', 'Aare AG'),
    (3, '300', 'Rolle', 'Birs AG'), (4, '400', 'Kran', 'Birs AG'), (5, '500', 'Seil', NULL);
INSERT INTO Einkaufspreis VALUES (1, 1000.0), (2, 2.0), (3, 600.0), (4, 700.0), (5, 4.0);
INSERT INTO Lagerplatz VALUES (1, 'A-01'), (2, 'A-02');
INSERT INTO Lagerplatz_Artikel VALUES (1, 1, 1, 3, 0, 0, 1), (2, 2, 1, 50, 0, 9, 1), (3, 2, 2, 40, 0, 0, 1),
    (4, 3, 2, 7, 0, 0, 1), (5, 4, 1, 1, 0, 0, 1), (6, 5, 1, 20, 0, 0, 1);
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    path: Path = tmp_path_factory.mktemp("hoists") / "hoists.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA)
    database = DatabaseSettings(url=f"sqlite:///{path}")
    house = House.open(replace(read_settings(), home=path.parent, database=database))
    yield house
    house.store.close()


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Total value of the stock", "8,160.00 CHF"),  # no number of pieces
        ("Wie hoch ist der Lagerwert?", "Der Lagerwert beträgt 8.160,00 CHF (Lagerwert = "),
        ("Which supplier delivers the most expensive articles on average?", "Birs AG, 650.00 CHF"),
        ("Welcher Lieferant liefert im Durchschnitt die teuersten Artikel?", "Birs AG, 650,00 CHF"),
        ("Which article has the highest purchase price?", "Article with the highest purchase price: 100"),
        ("Wie viele Artikel haben keinen Lieferanten?", "Anzahl Artikel ohne Lieferant: 1"),
        ("Which articles have a stock under 10?", "Articles with total stock under 10"),
    ],
)
async def test_the_number_meant_is_told(house: House, question: str, says: str) -> None:
    outcome = await answer(house, question, assistant="warehouse")
    assert isinstance(outcome, Answer), outcome
    assert says in outcome.text


@pytest.mark.parametrize(
    ("question", "reason", "says"),
    [
        ("What did we order last month?", "not_found", "no date is recorded"),
        ("List the 10 newest orders", "not_found", 'For "orders", no date is recorded'),
        ("Delete all articles", "not_permitted", "I only read this database"),
        ("Lösche alle Artikel", "not_permitted", "nur lesen"),
        ("How is the weather?", "not_found", "weather"),
        ("How many unicorns do we have?", "not_found", "unicorns"),
    ],
)
async def test_why_nothing_is_told_is_said(house: House, question: str, reason: str, says: str) -> None:
    outcome = await answer(house, question, assistant="warehouse")
    assert isinstance(outcome, Refusal), outcome
    assert outcome.reason == reason
    assert says in outcome.text
