"""What no column holds but columns say."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.sources.database.database import open_database
from answerable.tables import Parser, Understood
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.vocabulary import Vocabulary
from tests.tables.world import answer, names


def made(entity: str, *columns: str) -> list[str]:
    fields = tuple(Field(name=column, kind=Kind.NUMBER) for column in columns)
    catalog = Catalog(entities=(Entity(name=entity, fields=fields),))
    return [one.note for one in Vocabulary(catalog, shared_lexicon()).catalog.entities[0].fields if one.sql]


def test_an_age_comes_from_the_day_of_birth() -> None:
    assert answer("average age of the employees") == [(43.67,)]
    assert names("employees older than 50") == {"Eva"}
    assert answer("Wie alt ist Uwe Frei?", "de") == [(35,)]


def test_the_oldest_is_found_by_birth() -> None:
    assert answer("Who is the youngest employee?") == [("Uwe", "Frei", "1990-05-05")]


def test_lines_of_a_sale_come_to_something() -> None:
    [note] = made("order_lines", "quantity", "unit_price")
    assert note.startswith("revenue = quantity × unit_price")


def test_what_may_change_the_worth_forbids_it() -> None:
    assert made("order_lines", "quantity", "unit_price", "discount") == []
    assert made("shipments", "volume", "freight_price") == []
    assert made("articles", "stock", "price") == []


def test_only_the_living_have_an_age() -> None:
    fields = [
        Field(name="name", kind=Kind.TEXT),
        *(Field(name=n, kind=Kind.DATE) for n in ("born_on", "died_on")),
    ]
    catalog = Catalog(entities=(Entity(name="pets", fields=tuple(fields)),))
    [sql] = [one.sql for one in Vocabulary(catalog, shared_lexicon()).catalog.entities[0].fields if one.sql]
    assert sql.startswith('CASE WHEN "died_on" IS NULL THEN')


# A deal is nothing the lexicon knows as a sale: only the shape of its lines says that something is sold.
DEALS = """
CREATE TABLE firms (firm_id INTEGER PRIMARY KEY, firm_name TEXT);
CREATE TABLE deals (deal_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firms, opened_on TEXT);
CREATE TABLE products (sku TEXT PRIMARY KEY, product_name TEXT);
CREATE TABLE deal_products (deal_id INTEGER REFERENCES deals, sku TEXT REFERENCES products, bottles INTEGER,
  unit_price_cents INTEGER, PRIMARY KEY (deal_id, sku));
INSERT INTO firms VALUES (1, 'Acre Ltd'), (2, 'Birch Inc');
INSERT INTO deals VALUES (1, 1, '2024-03-01'), (2, 1, '2025-02-01'), (3, 2, '2025-05-01');
INSERT INTO products VALUES ('R', 'Red Rock'), ('W', 'White Hill');
INSERT INTO deal_products VALUES (1, 'R', 2, 1000), (2, 'R', 3, 1000), (3, 'W', 40, 500);
"""


@pytest.mark.parametrize(
    ("question", "language", "cells"),
    [
        ("Which product was sold the most?", "en", [("White Hill", 40)]),
        ("How many Red Rock were sold in 2025?", "en", [(3,)]),
        ("Which firms bought more than 10 bottles?", "en", [("Birch Inc",)]),
        ("Umsatz pro Produkt", "de", [("White Hill", 20000.0), ("Red Rock", 5000.0)]),
        ("deals opened in 2025 or later", "en", [(2, "2025-02-01"), (3, "2025-05-01")]),
    ],
)
def test_pieces_sold_are_told_by_lines(
    tmp_path: Path, question: str, language: str, cells: list[tuple[object, ...]]
) -> None:
    path = tmp_path / "deals.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(DEALS)
        parser = Parser(open_database(f"sqlite:///{path}").catalog())
        parsed = parser.parse(question, language, datetime(2026, 1, 15, 9))
        assert isinstance(parsed, Understood), parsed
        assert connection.execute(parsed.reading.sql).fetchall() == cells
