"""A model's plan that was verified serves the next such question; a value that is no slot never reaches another one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import answer, pursue, take
from answerable.build import House
from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.domain.events import Event, PlanKept, PlanReused
from answerable.domain.outcome import Answer, Outcome, Refusal
from answerable.domain.question import Tenant, User
from answerable.settings import read_settings
from answerable.stages.plan.kept import CatalogWords, Slotted
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel
from tests.build.shops import shop, shop_house

NEAR = "Which gizmo dominates our portfolio over in {}?"


def analysis(query: str, purpose: str = "Dearest in Bern") -> dict[str, Any]:
    return {
        "needsDatabaseQuery": True,
        "sqlQueries": [{"query": query, "purpose": purpose}],
        "reasoning": purpose,
    }


def dearest(city: str) -> dict[str, Any]:
    return analysis(f"SELECT name FROM articles WHERE city = '{city}' ORDER BY price DESC LIMIT 1")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return shop(tmp_path)


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.open(read_settings().home)
    yield opened
    opened.close()


def house(database: Path, store: Store, *says: Any) -> tuple[House, ScriptedModel]:
    model = ScriptedModel(says)
    return shop_house(database.parent, "acme", model=model, store=store), model


async def ask(opened: House, text: str, **given: Any) -> tuple[Outcome, list[Event]]:
    heard: list[Event] = []
    outcome = await answer(opened, text, assistant="warehouse", tell=heard.append, **given)
    return outcome, [event for event in heard if isinstance(event, PlanKept | PlanReused)]


async def test_another_value_costs_no_model_call(database: Path, store: Store) -> None:
    opened, model = house(database, store, dearest("Bern"))
    first, told = await ask(opened, NEAR.format("Bern"))
    assert "Lamp" in first.text
    key = store.cache("local", "plans").all()[0].key
    assert told == [PlanKept(key)]
    second, told = await ask(opened, NEAR.format("basel").lower())
    assert isinstance(second, Answer)
    assert (second.usage.model_calls, len(model.prompts)) == (0, 1)
    assert "Cable" in second.text
    assert "bern" not in second.text.casefold()
    assert "'Basel'" in second.citations[0].evidence.query
    assert told == [PlanReused(key, 1)]


async def test_a_value_nobody_knows_asks_the_model(database: Path, store: Store) -> None:
    opened, model = house(database, store, dearest("Bern"), dearest("Nowhere"))
    await ask(opened, NEAR.format("Bern"))
    await ask(opened, NEAR.format("Atlantis"))
    assert len(model.prompts) == 2


# The first question's query holds something that its value may have been worked into; each time the second question
# must go to the model, which then says "Fuse".
@pytest.mark.parametrize(
    ("query", "first", "second"),
    [
        ("SELECT name FROM articles WHERE city = 'Bern' AND city <> 'BE'", "Bern", "Basel"),
        ("SELECT name FROM articles WHERE city LIKE '%Bern%'", "Bern", "Basel"),
        ("SELECT name FROM articles WHERE city = 'Bern' OR name = 'Bernina'", "Bern", "Basel"),
        ("SELECT name FROM articles WHERE price < 6 OR id = 7", "6", "4"),
        ("SELECT name FROM articles WHERE id = 2 OR id = 1", "2", "4"),
        ("SELECT name FROM articles WHERE price < 5 + 1", "6", "4"),
    ],
)
async def test_what_may_be_derived_is_no_slot(
    database: Path, store: Store, query: str, first: str, second: str
) -> None:
    fuse = analysis("SELECT name FROM articles WHERE id = 4", "Small one")
    opened, model = house(database, store, analysis(query), fuse)
    assert isinstance((await ask(opened, NEAR.format(first)))[0], Answer)
    outcome, _ = await ask(opened, NEAR.format(second))
    assert len(model.prompts) == 2
    assert "Fuse" in outcome.text
    again, told = await ask(opened, NEAR.format(first))  # the very same question is still known
    assert isinstance(told[0], PlanReused)
    assert "Fuse" not in again.text


async def test_a_number_can_be_a_slot(database: Path, store: Store) -> None:
    cheap = analysis("SELECT COUNT(*) FROM articles WHERE price < 6", "Gizmos below 6")
    opened, _ = house(database, store, cheap)
    first, _ = await ask(opened, "How do gizmos below 6 stack up?")
    second, _ = await ask(opened, "How do gizmos below 9 stack up?")
    assert (first.text, second.text) == ("Gizmos below 6: 2. [1]", "Gizmos below 9: 3. [1]")
    signed, told = await ask(
        house(database, store, analysis("SELECT COUNT(*) FROM articles"))[0],
        "How do gizmos below -9 stack up?",
    )
    assert isinstance(told[0], PlanKept), signed  # a sign is not part of the slot, so it is another sentence


async def test_what_depends_on_today_ends_with_it(database: Path, store: Store) -> None:
    plan = analysis("SELECT COUNT(*) FROM articles WHERE sold_on >= '2026-01-01'", "Sold this year")
    opened, model = house(database, store, plan, plan)
    for day, calls in ((1, 1), (1, 1), (2, 2)):
        now = datetime(2026, 6, day, tzinfo=UTC)
        question = take(opened, "Whats the year like?", assistant="warehouse", user=User(), now=now)
        assert isinstance(await pursue(opened, question), Answer)
        assert len(model.prompts) == calls


async def test_another_catalog_or_tenant_starts_anew(database: Path, store: Store) -> None:
    opened, model = house(database, store, dearest("Bern"), dearest("Bern"), dearest("Bern"))
    await ask(opened, NEAR.format("Bern"))
    await ask(opened, NEAR.format("Bern"), user=User("ann", Tenant("acme")))
    assert len(model.prompts) == 2
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("ALTER TABLE articles ADD COLUMN colour TEXT")
    await ask(opened, NEAR.format("Bern"))
    assert len(model.prompts) == 3


async def test_a_thumb_down_forgets_the_plan(database: Path, store: Store) -> None:
    opened, model = house(database, store, dearest("Bern"), dearest("Bern"))
    await ask(opened, NEAR.format("Bern"))
    used, _ = await ask(opened, NEAR.format("Chur"))
    store.feedback("acme").put(used.run, "ann", conversation="c", thumb="down", words="")
    store.feedback("local").put(used.run, "ann", conversation="c", thumb="up", words="")
    assert len(store.cache("local", "plans").all()) == 1
    store.feedback("local").put(used.run, "ann", conversation="c", thumb="down", words="")
    assert store.cache("local", "plans").all() == []
    await ask(opened, NEAR.format("Bern"))
    assert len(model.prompts) == 2


async def test_a_plan_that_failed_is_not_kept(database: Path, store: Store) -> None:
    opened, _ = house(
        database, store, analysis("SELECT hue FROM articles"), analysis("SELECT hue FROM articles")
    )
    assert isinstance((await ask(opened, NEAR.format("Bern")))[0], Refusal)
    assert store.cache("local", "plans").all() == []


async def test_a_plan_that_breaks_is_forgotten(database: Path, store: Store) -> None:
    opened, _ = house(database, store, dearest("Bern"))
    await ask(opened, NEAR.format("Bern"))
    cache = store.cache("local", "plans")
    key, kept = cache.all()[0].key, cache.get(cache.all()[0].key)
    assert kept
    kept[0]["tasks"][0]["sql"] = ["SELECT hue FROM articles"]
    cache.put(key, kept, "broken")
    assert isinstance((await ask(opened, NEAR.format("Bern")))[0], Refusal)
    assert cache.all() == []


async def test_a_follow_up_is_neither_kept_nor_found(database: Path, store: Store) -> None:
    opened, model = house(database, store, dearest("Bern"), dearest("Basel"))
    first, _ = await ask(opened, "How many articles are there?", conversation="talk")
    assert isinstance(first, Answer)
    outcome, told = await ask(opened, NEAR.format("Bern"), conversation="talk")
    assert (isinstance(outcome, Answer), told, len(model.prompts)) == (True, [], 1)


def test_values_leave_the_sentence_behind() -> None:
    field = Field(name="city", kind=Kind.TEXT, values=("Bern", "New York", "OSLO", "Oslo"))
    words = CatalogWords(Catalog(entities=(Entity(name="shops", fields=(field,)),)))
    read = Slotted.read("Top 5 shops in new york, Oslo or  BERN?", words)
    assert read.template == "top {number} shops in {shops.city}, oslo or {shops.city}"
    assert read.values == ("5", "New York", "Bern")
