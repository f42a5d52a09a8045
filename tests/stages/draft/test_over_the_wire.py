"""A whole question by model: the sandbox's site, both vendors' real clients, a model server on loopback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from aiohttp import web

from answerable import House, answer
from answerable.domain.events import Event, ModelCalled, ModelFailed, PlanMade
from answerable.domain.outcome import Answer, Refusal
from answerable.errors import SettingsError
from answerable.language.embed import shared_vectors
from answerable.sandbox.shop_site import ShopSite
from answerable.settings import ModelSettings, Settings, read_settings
from answerable.store import Store
from answerable.testing.model_server import ModelServer, Received, call_tool, hang, say, status
from answerable.testing.scripted_model import ScriptedModel

QUESTION = "How many days do I have to return something?"


def words_of(asked: Received) -> str:
    """Everything a request says, whichever vendor's words it is in."""
    return json.dumps(asked.body, ensure_ascii=False)


async def sensible(asked: Received) -> web.StreamResponse:
    """What a sensible model would say: follow the returns page, then cite the passage that has the days."""
    words = words_of(asked)
    if "You write the answer" in words:
        shown = re.findall(r"<passage number=\\\"(\d+)\\\".*?</passage>", words, re.DOTALL)
        texts = words.split("<passage number")[1:]
        number = next(n for n, text in zip(shown, texts, strict=True) if "30 days" in text)
        reply: dict[str, object] = {
            "sentences": [{"text": "You have 30 days to return something.", "evidence": [int(number)]}],
        }
    elif "30 days" in words.split("<links>")[0].split("<passage ", 1)[-1]:
        reply = {"reasoning": "The days are there.", "action": "answer"}
    else:
        line = re.search(r"(\d+)\. [^\\]*?\([^)]*/returns\)", words)
        reply = {"action": "explore", "links": [int(line.group(1)) if line else 1]}
    if asked.path.endswith("/messages"):
        return await call_tool(reply)(asked)
    return await say(json.dumps(reply))(asked)


def settings_for(kind: str, server: ModelServer, **more: object) -> Settings:
    address = server.anthropic_url if kind == "anthropic" else server.openai_url
    model = ModelSettings(name=f"{kind}:small@{address}", way="model")
    return replace(read_settings(), model=replace(model, **more))  # type: ignore[arg-type]  # names checked there


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[House]:
    house = House.open(settings)
    yield house
    house.store.close()


@pytest.mark.parametrize("kind", ["openai-compatible", "anthropic"])
async def test_a_question_is_answered_over_http(
    kind: str, shop: ShopSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key-of-the-test")
    heard: list[Event] = []
    async with ModelServer([sensible]) as server, opened(settings_for(kind, server)) as house:
        outcome = await answer(house, QUESTION, starts=[shop.url], tell=heard.append)
    assert isinstance(outcome, Answer), outcome
    assert outcome.text == "You have 30 days to return something. [1]"
    assert "30 days" in outcome.citations[0].quote
    assert [e.why for e in heard if isinstance(e, ModelFailed)] == []
    called = [event for event in heard if isinstance(event, ModelCalled)]
    assert called[-1].purpose == "draft"
    assert outcome.usage.model_calls == len(called) == len(server.asked)


async def test_a_silent_model_costs_its_seconds_only(shop: ShopSite) -> None:
    async with ModelServer([hang()]) as server:
        settings = settings_for("openai-compatible", server, seconds=0.2)
        async with opened(settings) as house:
            heard: list[Event] = []
            outcome = await answer(house, QUESTION, starts=[shop.url], tell=heard.append)
        assert len(server.asked) == 1
    assert isinstance(outcome, Answer)
    assert "30 days" in outcome.text
    assert {event.by for event in heard if isinstance(event, PlanMade)} == {"rule"}


async def test_a_refusing_server_leaves_it_to_rules(shop: ShopSite) -> None:
    async with (
        ModelServer([status(401)]) as server,
        opened(settings_for("openai-compatible", server)) as house,
    ):
        outcome = await answer(house, QUESTION, starts=[shop.url])
    assert isinstance(outcome, Answer)
    assert "30 days" in outcome.text


async def test_the_operator_can_force_the_rules(shop: ShopSite) -> None:
    async with ModelServer([sensible]) as server:
        async with opened(settings_for("openai-compatible", server, way="rule")) as house:
            outcome = await answer(house, QUESTION, starts=[shop.url])
        assert server.asked == []
    assert isinstance(outcome, Answer)


async def test_the_cascade_asks_where_rules_are_unsure(shop: ShopSite) -> None:
    async with ModelServer([sensible]) as server:
        address = server.openai_url
        settings = settings_for("openai-compatible", server, name="openai-compatible:small", base_url=address)
        settings = replace(settings, model=replace(settings.model, way="cascade"))
        async with opened(settings) as house:
            heard: list[Event] = []
            outcome = await answer(house, QUESTION, starts=[shop.url], tell=heard.append)
    assert isinstance(outcome, Answer)
    plans = [event.by for event in heard if isinstance(event, PlanMade)]
    assert plans[0] == "rule"


async def test_a_missing_key_is_the_operators_to_mend(shop: ShopSite) -> None:
    settings = replace(read_settings(), model=ModelSettings(name="anthropic:claude"))
    async with opened(settings) as house:
        with pytest.raises(SettingsError, match="ANTHROPIC_API_KEY: is empty"):
            await answer(house, QUESTION, starts=[shop.url])


async def test_a_model_can_be_handed_in(shop: ShopSite) -> None:
    model = ScriptedModel([{"action": "refuse", "refusal_reason": "off_topic"}])
    settings = replace(read_settings(), model=ModelSettings(way="model"))
    house = House(settings, Store.open(settings.home), shared_vectors(), model)
    outcome = await answer(house, "Who won the election?", starts=[shop.url])
    house.store.close()
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "off_topic"


def run(code: str) -> str:
    """What a fresh interpreter prints: what this one has imported must not count."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_without_a_model_nothing_of_it_is_loaded() -> None:
    loaded = "[name for name in ('pydantic', 'pydantic_ai', 'openai') if name in sys.modules]"
    assert run(f"import sys, answerable.build; print({loaded})") == "[]\n"


def test_a_missing_extra_is_named() -> None:
    code = """
import sys
sys.modules["pydantic"] = None
from answerable.build import by_model
try:
    by_model("plan")
except Exception as error:
    print(type(error).__name__, error)
"""
    told = run(code)
    assert told.startswith("SettingsError")
    assert "pip install 'answerable[models]'" in told
