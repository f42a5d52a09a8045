"""Two variants through a real server: a conversation stays in one, and what they show is told without noise."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count, repeat
from pathlib import Path
from typing import TypeVar

import pytest

from answerable.build import House
from answerable.evals.experiment import differences, read_variants
from answerable.language.embed import shared_vectors
from answerable.models import Prompt
from answerable.settings import JudgingSettings, Settings
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel
from answerable.trace import trace_of
from tests.server.conftest import Client, Site, served
from tests.server.counted import counted

EXPERIMENT = """
[thinking.rule]
share = 0.5
model = { way = "rule" }
[thinking.model]
share = 0.5
model = { way = "model" }
"""
TALKS = 24
Found = TypeVar("Found")
PLAN: dict[str, object] = {"reasoning": "Enough is known.", "action": "answer"}
DRAFT: dict[str, object] = {"sentences": [], "missing": [], "refuse": True, "refusal_reason": "not_found"}


def refuse(prompt: Prompt) -> dict[str, object]:
    return DRAFT if prompt.name == "draft" else PLAN


@pytest.fixture
async def tried(tmp_path: Path, site: Site) -> AsyncIterator[Client]:
    (tmp_path / "experiments.toml").write_text(EXPERIMENT, encoding="utf-8")
    model = ScriptedModel(repeat(refuse))
    house = House(Settings(home=tmp_path), Store.open(tmp_path), shared_vectors(), model)
    async with served(house, site) as client:
        yield client
    house.store.close()


def variant(client: Client, run: str) -> str:
    return trace_of(*client.house.store.traces("local").read(run)).variant


async def test_two_variants_are_told_apart(tried: Client) -> None:
    outcomes = [await tried.ask() for _ in range(TALKS)]
    by_variant: dict[str, list[str]] = {}
    for outcome in outcomes:
        by_variant.setdefault(variant(tried, outcome["run"]), []).append(outcome["outcome"])
    assert set(by_variant) == {"thinking/rule", "thinking/model"}
    assert set(by_variant["thinking/rule"]) == {"answer"}
    assert set(by_variant["thinking/model"]) == {"refusal"}

    series = counted((await tried.send("GET", "/metrics"))[1])
    for name, ended in by_variant.items():
        for sign, amount in (("run", len(ended)), ("refusal", ended.count("refusal"))):
            labels = f'{{variant="{name}",sign="{sign}"}}'
            assert series[f"answerable_variant_runs_total{labels}"] == amount
        assert series[f'answerable_variant_seconds_count{{variant="{name}"}}'] == len(ended)

    found = {one.sign: one for one in differences(read_variants(tried.house.store, "local", "thinking"))}
    assert found["refusal"].shown
    assert not found["apology"].shown
    assert "no difference shown" in found["apology"].words


async def test_a_conversation_stays_in_its_variant(tried: Client) -> None:
    for _ in range(4):
        first = await tried.ask()
        again = await tried.ask("When does it close?", conversation=first["conversation"])
        assert variant(tried, first["run"]) == variant(tried, again["run"]) != ""


async def test_sampled_runs_are_judged_after_they_ended(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path, judging=JudgingSettings(share=1.0)))
    async with served(house, site) as client:
        run = (await client.ask())["run"]
        found = await eventually(lambda: house.store.traces("local").judgements(run))
        assert {one.criterion: one.score for one in found} == {"grounding": 1.0, "tone": 1.0}
        await eventually(lambda: 'criterion="grounding"' in client.desk.metrics.text())
        series = counted((await client.send("GET", "/metrics"))[1])
        assert series['answerable_judged_total{criterion="grounding",verdict="good",variant=""}'] == 1
    house.store.close()


async def eventually(look: Callable[[], Found]) -> Found:
    """What a thread of the server's own has found; it judges when nobody walks any more."""
    async with asyncio.timeout(10):
        for _ in count():
            if found := look():
                return found
            await asyncio.sleep(0.02)
    raise AssertionError
