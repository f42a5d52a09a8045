"""A reply is found again for the very same prompt, for one tenant, while it is fresh; anything else is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event
from answerable.models.base import Prompt
from answerable.models.kept import KeptModel
from answerable.models.metered import MeteredModel
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel

PROMPT = Prompt(name="plan", system="RULES", body="MATERIAL", reminder="REMINDER")


class Word(BaseModel):
    word: str


class OtherWord(BaseModel):
    word: str
    more: str = ""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def kept(store: Store, model: ScriptedModel, tenant: str = "acme", fresh_seconds: float = 60) -> KeptModel:
    return KeptModel(model, store.cache(tenant, "replies"), fresh_seconds)


async def test_the_same_prompt_costs_nothing_again(store: Store) -> None:
    model, heard, budget = ScriptedModel([{"word": "yes"}]), list[Event](), Budget(Limits(), lambda: 0.0)
    metered = MeteredModel(model=kept(store, model))
    for _ in range(3):
        assert (await metered.reply(PROMPT, Word, budget, heard.append)).word == "yes"
    assert (len(model.prompts), len(heard), budget.spent("model_calls")) == (1, 1, 1)
    assert store.cache("acme", "replies").all()[0].uses == 2


async def test_anything_else_is_asked(store: Store) -> None:
    model = ScriptedModel([{"word": str(number)} for number in range(6)])
    here = kept(store, model)
    said = [await here.reply(PROMPT, Word, seconds=1, max_tokens=9)]
    said.append(await here.reply(replace(PROMPT, body="MATERIAL."), Word, seconds=1, max_tokens=9))
    said.append(await here.reply(PROMPT, Word, seconds=1, max_tokens=8))
    said.append(await kept(store, model, "globex").reply(PROMPT, Word, seconds=1, max_tokens=9))
    said.append(await kept(store, model, fresh_seconds=-1).reply(PROMPT, Word, seconds=1, max_tokens=9))
    assert (await here.reply(PROMPT, OtherWord, seconds=1, max_tokens=9)).value.word == "5"
    assert [one.value.word for one in said] == ["0", "1", "2", "3", "4"]
    await here.close()
