"""A model writes queries where the rules decline; what it writes is proved, and goes back once when it is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Refusal
from answerable.language.embed import shared_vectors
from answerable.settings import DatabaseSettings, read_settings
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel

QUESTION = "Which gizmo dominates our portfolio?"


def analysis(*queries: str) -> dict[str, Any]:
    written = [{"query": query, "purpose": "Dearest article", "table": "articles"} for query in queries]
    return {"needsDatabaseQuery": bool(queries), "sqlQueries": written, "reasoning": "the dearest one"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as connection:
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
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT COUNT(*) FROM articles").fetchone() == (2,)


@pytest.mark.parametrize("said", [analysis(), "not json at all"])
async def test_a_model_without_a_query_leaves_the_rules_no(database: Path, home: Store, said: Any) -> None:
    opened, _ = house(database, home, said, said)
    outcome = await answer(opened, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"
