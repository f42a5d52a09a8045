"""Statements that stand ahead of the sources: an operator's pinned answer, what a person asked us to remember.

They take the one walk like any other answer. A plan names them as a task, acting on it puts them into the ledger as
evidence, the draft repeats them word for word and cites them, and the general verifier checks that it does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from answerable.domain.events import TaskEnded, TaskStarted
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator
from answerable.domain.outcome import Claim, Draft, Objections, Verdict, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.stages.base import Seat
from answerable.stages.verify import Verifier

OVERRIDE, MEMORY = "override", "memory"

Speak = Callable[[Question, Seat], Awaitable[Plan | None]]


@dataclass(frozen=True)
class Statement:
    """Something a person stated: the words, and who said them when."""

    id: str
    text: str
    title: str
    at: datetime

    def plain(self) -> dict[str, Any]:
        return {"id": self.id, "text": self.text, "title": self.title, "at": self.at.isoformat()}


def stated(by: str, question: Question, statements: Sequence[Statement], why: str) -> Plan:
    """A plan whose only task is to bring these statements in; what was waiting goes on waiting."""
    arguments = {"statements": [one.plain() for one in statements]}
    task = Task(by, by, "look", question.text, arguments=arguments)
    waits = question.turns[-1].waits if question.turns else {}
    return Plan(Decision.ACT, (task,), why=why, by=by, waits=waits)


def evidence_of(source: str, statements: Sequence[dict[str, Any]]) -> Findings:
    """Statements as evidence: what was said, by whom, when."""
    return Findings(tuple(_piece(source, one) for one in statements))


def _piece(source: str, one: dict[str, Any]) -> Evidence:
    where, at = Locator(source, path=(one["title"],)), datetime.fromisoformat(one["at"])
    return Evidence(one["id"], one["text"], one["title"], where, at, score=1.0, kind="statement")


def ahead(engine: Engine, speak: Speak) -> Engine:
    """The same walk, with somebody who may speak before its planner does."""
    seats = _Ahead(engine, speak)
    return replace(
        engine, plan=seats.plan, act=seats.act, weigh=seats.weigh, draft=seats.draft, verify=seats.verify
    )


class _Ahead:
    """Everything is read off the plans in the ledger, so that a walk goes on rightly after a crash."""

    def __init__(self, engine: Engine, speak: Speak) -> None:
        self._inner, self._speak, self._check = engine, speak, Verifier()

    async def plan(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if task := _stated(ledger):
            return Plan(Decision.ENOUGH, why=ledger.plans[-1].why, by=task.source)
        spoken = None if ledger.plans else await self._speak(question, seat)
        return spoken or await self._inner.plan(question, ledger, weighing, seat)

    async def act(self, plan: Plan, question: Question, ledger: Ledger, seat: Seat) -> None:
        if (task := _task(plan)) is None:
            return await self._inner.act(plan, question, ledger, seat)
        seat.tell(TaskStarted(task.id, task.source, ()))
        ledger.add(found := evidence_of(task.source, task.arguments["statements"]))
        ledger.journey.append((f"look in {task.source}", f"{len(found.evidence)} statements"))
        seat.tell(TaskEnded(task.id, len(found.evidence), 0))
        return None

    async def weigh(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        if task := _stated(ledger):
            return Weighing(confidence=1.0, enough=True, why=ledger.plans[-1].why, by=task.source)
        return await self._inner.weigh(question, ledger, seat)

    async def draft(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        if task := _stated(ledger):
            said = task.arguments["statements"]
            return Draft(tuple(Claim(one["text"], (one["id"],), one["text"]) for one in said), by=task.source)
        return await self._inner.draft(question, ledger, weighing, seat, objections)

    async def verify(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        check = self._check if draft.by in (OVERRIDE, MEMORY) else self._inner.verify
        return await check(question, draft, ledger)


def _stated(ledger: Ledger) -> Task | None:
    """The statements this walk stands on, if it does."""
    return next((task for plan in ledger.plans if (task := _task(plan))), None)


def _task(plan: Plan) -> Task | None:
    return next((task for task in plan.tasks if "statements" in task.arguments), None)
