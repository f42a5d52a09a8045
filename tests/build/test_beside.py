"""One research run over a database, a firm's apps, a site and an index of pages: one cited answer."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from aiohttp import web

from answerable.asking import answer, pursue, take
from answerable.build import House
from answerable.build.research import INDEX
from answerable.domain.events import Event, PlanMade
from answerable.domain.outcome import Answer, Clarification, Outcome, Refusal
from answerable.domain.question import Tenant, User
from answerable.errors import SettingsError
from answerable.sandbox.merge.server import MergeServer
from answerable.settings import DatabaseSettings, MergeSettings, read_settings
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.source import ReadPage, ReadPassage
from tests.stages.plan import firm

FERRIES = """
CREATE TABLE ferries (id INTEGER PRIMARY KEY, name TEXT, shipyard TEXT, seats INTEGER, launched DATE);
INSERT INTO ferries VALUES (1, 'Tidewater', 'Norvik Werft AS', 220, '2009-05-02'),
  (2, 'Skarven', 'Norvik Werft AS', 90, '2014-03-11'), (3, 'Old Meg', 'Harland Boatworks Ltd', 48, '1988-08-30');
"""
PAGES = {
    "norvik.example/about": (
        "Norvik Werft AS",
        "Norvik Werft AS is led by Sigrid Aune. It is based in Molde.",
    ),
    "coast-paper.example/yards": ("Norvik Werft AS", "The head of Norvik Werft AS is Sigrid Aune."),
    "lexikon.example/aune": ("Sigrid Aune", "Sigrid Aune was born on 4 May 1971 in Lillehammer."),
    "kelp.example/about": ("Kelp Foods GmbH", "Kelp Foods GmbH was founded in 1999 by Jan Brekke."),
    "hotels.example/bryggen": ("Bryggen Hotels AS", "Bryggen Hotels AS was founded by Nils Holm."),
    "old-town.example/bryggen": ("Bryggen Hotels AS", "Bryggen Hotels AS was founded by Berit Falk."),
    "ferry-friends.example/tidewater": (
        "Tidewater",
        "Tidewater is a ferry. The captain of Tidewater is Liv Strand. Tidewater has 260 seats.",
    ),
    "coast-paper.example/kelp": ("Kelp Foods GmbH", "Jan Brekke founded Kelp Foods GmbH in 1999."),
}
SITE = {
    "/": '<h1>Harbour shop</h1><p>Ropes and lamps.</p><a href="/returns">Returns: how long you have</a>',
    "/returns": "<h1>Returns</h1><h2>How long you have</h2><p>You can return goods within 30 days of delivery.</p>",
}
WHOLE = (
    "Who runs the shipyard of the ferry Tidewater, how many accounts do we have, "
    "how long do I have to return something and who founded Kelp Foods GmbH?"
)


@dataclass(frozen=True)
class World:
    """A house, its apps, and who asks."""

    house: House
    apps: MergeServer
    heard: list[Event]

    async def ask(self, text: str, who: str = "anil", site: str = "", conversation: str = "") -> Outcome:
        user, starts = User(f"{who}@firm.example"), (site,) if site else ()
        question = take(
            self.house, text, starts=starts, assistant="research", conversation=conversation,
            user=user, now=firm.MONDAY,
        )  # fmt: skip
        return await pursue(self.house, question, tell=self.heard.append)

    def plans(self) -> list[tuple[str, ...]]:
        return [event.tasks for event in self.heard if isinstance(event, PlanMade)]


def indexed(home: Path) -> None:
    index = LocalIndex(home / INDEX)
    index.add(
        ReadPage(f"https://{at}", title, (ReadPassage((title,), "", text),))
        for at, (title, text) in PAGES.items()
    )
    index.close()


@pytest.fixture
def ferries(empty_home: Path, tmp_path: Path) -> DatabaseSettings:
    indexed(empty_home)
    path = tmp_path / "ferries.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(FERRIES)
    return DatabaseSettings(url=f"sqlite:///{path}")


@pytest.fixture
async def harbour(ferries: DatabaseSettings) -> AsyncIterator[World]:
    """A database and an index of pages; no apps are linked."""
    house = House.open(replace(read_settings(), database=ferries))
    yield World(house, MergeServer(), [])
    await house.close()


@pytest.fixture
async def world(ferries: DatabaseSettings, tmp_path: Path) -> AsyncIterator[World]:
    """The same with a firm's apps."""
    accounts = [
        {"id": name, "name": name, "remote_was_deleted": False, "number_of_employees": 10 * n}
        for n, name in enumerate(("Kelp Foods GmbH", "Bryggen Hotels AS"), 1)
    ]
    folder = tmp_path / "apps"
    (folder / "crm").mkdir(parents=True)
    (folder / "crm" / "accounts.json").write_text(json.dumps(accounts), "utf-8")
    async with firm.opened(folder) as one:
        merge = MergeSettings(url=one.apps.url, api_key="test", account_token="firm")
        house = House.open(replace(read_settings(), merge=merge, database=ferries))
        yield World(house, one.apps, [])
        await house.close()


def sources(outcome: Outcome) -> set[str]:
    assert isinstance(outcome, Answer), outcome
    return {citation.evidence.locator.source for citation in outcome.citations}


@pytest.fixture
async def shop() -> AsyncIterator[str]:
    """A site of two pages."""

    async def page(request: web.Request) -> web.Response:
        if request.path not in SITE:
            raise web.HTTPNotFound
        return web.Response(text=SITE[request.path], content_type="text/html")

    app = web.Application()
    app.router.add_get("/{path:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def test_one_answer_cites_row_record_page_and_web(world: World, shop: str) -> None:
    outcome = await world.ask(WHOLE, site=shop)
    assert sources(outcome) == {"database", "crm", "website", "search"}
    for told in ("Norvik Werft AS", "Sigrid Aune", "2", "30 days", "Jan Brekke"):
        assert told in outcome.text
    assert "did not find" not in outcome.text
    assert len(world.plans()[0]) == 4  # row, record, page and search set out together


async def test_a_name_from_a_row_is_searched_for(harbour: World) -> None:
    outcome = await harbour.ask("How old is the head of the shipyard of the ferry Tidewater?")
    assert sources(outcome) >= {"database", "search"}
    assert "55" in outcome.text
    assert isinstance(outcome, Answer)
    row = next(one for one in outcome.citations if one.evidence.locator.source == "database")
    assert "Norvik" in row.quote
    assert "ferries" in row.evidence.query


async def test_a_plain_question_of_fact_reads_no_records(harbour: World) -> None:
    outcome = await harbour.ask("Who founded Kelp Foods GmbH?")
    assert sources(outcome) == {"search"}
    assert not [task for plan in harbour.plans() for task in plan if task.startswith(("query", "named"))]


async def test_what_disagrees_is_shown_beside_rows(harbour: World) -> None:
    outcome = await harbour.ask("How many ferries are there and who founded Bryggen Hotels AS?")
    assert isinstance(outcome, Answer)
    assert set(outcome.conflicts[0]["values"]) == {"Nils Holm", "Berit Falk"}
    cited = {one.id: one.evidence.locator.source for one in outcome.citations}
    assert [cited[number] for number in outcome.conflicts[0]["citations"]] == ["search", "search"]
    assert "database" in cited.values()


async def test_a_page_that_contradicts_a_row_is_shown(harbour: World) -> None:
    outcome = await harbour.ask("How many seats does Tidewater have and who is the captain of Tidewater?")
    assert isinstance(outcome, Answer)
    assert "Liv Strand" in outcome.text
    assert [conflict["values"] for conflict in outcome.conflicts] == [["220", "260"]]
    cited = {one.id: one.evidence.locator.source for one in outcome.citations}
    assert [cited[number] for number in outcome.conflicts[0]["citations"]] == ["database", "search"]
    assert outcome.confidence <= 0.5


async def test_a_site_alone_is_approved_too(harbour: World, empty_home: Path, shop: str) -> None:
    (empty_home / INDEX).unlink()
    user, text = User("anil@firm.example"), "How long do I have to return something?"
    taken = replace(take(harbour.house, text, starts=(shop,), assistant="research", user=user), approve=True)
    shown = await pursue(harbour.house, taken)
    assert isinstance(shown, Clarification)
    assert "the website you named" in shown.text
    outcome = await answer(
        harbour.house, shown.choices[0][1], starts=(shop,), conversation=taken.conversation, user=user
    )
    assert "30 days" in outcome.text


async def test_pay_of_others_is_refused_here_too(world: World) -> None:
    outcome = await world.ask("What does Tom Moe earn?")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_permitted"
    assert not [task for plan in world.plans() for task in plan if task.startswith("search")]
    both = await world.ask("How many ferries are there and what does Tom Moe earn?")
    assert isinstance(both, Answer)
    assert "3" in both.text
    assert [gap.asked.strip("?") for gap in both.gaps][:1] == ["what does Tom Moe earn"]
    assert "50" not in both.text


async def test_apps_that_are_down_leave_the_rest(world: World) -> None:
    world.apps.faults["crm/accounts"] = "down"
    outcome = await world.ask(
        "How many ferries are there, how many accounts do we have and who founded Kelp Foods GmbH?"
    )
    assert sources(outcome) == {"database", "search"}
    assert any("accounts" in gap.asked for gap in outcome.gaps)


async def test_a_database_that_is_down_leaves_the_rest(world: World, tmp_path: Path) -> None:
    (tmp_path / "ferries.db").unlink()
    outcome = await world.ask("How many accounts do we have and who founded Kelp Foods GmbH?")
    assert sources(outcome) == {"crm", "search"}
    lost = await world.ask("Who runs the shipyard of the ferry Tidewater and who founded Kelp Foods GmbH?")
    assert "Jan Brekke" in lost.text
    assert [gap for gap in lost.gaps if gap.asked == "warehouse"]


async def test_a_site_that_is_down_leaves_the_rest(harbour: World) -> None:
    outcome = await harbour.ask(
        "How many ferries are there and how long do I have to return something?", site="http://127.0.0.1:9/"
    )
    assert sources(outcome) == {"database"}
    assert [gap for gap in outcome.gaps if "127.0.0.1:9" in gap.asked]


async def test_a_web_that_is_not_there_leaves_records(harbour: World, empty_home: Path) -> None:
    (empty_home / INDEX).unlink()
    outcome = await harbour.ask("How many ferries are there and who founded Kelp Foods GmbH?")
    assert sources(outcome) == {"database"}
    assert any("Kelp" in gap.asked for gap in outcome.gaps)


async def test_a_stranger_is_not_asked_of_the_apps(world: World) -> None:
    outcome = await answer(world.house, "How many accounts do we have?", assistant="research")
    assert isinstance(outcome, Refusal)
    assert world.apps.hits.total() == 0


async def test_another_tenant_has_nothing_of_this_one(world: World, empty_home: Path) -> None:
    other = User("anil@firm.example", Tenant("globex"))
    with pytest.raises(SettingsError, match="nothing to search with"):
        await answer(world.house, "How many ferries are there?", assistant="research", user=other)
    assert world.apps.hits.total() == 0


async def test_a_follow_up_leans_on_the_row_before(harbour: World) -> None:
    await harbour.ask("How many seats does Tidewater have?", conversation="talk")
    outcome = await harbour.ask("and Skarven?", conversation="talk")
    assert "90" in outcome.text


async def test_a_plan_is_approved_before_the_web_is_asked(harbour: World) -> None:
    text = "How many ferries are there and who founded Kelp Foods GmbH?"
    user = User("anil@firm.example")
    taken = replace(take(harbour.house, text, assistant="research", user=user), approve=True)
    shown = await pursue(harbour.house, taken)
    assert isinstance(shown, Clarification)
    assert "Kelp Foods GmbH → founder" in shown.text
    assert (shown.usage.queries, shown.usage.pages) == (0, 0)
    outcome = await answer(harbour.house, shown.choices[0][1], conversation=taken.conversation, user=user)
    assert sources(outcome) == {"database", "search"}
    plain = replace(
        take(harbour.house, "How many ferries are there?", assistant="research", user=user), approve=True
    )
    assert isinstance(await pursue(harbour.house, plain), Answer)  # one query is no expensive work
