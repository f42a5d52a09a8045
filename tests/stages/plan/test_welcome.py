from __future__ import annotations

import time
from dataclasses import replace

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.guard import small_talk
from answerable.stages.plan.welcome import WelcomePlanner
from answerable.testing.house import NOON

STARTERS = ("How many articles are there?", "Which supplier is cheapest?")


class Inner:
    """A planner that is only asked real questions."""

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        return Plan(Decision.ENOUGH, why="inner")


async def planned(text: str, language: str = "en", ledger: Ledger | None = None) -> Plan:
    question = replace(Question(text, "c", "r", NOON), language=language)
    seat = Seat(Budget(Limits(pages=1, seconds=1.0), time.monotonic), silence)
    planner = WelcomePlanner(Inner(), small_talk, "Ask about articles.", STARTERS)
    return await planner(
        question, Ledger() if ledger is None else ledger, Weighing(confidence=0.0, enough=False), seat
    )


@pytest.mark.parametrize("text", ["hi", "Hello there!", "help", "What can you do?", "what can I ask you?"])
async def test_a_greeting_is_answered_with_questions(text: str) -> None:
    plan = await planned(text)
    assert plan.decision is Decision.ASK
    assert plan.reason == "small_talk"
    assert plan.says.endswith("Ask about articles.")
    assert [value for _, value in plan.choices] == list(STARTERS)


async def test_german_words_get_german_words() -> None:
    assert (await planned("Guten Tag", "de")).says.startswith("Guten Tag.")
    assert (await planned("Wobei können Sie mir helfen?", "de")).reason == "small_talk"


async def test_thanks_are_not_answered_with_questions() -> None:
    plan = await planned("thanks!")
    assert plan.says.startswith("You are welcome")
    assert not plan.choices


@pytest.mark.parametrize(
    "text", ["Hello, how long is shipping?", "help with my order", "What do you know about tents?", "asdf"]
)
async def test_a_question_with_a_greeting_goes_on(text: str) -> None:
    assert (await planned(text)).why == "inner"


async def test_only_the_first_plan_is_a_welcome() -> None:
    ledger = Ledger()
    ledger.plans.append(Plan(Decision.ENOUGH))
    assert (await planned("hi", ledger=ledger)).why == "inner"
