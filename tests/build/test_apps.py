"""The workplace assistant over the sandbox company: the person who asks, and only what they may see."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Refusal
from answerable.domain.question import User
from answerable.errors import BadQuestion, SettingsError
from answerable.language.embed import shared_vectors
from answerable.sandbox.demo import COMPANY, PERSON
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.merge.truth import CompanyTruth
from answerable.settings import MergeSettings, read_settings
from answerable.testing.scripted_model import ScriptedModel


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with MergeServer() as apps:
        merge = MergeSettings(url=apps.url, api_key="test", account_token=COMPANY)
        opened = House.open(replace(read_settings(), merge=merge))
        yield opened
        await opened.close()


async def test_a_count_names_its_app_and_query(house: House) -> None:
    outcome = await answer(house, "How many leads do we have?", assistant="workplace", user=User(PERSON))
    assert isinstance(outcome, Answer)
    assert outcome.citations[0].evidence.locator.source == "crm"
    assert "COUNT" in outcome.citations[0].evidence.query


async def test_pay_of_others_is_not_permitted(house: House) -> None:
    outcome = await answer(house, "What does Holly Tate earn?", assistant="workplace", user=User(PERSON))
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_permitted"


async def test_who_asks_must_be_known(house: House) -> None:
    with pytest.raises(BadQuestion, match="--user you@company"):
        await answer(house, "How many leads do we have?", assistant="workplace")


async def test_unlinked_apps_say_what_to_set() -> None:
    bare = House.open()
    with pytest.raises(SettingsError, match="ANSWERABLE_MERGE_API_KEY"):
        await answer(bare, "How many leads do we have?", assistant="workplace", user=User(PERSON))
    await bare.close()


@pytest.fixture
async def aged() -> AsyncIterator[tuple[House, MergeServer]]:
    """A house that may tell records ten minutes old."""
    async with MergeServer() as apps:
        merge = MergeSettings(url=apps.url, api_key="test", account_token=COMPANY, max_age=600.0)
        opened = House.open(replace(read_settings(), merge=merge))
        yield opened, apps
        await opened.close()


async def test_records_are_fresh_as_asked_and_let_go(aged: tuple[House, MergeServer]) -> None:
    opened, apps = aged

    async def asked(text: str) -> int:
        """How many requests a question makes."""
        before = apps.hits.total()
        assert isinstance(await answer(opened, text, assistant="workplace", user=User(PERSON)), Answer)
        return apps.hits.total() - before

    whole = await asked("How many leads do we have?")
    assert await asked("How many leads do we have?") == 0
    assert 0 < await asked("How many leads do we have right now?") < whole
    held = {one.place: one.records for one in opened.held("local")}
    assert held["crm/leads"] > 0
    assert opened.held("globex") == []
    opened.store.cache("local", "records").empty()
    assert await asked("How many leads do we have?") == whole


async def test_a_model_retells_a_conversation(aged: tuple[House, MergeServer]) -> None:
    opened, apps = aged
    lists = {name: apps.books.read(COMPANY, "crm", name) for name in ("accounts", "users", "engagements")}
    said = CompanyTruth({"crm": lists}, datetime.now(UTC)).last_conversation("Acre Foods", PERSON) or {}
    budget = re.findall(r"[\d,]+ USD", said["content"])[0]
    told, invented = f"The budget is {budget}.", "They signed for 99,999 USD."
    written: dict[str, object] = {"sentences": [{"text": text, "evidence": [1]} for text in (told, invented)]}
    house = House(opened.settings, opened.store, shared_vectors(), ScriptedModel([written]))
    asked = "Summarize my last conversation with Acre Foods"
    outcome = await answer(house, asked, assistant="workplace", user=User(PERSON))
    await house.rest()
    assert isinstance(outcome, Answer)
    assert told in outcome.text
    assert invented not in outcome.text
    assert outcome.citations[0].evidence.modified_at.startswith(said["modified_at"][:10])
