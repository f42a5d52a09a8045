"""What an operator puts around the engines counts for every assistant, at once, and for one tenant only."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.assistants.folder import SHIPPED
from answerable.build import House
from answerable.domain.events import Event, TextFlagged
from answerable.domain.outcome import Answer, Outcome
from answerable.domain.question import Tenant, User
from answerable.errors import SettingsError
from answerable.sandbox.bookstore import CASES, build_bookstore
from answerable.settings import ModerationSettings, Settings
from tests.models.test_moderation import Provider, provider

__all__ = ["provider"]

ASKED = "where is BK-1001? nora.lind@example.org"
NIGHT = '[[entry]]\nphrases = ["salt road"]\ndoes = "{does}"\nwhy = "recalled"\non = ["answer"]\n'


def house_at(folder: Path, **moderation: object) -> House:
    build_bookstore(folder / "bookstore.db", orders=len(CASES))
    settings = Settings(home=folder, moderation=replace(ModerationSettings(), **moderation))  # type: ignore[arg-type]  # named by the test
    return House.open(settings)


async def say(house: House, text: str, tenant: str = "local") -> tuple[Outcome, list[str]]:
    told: list[Event] = []
    user = User("ann", Tenant(tenant))
    outcome = await answer(house, text, assistant="bookstore", user=user, tell=told.append)
    await house.rest()
    return outcome, [f"{one.where} {one.reason}" for one in told if isinstance(one, TextFlagged)]


def put(house: House, text: str, tenant: str = "local") -> None:
    path = house.settings.home / "guard" / f"{tenant}.toml"
    path.parent.mkdir(exist_ok=True)
    age = path.stat().st_mtime_ns + 1_000_000 if path.exists() else None
    path.write_text(text, encoding="utf-8")
    if age:
        os.utime(path, ns=(age, age))


async def test_a_guard_list_counts_at_once(tmp_path: Path) -> None:
    house = house_at(tmp_path)
    assert isinstance((await say(house, ASKED))[0], Answer)
    put(house, NIGHT.format(does="refuse"))
    told, flags = await say(house, ASKED)
    assert (told.reason, flags) == ("unsafe", ["answer recalled"])
    assert "Salt Road" not in told.text
    put(house, NIGHT.format(does="flag"))
    told, flags = await say(house, ASKED)
    assert (isinstance(told, Answer), flags) == (True, ["answer recalled"])
    house.store.reviews("local").sweep()
    assert [one.words for one in house.store.reviews("local").latest()] == ["answer: recalled"] * 2
    house.store.close()


async def test_another_tenants_list_does_not_count(tmp_path: Path) -> None:
    house = house_at(tmp_path)
    put(house, NIGHT.format(does="refuse"), "globex")
    assert isinstance((await say(house, ASKED))[0], Answer)
    house.store.close()


async def test_a_broken_list_answers_nobody(tmp_path: Path) -> None:
    house = house_at(tmp_path)
    put(house, "[[entry]]\nphrase = 1\n")
    with pytest.raises(SettingsError, match="entry 1 phrase"):
        await say(house, ASKED)
    house.store.close()


async def test_a_provider_judges_question_and_answer(tmp_path: Path, provider: Provider) -> None:
    house = house_at(tmp_path, name=f"openai-compatible:judge@{provider.url}")
    assert isinstance((await say(house, ASKED))[0], Answer)
    assert [said["input"][:8] for said, _ in provider.asked] == ["where is", "Your ord"]
    told, flags = await say(house, "kill my order BK-1001")
    assert (told.reason, flags) == ("unsafe", ["question violence"])
    house.store.close()


@pytest.mark.parametrize(("unsure", "answered"), [("flag", True), ("refuse", False)])
async def test_a_silent_provider_counts_as_set(
    tmp_path: Path, provider: Provider, unsure: str, answered: bool
) -> None:
    provider.status = 500
    house = house_at(tmp_path, name=f"openai-compatible:judge@{provider.url}", unsure=unsure)
    told, flags = await say(house, ASKED)
    assert isinstance(told, Answer) is answered
    assert flags[0].startswith("question could not tell")
    house.store.close()


async def test_any_assistant_may_have_people(tmp_path: Path) -> None:
    folder = tmp_path / "assistants" / "help"
    folder.mkdir(parents=True)
    words = (SHIPPED / "website" / "assistant.toml").read_text(encoding="utf-8")
    (folder / "assistant.toml").write_text(words + "\n[escalation]\n", encoding="utf-8")
    house = House.open(Settings(home=tmp_path))
    starts = ("https://nobody.example/",)  # nothing is read: a person is wanted before that
    told = await answer(house, "I want to talk to a human", starts=starts, assistant="help")
    assert (told.reason, [one.words for one in house.store.reviews("local").escalations()]) == (
        "escalated",
        ["asked"],
    )
    await house.close()
