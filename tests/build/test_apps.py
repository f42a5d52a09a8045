"""The workplace assistant over the sandbox company: the person who asks, and only what they may see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Refusal
from answerable.domain.question import User
from answerable.errors import BadQuestion, SettingsError
from answerable.sandbox.demo import COMPANY, PERSON
from answerable.sandbox.merge.server import MergeServer
from answerable.settings import MergeSettings, read_settings


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
