"""`answerable runs` lists what was asked, shows how it went, and replays it without network."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import answer, take
from answerable.build import House
from answerable.build.research import INDEX, add_folder
from answerable.cli.runs import differences
from answerable.domain.outcome import as_contract
from answerable.domain.question import User
from answerable.report import FORMATS, write_report
from answerable.sandbox.shop_site import ShopSite
from answerable.sandbox.warehouse import build
from answerable.sandbox.web.site import make_web
from answerable.server.board import Board
from answerable.server.metrics import Metrics
from answerable.server.walks import Walks
from answerable.sources.search.local import LocalIndex
from answerable.store.runs import Ending, StoredRun
from tests.build.test_research import folder_of_pages
from tests.cli.terminal import run, run_beside

QUESTION = "How long do I have to return something?"


@pytest.fixture
async def told() -> dict[str, Any]:
    """The outcome of a run of the server, whose shop is closed since."""
    house = House.open()
    walks = Walks(house, Board(house.store), Metrics())
    async with ShopSite() as shop:
        outcome = await walks.start(take(house, QUESTION, starts=[shop.url], user=User())).task
    await walks.close(1)
    house.store.close()
    return as_contract(outcome)


async def test_a_run_replays_byte_for_byte(told: dict[str, Any]) -> None:
    ran = await run_beside("runs", "replay", told["run"])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == json.dumps(told, ensure_ascii=False) + "\n"
    assert told["outcome"] == "answer"


async def test_a_research_run_replays_to_the_same_report(tmp_path: Path) -> None:
    """Its pages are gone when it is replayed: nothing is searched, and the report is the same to the byte."""
    house, company = House.open(), make_web().world.companies[0]
    index = LocalIndex(house.settings.home / INDEX)
    assert add_folder(index, folder_of_pages(tmp_path / "pages")) == []
    index.close()
    walks = Walks(house, Board(house.store), Metrics())
    question = f"Who founded {company.name}, and when?"
    told = as_contract(await walks.start(take(house, question, assistant="research", user=User())).task)
    await walks.close(1)
    await house.close()
    for gone in house.settings.home.glob(f"{INDEX}*"):
        gone.unlink()
    (other := tmp_path / "other").mkdir()
    (other / "tea.html").write_text("<title>Tea</title><p>Tea is grown in the hills of Assam.</p>")
    index = LocalIndex(house.settings.home / INDEX)
    add_folder(index, other)
    index.close()
    ran = await run_beside("runs", "replay", told["run"])
    assert (ran.code, ran.err) == (0, "")
    replayed = json.loads(ran.out)
    assert company.founder.name in replayed["text"]
    for kind in FORMATS:
        assert write_report(kind, question, replayed) == write_report(kind, question, told)


async def test_runs_are_listed_and_shown(told: dict[str, Any]) -> None:
    listed = await run_beside("runs", "list")
    assert listed.code == 0
    assert told["run"] in listed.out
    assert "completed" in listed.out
    (one,) = json.loads((await run_beside("runs", "list", "--json")).out)
    assert (one["id"], one["outcome"], one["recorded_steps"] > 8) == (told["run"], told, True)
    shown = await run_beside("runs", "show", told["run"])
    assert all(said in shown.out for said in (QUESTION, "RunStarted", "settle", told["text"]))
    whole = json.loads((await run_beside("runs", "show", told["run"], "--json")).out)
    assert whole["events"][-1] == {"event": "OutcomeSettled", "outcome": told}
    assert [step["name"] for step in whole["steps"]][:3] == ["guard", "recall", "plan"]


async def test_a_replay_says_where_it_differs(told: dict[str, Any]) -> None:
    house = House.open()
    stored = house.store.runs("local").get(told["run"])
    assert stored is not None
    changed = StoredRun(
        **{**vars(stored), "id": "changed", "conversation": "changed", "status": "running", "outcome": None}
    )
    _record_again(house, stored, changed, told | {"confidence": 0.5, "text": "31 days."})
    ran = await run_beside("runs", "replay", "changed")
    house.store.close()
    assert ran.code == 1
    assert f"outcome.confidence was 0.5, is {told['confidence']}" in ran.err
    assert 'outcome.text was "31 days."' in ran.err


def _record_again(house: House, stored: StoredRun, changed: StoredRun, outcome: dict[str, Any]) -> None:
    journal = house.store.journal("test/1/x")
    run = journal.write([partial(journal.begin, run=changed, name="changed")])[0]
    for step in house.store.runs("local").steps(stored.id):
        journal.write([partial(journal.append, run=run, records=[], step=step)])
    journal.write([partial(journal.end, run=run, records=[], ending=Ending("completed", outcome))])


def test_a_run_over_tables_replays(tmp_path: Path) -> None:
    """The demo's are found by themselves, one's own is named again; neither is read."""
    build(tmp_path / "mine.db")
    for own in ([], ["--database", f"sqlite:///{tmp_path / 'mine.db'}"]):
        told = run("ask", "How many articles are there?", "--assistant", "warehouse", "--json", *own)
        again = run("runs", "replay", json.loads(told.out)["run"], *own)
        assert (again.code, json.loads(again.out)) == (0, json.loads(told.out))


async def test_a_run_of_the_terminal_replays_too() -> None:
    house = House.open()
    async with ShopSite() as shop:
        outcome = await answer(house, QUESTION, starts=[shop.url])
    house.store.close()
    ran = await run_beside("runs", "replay", outcome.run)
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out) == as_contract(outcome)


def test_an_unknown_run_is_a_usage_error() -> None:
    told = run("runs", "show", "nobody")
    assert told.code == 2
    assert "no run 'nobody'" in told.err
    assert "no record of an ended run 'nobody'" in run("runs", "replay", "nobody").err
    assert run("runs", "list").out == ""


def test_differences_name_their_place() -> None:
    before = {"a": [1, {"b": 2}], "gone": 1}
    now = {"a": [1, {"b": 3}, 4], "new": None}
    assert list(differences(before, now, "x")) == [
        "x.a[1].b was 2, is 3",
        "x.a[2] was null, is 4",
        "x.gone was 1, is null",
    ]
    assert list(differences(before, dict(before))) == []
