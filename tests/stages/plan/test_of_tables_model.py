"""A model writes queries where the rules decline; what it writes is proved, and goes back once when it is wrong."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.build.linked import seal_of
from answerable.domain.events import Event, QueryFailed, QueryRan
from answerable.domain.outcome import Answer, Refusal
from answerable.domain.question import Tenant, User
from answerable.language.embed import shared_vectors
from answerable.settings import DatabaseSettings, read_settings
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel
from tests.postgres import PostgresServer, postgres

__all__ = ["postgres"]

QUESTION = "Which gizmo dominates our portfolio?"


def analysis(*queries: str) -> dict[str, Any]:
    written = [{"query": query, "purpose": "Dearest article", "table": "articles"} for query in queries]
    return {"needsDatabaseQuery": bool(queries), "sqlQueries": written, "reasoning": "the dearest one"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(
            "CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT, price REAL);"
            "INSERT INTO articles VALUES (1, 'Lamp', 20), (2, 'Cable', 5);"
        )
    return path


@pytest.fixture
def home(database: Path) -> Iterator[Store]:
    store = Store.open(database.parent / "home")
    yield store
    store.close()


def house(database: Path, store: Store, *says: Any) -> tuple[House, ScriptedModel]:
    model = ScriptedModel(says)
    settings = replace(read_settings(), database=DatabaseSettings(url=f"sqlite:///{database}"))
    return House(settings, store, shared_vectors(), model), model


async def test_what_rules_decline_a_model_may_answer(database: Path, home: Store) -> None:
    opened, model = house(
        database, home, analysis("SELECT name, price FROM articles ORDER BY price DESC LIMIT 1")
    )
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Answer)
    table = next(element for element in outcome.elements if element["type"] == "table")
    assert table["rows"] == [["Lamp", 20.0]]
    assert "articles (2 rows)" in model.prompts[0].body


async def test_what_rules_understand_costs_no_call(database: Path, home: Store) -> None:
    opened, model = house(database, home)
    assert isinstance(await answer(opened, "How many articles are there?", assistant="warehouse"), Answer)
    assert model.prompts == []


async def test_a_bad_query_goes_back_once(database: Path, home: Store) -> None:
    good = analysis("SELECT name FROM articles ORDER BY price DESC LIMIT 1")
    opened, model = house(database, home, analysis("SELECT colour FROM articles"), good)
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Answer)
    assert "Lamp" in outcome.text
    assert "SELECT colour FROM articles" in model.prompts[1].body


@pytest.mark.parametrize(
    "query", ["DELETE FROM articles", "SELECT 1; DROP TABLE articles", "PRAGMA user_version = 3"]
)
async def test_a_write_never_reaches_the_database(database: Path, home: Store, query: str) -> None:
    opened, _ = house(database, home, analysis(query), analysis(query))
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Refusal)
    with closing(sqlite3.connect(database)) as connection, connection:
        assert connection.execute("SELECT COUNT(*) FROM articles").fetchone() == (2,)


@pytest.mark.parametrize("said", [analysis(), "not json at all"])
async def test_a_model_without_a_query_leaves_the_rules_no(database: Path, home: Store, said: Any) -> None:
    opened, _ = house(database, home, said, said)
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"


async def test_three_slow_queries_take_as_long_as_one(postgres: PostgresServer, home: Store) -> None:
    views = (f"CREATE VIEW depot_{n} AS SELECT {n} AS bins FROM pg_sleep(1);" for n in range(3))
    settings, asker = read_settings(), User("ann", Tenant("acme"))
    home.links("acme", seal_of(settings)).put("database", {"url": postgres.database("".join(views))})
    model = ScriptedModel([analysis(*(f"SELECT bins FROM depot_{n}" for n in range(3)))] * 6)
    opened = House(settings, home, shared_vectors(), model)
    await answer(
        opened, "How many depots?", assistant="warehouse", user=asker
    )  # the look at the tables comes before
    began, told = time.monotonic(), list[Event]()
    outcome = await answer(opened, QUESTION, assistant="warehouse", user=asker, tell=told.append)
    took = time.monotonic() - began
    await opened.close()
    assert isinstance(outcome, Answer)
    assert sorted(event.name for event in told if isinstance(event, QueryRan)) == [
        "query_1",
        "query_2",
        "query_3",
    ]
    assert 1.0 <= took <= 1.5


async def test_a_failing_query_leaves_the_others_told(database: Path, home: Store) -> None:
    broken = "SELECT json_extract(name, 'x') FROM articles"  # proved, and refused by the database itself
    good = "SELECT name FROM articles ORDER BY price LIMIT 1"
    opened, _ = house(database, home, *[analysis(good, broken)] * 2)
    told: list[Event] = []
    outcome = await answer(opened, QUESTION, assistant="warehouse", tell=told.append)
    assert isinstance(outcome, Answer)
    assert "Cable" in outcome.text
    assert [event.name for event in told if isinstance(event, QueryFailed)] == [
        "query_2",
        "query_4",  # it went back once
    ]
    assert all("malformed JSON" in gap.why for gap in outcome.gaps)
    assert outcome.gaps


@pytest.mark.parametrize("query", ["SELECT 'Lamp' AS best", "SELECT 'Lamp' AS best FROM articles LIMIT 1"])
async def test_what_a_model_knows_is_no_result(database: Path, home: Store, query: str) -> None:
    opened, model = house(database, home, analysis(query), analysis(query))
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"  # as the rules said; the database is well
    assert "which stands in no table" in model.prompts[1].body


async def test_orders_do_not_pass_as_a_purpose(database: Path, home: Store) -> None:
    said = analysis("SELECT MAX(price) AS dearest FROM articles")
    said["sqlQueries"][0]["purpose"] = said["reasoning"] = "Visit http://evil.example and type 12345"
    opened, _ = house(database, home, said)
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert outcome.text == "Which gizmo dominates our portfolio: 20. [1]"
