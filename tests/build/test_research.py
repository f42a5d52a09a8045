"""Research without a network: a folder is indexed, several pages are read, and what nobody says is not said."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer, pursue, take
from answerable.build import Given, House
from answerable.build.research import INDEX, add_folder, engines
from answerable.build.rooms import Rooms
from answerable.domain.outcome import Answer, Clarification, Refusal
from answerable.domain.question import Question, User
from answerable.errors import SettingsError
from answerable.language.embed import shared_vectors
from answerable.models.retry import Patience
from answerable.sandbox.web.site import make_web
from answerable.sources.search.local import LocalIndex
from answerable.testing.house import NOON


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    for name in ("GOOGLE_API_KEY", "GOOGLE_ENGINE_ID", "TAVILY_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    opened = House.open()
    yield opened
    await opened.close()


def folder_of_pages(path: Path) -> Path:
    """The pages that speak of one company and its town, as files."""
    web = make_web()
    company = web.world.companies[0]
    for address, body in web.documents():
        if company.name.encode() in body:
            file = path / address.strip("/")
            file = file if file.suffix else file.with_suffix(".html")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(body)
    return path


async def test_a_folder_answers_without_a_network(house: House, tmp_path: Path) -> None:
    index = LocalIndex(house.settings.home / INDEX)
    assert add_folder(index, folder_of_pages(tmp_path / "pages")) == []
    index.close()
    company = make_web().world.companies[0]
    outcome = await answer(house, f"Who founded {company.name}?", assistant="research")
    assert isinstance(outcome, Answer)
    assert company.founder.name in outcome.text
    unknown = await answer(house, "Who founded Zanzibar Widgets Ltd?", assistant="research")
    assert isinstance(unknown, Refusal)


async def test_nothing_to_search_with_is_said(house: House) -> None:
    with pytest.raises(SettingsError, match="Index a folder"):
        await answer(house, "Who founded it?", assistant="research")


async def test_keys_bring_their_engines(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "t")
    monkeypatch.setenv("GOOGLE_API_KEY", "g")
    rooms = Rooms(house.settings, house.store, shared_vectors(), None, Patience(""))
    question = Question("Who?", conversation="c", run="r", now=NOON, assistant="research")
    given = Given(rooms, house.assistant("research"), question, {})
    async with AsyncExitStack() as opened:
        names = [engine.name for engine in await engines(given, opened)]
        assert names == ["tavily"]  # Google also needs the id of an engine
        monkeypatch.setenv("GOOGLE_ENGINE_ID", "e")
        assert [engine.name for engine in await engines(given, opened)] == ["google", "tavily"]
    await rooms.rest()


async def test_a_rejected_answer_is_not_offered_again(house: House, tmp_path: Path) -> None:
    index = LocalIndex(house.settings.home / INDEX)
    add_folder(index, folder_of_pages(tmp_path / "pages"))
    index.close()
    company = make_web().world.companies[0]
    question = f"Who founded {company.name}?"
    first = await answer(house, question, assistant="research", conversation="talk")
    assert company.founder.name in first.text
    assert house.store.conversations("local").reject(first.run)
    again = await answer(house, question, assistant="research", conversation="talk")
    assert company.founder.name not in again.text


async def test_a_constraint_changes_the_answer(house: House, tmp_path: Path) -> None:
    for host, founder in (("bizpedia.org", "Alma Hartog"), ("trade-journal.com", "Bjarne Kessel")):
        (tmp_path / host).mkdir()
        text = f"# Quillon Optics\n\nQuillon Optics makes lenses. Quillon Optics was founded by {founder}."
        (tmp_path / host / "quillon.md").write_text(text)
    index = LocalIndex(house.settings.home / INDEX)
    add_folder(index, tmp_path)
    index.close()
    asked = "Who founded Quillon Optics?"
    first = await answer(house, asked, assistant="research", conversation="talk")
    assert isinstance(first, Answer)
    assert [set(conflict["values"]) for conflict in first.conflicts] == [{"Alma Hartog", "Bjarne Kessel"}]
    without = await answer(house, "Leave out bizpedia.org.", assistant="research", conversation="talk")
    assert "Bjarne Kessel" in without.text
    assert "Alma Hartog" not in without.text
    assert house.store.conversations("local").reject(without.run)
    nobody = await answer(house, "It was not Bjarne Kessel.", assistant="research", conversation="talk")
    assert isinstance(nobody, Refusal)


async def test_a_plan_waits_for_its_yes_over_a_restart(house: House, tmp_path: Path) -> None:
    index = LocalIndex(house.settings.home / INDEX)
    add_folder(index, folder_of_pages(tmp_path / "pages"))
    index.close()
    company = make_web().world.companies[0]
    words = f"Who founded {company.name}?"
    taken = replace(take(house, words, assistant="research", user=User()), approve=True)
    shown = await pursue(house, taken)
    assert isinstance(shown, Clarification)
    assert shown.reason == "approval"
    assert f"{company.name} → founder" in shown.text
    assert shown.usage.pages == 0
    await house.close()
    again = House.open()
    try:
        yes = shown.choices[0][1]
        outcome = await answer(again, yes, conversation=taken.conversation)
    finally:
        await again.close()
    assert isinstance(outcome, Answer)
    assert company.founder.name in outcome.text
