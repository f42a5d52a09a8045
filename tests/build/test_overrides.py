"""What an operator pins takes the place of what a stage gives, at once, for one tenant, and is seen to do so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.build.overrides import check_override, find_pins
from answerable.domain.events import Event, OverrideUsed
from answerable.domain.outcome import Answer, Clarification, Outcome, Refusal
from answerable.domain.question import Tenant, User
from answerable.errors import SettingsError
from answerable.store.overrides import StoredOverride
from tests.build.shops import shop_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = shop_house(tmp_path, "acme")
    yield opened
    opened.store.close()


def pin(house: House, stage: str, pattern: str, tenant: str = "local", **result: Any) -> StoredOverride:
    wanted = StoredOverride(stage=stage, pattern=pattern, result=result, author="Olga")
    return house.store.overrides(tenant).put(check_override(wanted, house.assistants))


async def ask(house: House, text: str, tenant: str = "local") -> tuple[Outcome, list[OverrideUsed]]:
    heard: list[Event] = []
    user = User("ann", Tenant(tenant))
    outcome = await answer(house, text, assistant="warehouse", user=user, tell=heard.append)
    return outcome, [event for event in heard if isinstance(event, OverrideUsed)]


async def test_a_pinned_answer_cites_who_stated_it(house: House) -> None:
    kept = pin(house, "draft", "Who answers for prices?", text="Prices are set by Mia Hall, price desk.")
    outcome, used = await ask(house, "who answers for prices")
    assert isinstance(outcome, Answer)
    assert outcome.text == "Prices are set by Mia Hall, price desk. [1]"
    assert outcome.citations[0].evidence.kind == "statement"
    assert outcome.citations[0].evidence.title.startswith("Stated by Olga, 20")
    assert used == [OverrideUsed("draft", kept.id, 1)]


async def test_a_change_counts_at_once_elsewhere(house: House) -> None:
    other = House.open(house.settings)
    kept = pin(other, "draft", "Who answers for prices?", text="Mia Hall.")
    assert isinstance((await ask(house, "Who answers for prices?"))[0], Answer)
    other.store.overrides("local").put(replace(kept, result={"text": "Noa Reed."}))
    outcome, used = await ask(house, "Who answers for prices?")
    assert (outcome.text, used[0].version) == ("Noa Reed. [1]", 2)
    other.store.overrides("local").remove(kept.id, "Olga")
    assert isinstance((await ask(house, "Who answers for prices?"))[0], Refusal)
    other.store.close()


async def test_another_tenant_sees_nothing_of_it(house: House) -> None:
    pin(house, "draft", "*prices*", tenant="globex", text="canary-globex")
    outcome, used = await ask(house, "Who answers for prices?")
    assert (isinstance(outcome, Refusal), used) == (True, [])


async def test_a_guard_can_be_pinned_both_ways(house: House) -> None:
    pin(house, "guard", "how many articles *", allowed=False, reason="not_permitted")
    outcome, used = await ask(house, "How many articles are there?")
    assert isinstance(outcome, Refusal)
    assert (outcome.reason, used[0].stage) == ("not_permitted", "guard")
    pin(house, "guard", "how many articles are there", allowed=True)  # it says more, so it counts
    assert isinstance((await ask(house, "How many articles are there?"))[0], Answer)


async def test_a_pinned_plan_runs_its_queries(house: House) -> None:
    sql = "SELECT COUNT(*) FROM articles WHERE city = '{town}'"
    task = {"source": "database", "question": "Stock in {town}", "arguments": {"sql": sql}}
    pin(house, "plan", "whats on the shelf over in {town}", decision="act", tasks=[task])
    outcome, used = await ask(house, "Whats on the shelf over in Bern?")
    assert isinstance(outcome, Answer)
    assert (outcome.text, used[0].stage) == ("Stock in Bern: 2. [1]", "plan")
    other, _ = await ask(house, "Whats on the shelf over in O'Hare' OR '1'='1?")
    assert "4" not in other.text


async def test_a_plan_may_ask_or_refuse(house: House) -> None:
    pin(
        house,
        "plan",
        "stock",
        decision="ask",
        says="Which town?",
        choices=[["Bern", "Bern"], ["Basel", "Basel"]],
    )
    outcome, _ = await ask(house, "Stock?")
    assert isinstance(outcome, Clarification)
    assert outcome.choices == (("Bern", "Bern"), ("Basel", "Basel"))
    pin(house, "plan", "who is the boss", decision="refuse", reason="off_topic", says="Ask HR.")
    assert (await ask(house, "Who is the boss?"))[0].text == "Ask HR."


async def test_recall_can_read_another_question(house: House) -> None:
    pin(house, "recall", "gimme the {what} tally", text="How many {what} are there?")
    outcome, used = await ask(house, "Gimme the articles tally!")
    assert isinstance(outcome, Answer)
    assert "4" in outcome.text
    assert used[0].stage == "recall"


async def test_weigh_and_act_can_be_pinned(house: House) -> None:
    pin(house, "weigh", "how many articles are there", confidence=0.4, enough=True)
    pin(house, "act", "how many articles are there", statements=["The stock list is a demo."])
    outcome, used = await ask(house, "How many articles are there?")
    assert outcome.confidence == 0.4
    assert {event.stage for event in used} == {"weigh", "act"}


async def test_a_bare_slot_takes_numbers_only(house: House) -> None:
    task = {
        "source": "database",
        "question": "Top",
        "arguments": {"sql": "SELECT name FROM articles LIMIT {n}"},
    }
    kept = pin(house, "plan", "top {n}", decision="act", tasks=[task])
    assert find_pins([kept], "top 2")
    assert find_pins([kept], "top 2 union select 1") == {}


def test_what_is_expired_counts_no_more(house: House) -> None:
    mine = house.store.overrides("local")
    mine.put(
        StoredOverride(
            stage="draft", pattern="x", result={"text": "y"}, author="o", expires_at=time.time() - 1
        )
    )
    assert mine.valid("warehouse") == []
    assert len(mine.all()) == 1


@pytest.mark.parametrize(
    ("stage", "pattern", "result", "says"),
    [
        ("verify", "x", {}, "cannot be pinned. Use one of guard, recall"),
        ("draft", "* *", {"text": "y"}, "fits every question"),
        ("draft", "x", {"txt": "y"}, "'txt' does not fit. A draft may say: text"),
        ("draft", "x", {}, "says no 'text'"),
        ("draft", "x {a}", {"text": "{b}"}, "names {b}. The pattern has: a"),
        ("guard", "x", {"allowed": False, "reason": "bored"}, "'bored' is no reason. Use one of off_topic"),
        ("plan", "x", {"decision": "dance"}, "cannot be used: 'dance' is not a valid Decision"),
        ("weigh", "x", {"enough": True, "confidence": 7}, "Use a number from 0 to 1"),
        ("plan", "x", {"decision": "act", "tasks": [{"source": "s", "verb": "call"}]}, "calls a tool"),
        ("plan", "x", {"decision": "act", "tasks": [7]}, "cannot be used"),
    ],
)
def test_a_wrong_override_is_told_why(house: House, stage: str, pattern: str, result: Any, says: str) -> None:
    wanted = StoredOverride(stage=stage, pattern=pattern, result=result, author="o")
    with pytest.raises(SettingsError) as told:
        check_override(wanted, house.assistants)
    assert says in str(told.value)
