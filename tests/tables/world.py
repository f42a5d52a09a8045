"""A small shop in a real SQLite database, with the catalog a reader of it would make."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import datetime

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation, Term
from answerable.domain.evidence import Table
from answerable.tables import NotUnderstood, Parsed, Parser, Reading, Understood
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.parser import Asker
from answerable.tables.vocabulary import Vocabulary

NOW = datetime(2026, 1, 15, 9, 0)
SQL = """
CREATE TABLE suppliers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, country TEXT);
CREATE TABLE articles (id INTEGER PRIMARY KEY, article_no TEXT, name TEXT, category TEXT, price REAL, stock INTEGER,
    min_stock INTEGER, is_active BOOLEAN, supplier_id INTEGER REFERENCES suppliers (id));
CREATE TABLE customers (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT, email TEXT);
CREATE TABLE employees (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, salary REAL, birth_date DATE,
    manager_id INTEGER REFERENCES employees (id));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), order_date DATE,
    status TEXT, total REAL, employee_id INTEGER REFERENCES employees (id));
CREATE TABLE order_items (order_id INTEGER REFERENCES orders (id), article_id INTEGER REFERENCES articles (id),
    quantity INTEGER, PRIMARY KEY (order_id, article_id));
INSERT INTO suppliers VALUES (1, 'Bosch AG', 'Bern', 'Switzerland'), (2, 'Meier GmbH', 'Berlin', 'Germany'),
    (3, 'Leer SA', 'Geneva', 'Switzerland');
INSERT INTO articles VALUES (1, '4711', 'Hammer', 'Tools', 19.9, 12, 20, 1, 1),
    (2, '4712', 'Saw', 'Tools', 34.5, 0, 5, 1, 1),
    (3, '4713', 'Paint blue', 'Colours', 8.0, 40, 10, 0, 2), (4, '4714', 'Paint red', 'Colours', 8.5, 7, 10, 1, 2);
INSERT INTO customers VALUES (1, 'Anna', 'Keller', 'Bern', 'anna@example.org'), (2, 'Ben', 'Huber', 'Zürich', NULL),
    (3, 'Cleo', 'Meier', 'Bern', 'cleo@example.org');
INSERT INTO employees VALUES (1, 'Eva', 'Chef', 9000, '1970-01-01', NULL), (2, 'Uwe', 'Frei', 6000, '1990-05-05', 1),
    (3, 'Ida', 'Graf', 7000, '1985-03-03', 1);
INSERT INTO orders VALUES (1, 1, '2025-03-10', 'closed', 100.0, 2), (2, 1, '2025-12-05', 'open', 50.5, 2),
    (3, 3, '2024-07-01', 'closed', 75.0, 3);
INSERT INTO order_items VALUES (1, 1, 2), (1, 3, 1), (2, 1, 1), (3, 4, 5);
"""
KINDS = {
    "INTEGER": Kind.NUMBER,
    "REAL": Kind.NUMBER,
    "TEXT": Kind.TEXT,
    "DATE": Kind.DATE,
    "BOOLEAN": Kind.BOOL,
}


def connection(script: str = SQL) -> sqlite3.Connection:
    """The shop or another world, freshly built."""
    made = sqlite3.connect(":memory:")
    made.executescript(script)
    return made


def catalog(*terms: Term, script: str = SQL) -> Catalog:
    """What questions about the shop or another world may be about."""
    shop = connection(script)
    names = [str(row[0]) for row in shop.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    relations = [
        Relation(table=name, columns=(row[3],), to_table=row[2], to_columns=(row[4],))
        for name in names
        for row in shop.execute(f"PRAGMA foreign_key_list({name})")
    ]
    entities = tuple(_entity(shop, name) for name in names)
    shop.close()
    return Catalog(entities=entities, relations=tuple(relations), terms=terms)


def _entity(shop: sqlite3.Connection, name: str) -> Entity:
    columns = shop.execute(f"PRAGMA table_info({name})").fetchall()
    fields = []
    for _, column, kind, *_ in columns:
        values = shop.execute(f"SELECT DISTINCT {column} FROM {name} WHERE {column} IS NOT NULL").fetchall()
        held = tuple(str(row[0]) for row in values) if kind == "TEXT" else ()
        fields.append(
            Field(name=column, kind=KINDS[kind], values=held, complete=kind == "TEXT", distinct=len(values))
        )
    key = tuple(row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5])
    return Entity(name=name, fields=tuple(fields), key=key, rows=4)


PARSER = Parser(catalog())
VOCABULARY = Vocabulary(catalog(), shared_lexicon())


def ask(
    question: str,
    language: str = "en",
    *,
    parser: Parser = PARSER,
    asker: Asker | None = None,
    earlier: Reading | None = None,
) -> Parsed:
    """Parse a question about the shop."""
    return parser.parse(question, language, NOW, asker=asker, earlier=earlier)


def read(question: str, language: str = "en", *, earlier: Reading | None = None) -> Reading:
    """The one reading of a question that must be understood."""
    parsed = ask(question, language, earlier=earlier)
    assert isinstance(parsed, Understood), parsed
    return parsed.reading


def run(reading: Reading) -> Table:
    """The result of a reading on the shop."""
    shop = connection()
    cursor = shop.execute(reading.sql)
    rows = tuple(tuple(row) for row in cursor.fetchall())
    columns = tuple(str(column[0]) for column in cursor.description)
    shop.close()
    return Table(columns, rows)


def answer(question: str, language: str = "en") -> list[tuple[object, ...]]:
    """The rows a question gives."""
    return [tuple(row) for row in run(read(question, language)).rows]


def rows(script: str, question: str, language: str = "en") -> list[tuple[object, ...]]:
    """The rows a question gives in a world of its own."""
    parsed = Parser(catalog(script=script)).parse(question, language, NOW)
    assert isinstance(parsed, Understood), parsed
    world = connection(script)
    found = world.execute(parsed.reading.sql).fetchall()
    world.close()
    return found


def names(question: str, language: str = "en") -> set[object]:
    """The first column of what a question gives."""
    return {row[0] for row in answer(question, language)}


def why_not(question: str, language: str = "en") -> NotUnderstood:
    """Why a question that must be declined was declined."""
    parsed = ask(question, language)
    assert isinstance(parsed, NotUnderstood), parsed
    return parsed


def with_dialect(dialect: str) -> Parser:
    """A parser that writes another SQL."""
    return Parser(replace(catalog(), dialect=dialect))
