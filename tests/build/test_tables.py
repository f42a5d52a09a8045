"""Questions over a real database, from words to outcome."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.events import Event, QueryRan
from answerable.domain.outcome import Answer, Clarification, Refusal
from answerable.errors import SettingsError
from answerable.sandbox import warehouse
from answerable.settings import DatabaseSettings, read_settings

SCHEMA = """
CREATE TABLE suppliers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT, price REAL, supplier_id INTEGER REFERENCES suppliers (id));
INSERT INTO suppliers VALUES (1, 'Alpina', 'Bern'), (2, 'Lumen', 'Basel');
INSERT INTO articles VALUES (1, 'Lamp', 20, 2), (2, 'Cable', 5, 1), (3, 'Switch', 8, 1);
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA)
    return path


@pytest.fixture
def house(database: Path) -> Iterator[House]:
    settings = replace(read_settings(), database=DatabaseSettings(url=f"sqlite:///{database}"))
    house = House.open(settings)
    yield house
    house.store.close()


async def ask(house: House, text: str, conversation: str = "") -> Answer | Refusal | Clarification:
    outcome = await answer(house, text, assistant="warehouse", conversation=conversation)
    assert isinstance(outcome, Answer | Refusal | Clarification)
    return outcome


async def test_a_number_is_counted_by_the_database(house: House) -> None:
    heard: list[Event] = []
    outcome = await answer(house, "How many articles are there?", assistant="warehouse", tell=heard.append)
    assert isinstance(outcome, Answer)
    assert "3" in outcome.text
    assert "COUNT" in outcome.citations[0].evidence.query
    assert outcome.usage.queries == 1
    assert [event.name for event in heard if isinstance(event, QueryRan)] == ["query_1"]


async def test_a_changed_row_changes_the_answer(house: House, database: Path) -> None:
    before = await ask(house, "What does the article Lamp cost?")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE articles SET price = 31 WHERE name = 'Lamp'")
    after = await ask(house, "What does the article Lamp cost?")
    assert "20" in before.text
    assert "31" in after.text


async def test_groups_come_as_a_table_of_numbers(house: House) -> None:
    outcome = await ask(house, "How many articles per supplier?")
    assert isinstance(outcome, Answer)
    table = next(element for element in outcome.elements if element["type"] == "table")
    assert sorted(map(tuple, table["rows"])) == [("Alpina", 2), ("Lumen", 1)]


async def test_two_questions_are_two_queries(house: House) -> None:
    outcome = await ask(house, "How many articles are there, and how many suppliers are there?")
    assert isinstance(outcome, Answer)
    assert outcome.usage.queries == 2
    assert "3" in outcome.text
    assert "2" in outcome.text


async def test_what_no_table_holds_is_declined(house: House) -> None:
    outcome = await ask(house, "How many giraffes are there?")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"
    assert '"giraffes"' in outcome.text


async def test_a_missing_database_is_told_how_to_name(house: House) -> None:
    bare = House.open(replace(house.settings, database=DatabaseSettings()))
    with pytest.raises(SettingsError, match="Add --database URL"):
        await answer(bare, "How many articles?", assistant="warehouse")
    bare.store.close()


def set_price(database: Path, price: int) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE articles SET price = ? WHERE name = 'Lamp'", [price])


async def test_a_conversation_hears_the_new_truth(house: House, database: Path) -> None:
    for price in (20, 31, 20):
        set_price(database, price)
        outcome = await ask(house, "What does the article Lamp cost?", "talk")
        assert str(price) in outcome.text


async def test_an_old_result_is_not_told_as_new(house: House, database: Path) -> None:
    assert isinstance(await ask(house, "What does the article Lamp cost?", "talk"), Answer)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("ALTER TABLE articles RENAME COLUMN price TO amount")
    outcome = await ask(house, "What does the article Lamp cost?", "talk")
    assert isinstance(outcome, Refusal) or "20" in outcome.text  # the new column, or an honest no
    assert all("price" not in citation.evidence.query for citation in getattr(outcome, "citations", ()))


SHARED = """
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE assignments (
    ticket_id INTEGER REFERENCES tickets (id), employee_id INTEGER REFERENCES employees (id));
INSERT INTO employees VALUES (1, 'Ann', 'Oslo'), (2, 'Bob', 'Rome');
INSERT INTO tickets VALUES (1, 'Broken'), (2, 'Slow');
INSERT INTO assignments VALUES (1, 1), (1, 2), (2, 2);
"""


async def test_a_group_is_what_its_condition_is_about(house: House, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(SHARED)
    outcome = await ask(house, "How many tickets per employee in Oslo?")
    assert isinstance(outcome, Answer)
    assert outcome.citations[0].evidence.table is not None
    # Bob shares a ticket with Ann, but does not work there.
    assert outcome.citations[0].evidence.table.rows == (("Ann", 1),)


async def test_a_query_that_a_person_checked_runs(tmp_path: Path) -> None:
    path = tmp_path / "warehouse.db"
    warehouse.build(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        stock = (
            "SELECT R_ARTIKEL FROM Lagerplatz_Artikel JOIN Artikel ON R_ARTIKEL = I_ID WHERE NOT Gesperrt "
        )
        short = 'GROUP BY R_ARTIKEL HAVING SUM("Bestände" - Reserviert + Bestellt - Mindestbestand) < 0'
        wanted = connection.execute(stock + short).fetchall()
    house = House.open(replace(read_settings(), database=DatabaseSettings(url=f"sqlite:///{path}")))
    outcome = await ask(house, "which articles should we REORDER")
    house.store.close()
    assert isinstance(outcome, Answer)
    assert outcome.text.startswith("Articles that fall below their minimum stock")
    (table,) = (element for element in outcome.elements if element["type"] == "table")
    assert len(table["rows"]) == len(wanted) > 0
    assert "HAVING" in outcome.citations[0].evidence.query


async def test_a_checked_query_without_its_tables_is_left(house: House) -> None:
    outcome = await ask(house, "Which articles should we reorder?")
    assert isinstance(outcome, Refusal)
    assert "reorder" in outcome.text
