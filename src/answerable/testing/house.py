"""A house of fakes: sources that say what a test wants, and the real walk over them.

The stages between are as plain as can be (look at every source once, quote everything that was found), so
that a test of the walk, or of a plug-in source, does not depend on how well anything is ranked or worded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, Tell
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator
from answerable.domain.outcome import Claim, Draft, Objection, Objections, Outcome, Verdict, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import ALLOWED, Question, Ruling, Turn
from answerable.engine import Engine
from answerable.errors import SourceUnreachable
from answerable.sources.base import Card, Source
from answerable.stages.act import TaskActor
from answerable.stages.base import Seat
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class FakeSource:
    """Says its sentences, one piece of evidence each; or is down."""

    def __init__(self, name: str, *says: str, down: bool = False) -> None:
        self.card = Card(name, f"What {name} says.")
        self.asked: list[Task] = []
        self._says, self._down = says, down

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:  # noqa: ARG002
        """Everything it knows, whatever was asked."""
        self.asked.append(task)
        if self._down:
            raise SourceUnreachable(self.card.name, "nobody answered")
        pieces = tuple(self._piece(place, text) for place, text in enumerate(self._says))
        return Findings(pieces, pages=1)

    def _piece(self, place: int, text: str) -> Evidence:
        name = self.card.name
        where = Locator(name, f"https://{name}.example/page", path=(name,))
        return Evidence(f"{name}-{place}", text, name, where, NOON, score=0.9)


class OpenGuard:
    """Lets everything in, or refuses everything for one reason."""

    def __init__(self, refuses: str = "") -> None:
        self._ruling = Ruling(allowed=False, reason=refuses) if refuses else ALLOWED

    async def __call__(self, question: Question, seat: Seat) -> Ruling:  # noqa: ARG002
        """The same ruling for every question."""
        return self._ruling


class EagerPlanner:
    """Looks at every source; `rounds` is how often it asks for more before it is content."""

    def __init__(self, names: Sequence[str], rounds: float = 1) -> None:
        self._names, self._rounds = names, rounds
        self.asked = 0

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:  # noqa: ARG002
        """One task per source, until content."""
        self.asked += 1
        if self.asked > self._rounds:
            return Plan(Decision.ENOUGH, why="content")
        tasks = tuple(Task(f"{name}-{self.asked}", name, "look", question.text) for name in self._names)
        return Plan(Decision.ACT, tasks)


class PlainWeigher:
    """Content with any evidence."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        """Sure when there is something, unsure when there is nothing."""
        return Weighing(confidence=1.0 if len(ledger) else 0.0, enough=bool(len(ledger)))


class QuotingDrafter:
    """Quotes every piece of evidence; keeps the objections that it was given."""

    def __init__(self) -> None:
        self.objections: list[Objections] = []

    async def __call__(
        self,
        question: Question,  # noqa: ARG002
        ledger: Ledger,
        weighing: Weighing,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        objections: Objections = (),
    ) -> Draft:
        """One claim per piece."""
        self.objections.append(tuple(objections))
        return Draft(tuple(Claim(piece.text, (piece.id,), piece.text) for piece in ledger))


class CitationChecker:
    """Passes a claim whose evidence is in the ledger; `objects` is how many drafts it turns down first."""

    def __init__(self, objects: int = 0) -> None:
        self._objects = objects

    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:  # noqa: ARG002
        """What the ledger holds may pass."""
        if self._objects > 0:
            self._objects -= 1
            return Verdict((), (Objection(0, "support", "not yet"),))
        return Verdict(tuple(claim for claim in draft.claims if all(e in ledger for e in claim.evidence)))


class FakeHouse:
    """The real engine over any sources; replace a stage by its name, and see `heard` for what was told."""

    def __init__(self, *sources: Source, limits: Limits | None = None, **stages: Any) -> None:
        self.heard: list[Event] = []
        self._limits = limits or Limits()
        names = [source.card.name for source in sources]
        plain = Engine(
            guard=OpenGuard(),
            recall=TurnRecall(),
            plan=EagerPlanner(names),
            act=TaskActor({source.card.name: source for source in sources}),
            weigh=PlainWeigher(),
            draft=QuotingDrafter(),
            verify=CitationChecker(),
            settle=Settler("the fakes"),
        )
        self.engine = replace(plain, **stages)

    def question(self, text: str, turns: Sequence[Turn] = ()) -> Question:
        """A question at noon of a fixed day."""
        return Question(text, conversation="talk", run="run", now=NOON, turns=tuple(turns))

    def budget(self) -> Budget:
        """A purse whose clock stands still."""
        return Budget(self._limits, lambda: 0.0)

    async def ask(self, text: str, turns: Sequence[Turn] = ()) -> Outcome:
        return await self.engine.walk(self.question(text, turns), self.budget(), self.heard.append)
