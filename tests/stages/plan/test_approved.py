from __future__ import annotations

import time
from dataclasses import replace

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Findings, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question, Turn
from answerable.facts.inquire import WHOM, understood
from answerable.stages.base import Seat
from answerable.stages.plan.approved import ApprovedPlanner
from answerable.testing.house import NOON
from tests.facts.said import page

ASKED = Question("Where was the founder of Acme AG born?", "c", "r", NOON, assistant="research", approve=True)
NOTHING = Weighing(confidence=0.0, enough=False)


class Enough:
    """A planner that has nothing left to do."""

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        return Plan(Decision.ENOUGH, why="done")


def seat() -> Seat:
    return Seat(Budget(Limits(pages=80, seconds=60.0), time.monotonic), silence)


async def made(question: Question, ledger: Ledger | None = None, *, always: bool = False) -> Plan:
    planner = ApprovedPlanner(Enough(), ("local",), always=always)
    return await planner(question, ledger or Ledger(), NOTHING, seat())


def answered(plan: Plan, words: str) -> Question:
    turn = Turn(ASKED.text, plan.says, "clarification", choices=plan.choices, waits=plan.waits)
    return replace(ASKED, text=words, turns=(turn,), run="r2")


async def test_the_plan_is_shown_before_the_work() -> None:
    plan = await made(ASKED)
    assert (plan.decision, plan.reason) == (Decision.ASK, "approval")
    assert "Acme AG → founder → birthplace" in plan.says
    assert "in the pages kept on this machine and" in plan.says
    assert "80 pages" in plan.says


@pytest.mark.parametrize("words", ["Yes, go ahead", "yes", "Yes please!"])
async def test_a_yes_goes_on_with_the_question(words: str) -> None:
    question = answered(await made(ASKED), words)
    assert question.goes_on == ASKED.text
    assert understood(question).chains[0].anchor == "Acme AG"
    assert (await made(question)).decision is Decision.ENOUGH


@pytest.mark.parametrize("words", ["No, stop here", "no"])
async def test_a_no_ends_without_work(words: str) -> None:
    refused = await made(answered(await made(ASKED), words))
    assert (refused.decision, refused.reason) == (Decision.REFUSE, "declined")


async def test_other_words_are_a_new_question() -> None:
    question = answered(await made(ASKED), "Who founded Belmo GmbH?")
    assert (await made(question)).reason == "approval"


async def test_nobody_is_asked_where_nobody_wants_it() -> None:
    question = replace(ASKED, approve=False)
    assert (await made(question)).decision is Decision.ENOUGH
    assert (await made(question, always=True)).decision is Decision.ASK


async def test_two_of_one_name_are_asked_apart() -> None:
    question = replace(ASKED, text="Where was Kilian Escher born?", approve=False)
    pages = [
        page(f"https://a.example/{who}", f"Kilian Escher ({who})", f"Kilian Escher was born in {town}.")
        for who, town in (("organ builder", "Lund"), ("chess champion", "Malmö"))
    ]
    ledger = Ledger()
    ledger.add(Findings(tuple(pages)))
    plan = await made(question, ledger)
    assert plan.decision is Decision.ASK
    assert [label for label, _ in plan.choices] == [
        "Kilian Escher (chess champion)",
        "Kilian Escher (organ builder)",
    ]
    turn = Turn(question.text, plan.says, "clarification", choices=plan.choices, waits=plan.waits)
    meant = replace(question, text="Kilian Escher (organ builder)", turns=(turn,))
    assert (await made(meant, ledger)).decision is Decision.ENOUGH


async def test_a_question_that_names_nobody_is_asked_back() -> None:
    asked = replace(ASKED, text="What do they make?", approve=False)
    plan = await made(asked)
    assert (plan.decision, plan.reason, plan.waits) == (Decision.ASK, "ambiguous", {WHOM: "What do {} make?"})
    assert (await made(replace(asked, setting="Who founded Acme AG?"))).decision is Decision.ENOUGH
