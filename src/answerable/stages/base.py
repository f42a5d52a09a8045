"""The signature of every stage: its whole contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Draft, Objections, Outcome, Verdict, Walked, Weighing
from answerable.domain.plan import Plan
from answerable.domain.question import Question, Ruling


@dataclass(frozen=True)
class Seat:
    """What a stage is given besides its nouns: what it may spend and whom to tell."""

    budget: Budget
    tell: Tell


class Guard(Protocol):
    async def __call__(self, question: Question, seat: Seat) -> Ruling:
        """May this question be worked on?"""
        ...


class Recall(Protocol):
    async def __call__(self, question: Question, seat: Seat) -> tuple[Question, Ledger]:
        """Bring in what is known: earlier turns, their evidence, what the question's words refer to."""
        ...


class Planner(Protocol):
    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        """Decide what to do next: act on tasks, or enough, ask, refuse."""
        ...


class Act(Protocol):
    async def __call__(self, plan: Plan, question: Question, ledger: Ledger, seat: Seat) -> None:
        """Do the plan's tasks, those that can start now in parallel; put what comes home into the ledger."""
        ...


class Weigh(Protocol):
    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        """Hold what is known against what was asked."""
        ...


class Drafter(Protocol):
    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,
        seat: Seat,
        objections: Objections = (),
        /,
    ) -> Draft:
        """Write only what the ledger can carry; with objections, write it again without them."""
        ...


class Verify(Protocol):
    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        """Check every claim against its evidence."""
        ...


class Settle(Protocol):
    def __call__(self, walked: Walked, seat: Seat) -> Outcome:
        """Turn a walk into one of the four endings."""
        ...
