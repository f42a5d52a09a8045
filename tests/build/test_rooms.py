"""What outlives a question is kept by name, made anew when its origin changed, and closed at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from answerable.asking import answer
from answerable.build import House
from answerable.build.rooms import Rooms
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.outcome import Refusal
from answerable.domain.question import Question, Tenant, User
from answerable.language.embed import shared_vectors
from answerable.models import Prompt
from answerable.models.retry import Patience
from answerable.settings import ModelSettings, Settings
from answerable.store import Store
from answerable.testing.house import NOON
from answerable.testing.scripted_model import ScriptedModel
from tests.build.shops import shop_house


class Thing:
    """Something that can be closed."""

    def __init__(self, origin: object) -> None:
        self.origin, self.closed = origin, 0

    async def close(self) -> None:
        self.closed += 1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def rooms(store: Store) -> Rooms:
    return Rooms(Settings(), store, shared_vectors(), None, Patience(""))


async def test_a_thing_is_made_anew_when_its_origin_changed(store: Store) -> None:
    kept = rooms(store)
    first = kept.keep_latest("apps of acme crm", (1, "a"), Thing)
    assert kept.keep_latest("apps of acme crm", (1, "a"), Thing) is first
    second = kept.keep_latest("apps of acme crm", (2, "a"), Thing)
    assert (second.origin, first.closed) == ((2, "a"), 0)  # another question may still use the first
    await kept.rest()
    assert (first.closed, second.closed) == (1, 1)


async def test_things_are_found_by_the_beginning_of_their_name(store: Store) -> None:
    kept = rooms(store)
    mine = kept.keep_latest("apps of acme crm", 1, Thing)
    kept.keep_latest("apps of acmeco crm", 1, Thing)
    assert kept.found("apps of acme ") == [mine]
    assert kept.found("apps of globex ") == []


class Word(BaseModel):
    """What the model is asked for."""

    word: str


async def test_replies_belong_to_the_askers_tenant(store: Store) -> None:
    asked = Question("?", "c", "r", NOON, User("ann", Tenant("acme")))
    model = ScriptedModel([{"word": "one"}, {"word": "two"}])
    settings = replace(Settings(), model=ModelSettings(keep_seconds=60.0))
    kept = Rooms(settings, store, shared_vectors(), model, Patience(""))
    said = []
    for question in (asked, asked, None):
        async with kept.thinking(question) as opened:
            assert opened
            prompt = Prompt(name="p", system="", body="b")
            said.append((await opened.reply(prompt, Word, Budget(Limits(), lambda: 0.0), silence)).word)
    assert said == ["one", "one", "two"]
    assert [len(store.cache(tenant, "replies").all()) for tenant in ("acme", "local")] == [1, 0]


async def test_a_kept_reply_saves_the_call(tmp_path: Path) -> None:
    nothing = {"needsDatabaseQuery": False, "sqlQueries": [], "reasoning": "no table is about that"}
    model = ScriptedModel([nothing, nothing])
    house = shop_house(tmp_path, model=model)
    patient = House(
        replace(house.settings, model=replace(house.settings.model, keep_seconds=60.0)),
        house.store,
        shared_vectors(),
        model,
    )
    for opened, calls in ((patient, 1), (patient, 1), (house, 2)):
        outcome = await answer(opened, "Which gizmo dominates?", assistant="warehouse")
        assert (isinstance(outcome, Refusal), len(model.prompts)) == (True, calls)
    await house.close()
