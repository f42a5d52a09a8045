"""A walk made durable: every stage gives what it recorded if it was here before, and records what it gives if not.

The walk itself is the engine's. After a crash it is walked again from the start, and arrives within milliseconds
where it had got to, because every finished stage hands over what it found the first time. Reads of one wave share a
record; a call to a tool has its own, and its permit's id (the same run, the same task) makes it happen once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, RunResumed, Tell, silence
from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger
from answerable.domain.nouns import from_json, to_json
from answerable.domain.outcome import Draft, Outcome, Verdict, Walked, Weighing
from answerable.domain.plan import Plan, Task
from answerable.domain.question import Question, Ruling
from answerable.engine import Engine
from answerable.errors import AnswerableError
from answerable.stages.base import Act, Seat, Settle
from answerable.store.runs import StoredStep

Keep = Callable[[StoredStep], asyncio.Future[Any] | None]  # nothing to wait for where it is only noted

# What each stage gives, and whether the walk waits until it is on the disk. What costs nothing to do again rides
# along with the next one that waits.
_STAGES: dict[str, tuple[Any, bool]] = {
    "guard": (Ruling, False),
    "recall": (tuple[Question, Ledger], False),
    "plan": (Plan, True),
    "weigh": (Weighing, False),
    "draft": (Draft, True),
    "verify": (Verdict, False),
}


class RecordDiffers(AnswerableError):
    """The walk went another way than the one that was recorded; the code changed in between."""


class RunClock:
    """Seconds a run has walked: it stands still while nobody walks it, and when the run is settled."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._began = clock, clock()
        self._at: float | None = None

    def __call__(self) -> float:
        return self._clock() - self._began if self._at is None else self._at

    def set(self, seconds: float) -> None:
        """Go on from so many seconds."""
        self._began = self._clock() - seconds

    def hold(self, seconds: float) -> None:
        """Stand still at so many seconds."""
        self._at = seconds


class Tape:
    """What a run recorded, and what it goes on to record."""

    def __init__(
        self,
        recorded: Sequence[StoredStep],
        limits: Limits,
        keep: Keep | None,
        tell: Tell,
        *,
        told: int = 0,
    ) -> None:
        self._recorded, self._keep, self._tell = recorded, keep, tell
        self._told = told  # events that stand in the log behind the last recorded step
        self._resumed = bool(recorded or told)  # somebody walked here before
        self._clock = RunClock()
        self.budget = Budget(limits, self._clock)
        self._place = 0

    async def walk(self, engine: Engine, question: Question) -> Outcome:
        """The engine's walk, over stages that record."""
        stages: dict[str, Any] = {name: self._stage(name, getattr(engine, name)) for name in _STAGES}
        durable = replace(engine, **stages, act=self._act(engine.act), settle=self._settle(engine.settle))
        return await durable.walk(question, self.budget, self.hear)

    def hear(self, event: Event) -> None:
        """Pass on what was not told before: the walk repeats itself until it is where it had got to."""
        if self._place < len(self._recorded):
            return
        if self._told > 0:
            self._told -= 1
        else:
            self._tell(event)

    def take(self, name: str) -> StoredStep | None:
        """The next recorded step, if the walk was here before."""
        if self._place >= len(self._recorded):
            self._go_live(name)
            return None
        step = self._recorded[self._place]
        if step.name != name:
            raise RecordDiffers(f"Step {step.place} was {step.name!r}; the walk now does {name!r}.")
        self._place += 1
        for kind, amount in step.spent.items():
            if kind != "seconds":
                self.budget.note(kind, amount - self.budget.spent(kind))
        self._clock.set(step.spent["seconds"])
        return step

    def keep(self, name: str, gave: Any) -> asyncio.Future[Any] | None:
        """Record what a stage gave."""
        assert self._keep is not None
        spent = {limit.name: self.budget.spent(limit.name) for limit in fields(Limits)}
        self._place += 1
        return self._keep(StoredStep(self._place, name, gave, spent))

    def _settle(self, settle: Settle) -> Settle:
        """Fix what the run cost, so that the outcome says the same whenever it is made again."""

        def end(walked: Walked, seat: Seat) -> Outcome:
            if step := self.take("settle"):
                self._clock.hold(step.spent["seconds"])
            else:
                self._clock.hold(self.budget.spent("seconds"))
                self.keep("settle", None)
            return settle(walked, seat)

        return end

    def _go_live(self, name: str) -> None:
        if self._keep is None:
            raise RecordDiffers(f"The record ends after {self._place} steps; the walk goes on to {name!r}.")
        self._told = 0
        if self._resumed:
            self._resumed = False
            self._tell(RunResumed(self._place))

    def _stage(self, name: str, stage: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        kind, safe = _STAGES[name]

        async def step(*given: Any) -> Any:
            ledger = next((noun for noun in given if isinstance(noun, Ledger)), None)
            return await self._step(name, lambda: stage(*given), ledger, kind, safe=safe)

        return step

    def _act(self, act: Act) -> Act:
        async def waves(plan: Plan, question: Question, ledger: Ledger, seat: Seat) -> None:
            for tasks in _groups(plan):
                part = replace(plan, tasks=tasks)
                await self._step("act", partial(act, part, question, ledger, seat), ledger, None, safe=True)

        return waves

    async def _step(
        self, name: str, do: Callable[[], Awaitable[Any]], ledger: Ledger | None, kind: Any, *, safe: bool
    ) -> Any:
        """What a stage gave and added to the ledger: out of the record, or done now and recorded."""
        if recorded := self.take(name):
            if ledger is not None and recorded.gave["added"]:
                _add(ledger, recorded.gave["added"])
            return from_json(kind, recorded.gave["gave"])
        before = _Before(ledger) if ledger is not None else None
        gave = await do()
        added = before.added() if before else {}
        kept = self.keep(name, {"gave": to_json(gave), "added": to_json(added)})
        if safe and kept:
            await asyncio.shield(kept)
        return gave


def _groups(plan: Plan) -> Iterator[tuple[Task, ...]]:
    """Each wave's reads together, each of its calls alone. What a task waits for is done when its group begins."""
    for wave in plan.waves():
        free = [replace(task, needs=()) for task in wave]
        if reads := tuple(task for task in free if task.verb != "call"):
            yield reads
        yield from ((task,) for task in free if task.verb == "call")


class _Before:
    """A ledger as it was, to tell what was added to it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._evidence = {piece.id: piece for piece in ledger}
        self._gaps, self._journey, self._pages = len(ledger.gaps), len(ledger.journey), ledger.pages
        self._leads, self._visited = dict(ledger.leads), set(ledger.visited)

    def added(self) -> dict[str, Any]:
        """Only what is new; nothing where nothing is."""
        now = self._ledger
        added = {
            "evidence": [piece for piece in now if self._evidence.get(piece.id) is not piece],
            "gaps": now.gaps[self._gaps :],
            "leads": [lead for lead in now.leads.values() if self._leads.get(lead.url) is not lead],
            "visited": now.visited - self._visited,
            "journey": now.journey[self._journey :],
            "pages": now.pages - self._pages,
        }
        return {name: what for name, what in added.items() if what}


def _add(ledger: Ledger, added: Mapping[str, Any]) -> None:
    """Put into a ledger what was added to it the first time."""
    findings = Findings(
        evidence=from_json(tuple[Evidence, ...], added.get("evidence", ())),
        gaps=from_json(tuple[Gap, ...], added.get("gaps", ())),
        leads=from_json(tuple[Lead, ...], added.get("leads", ())),
        pages=ledger.pages + added.get("pages", 0),
    )
    ledger.add(findings)
    ledger.visited.update(added.get("visited", ()))
    ledger.journey.extend(from_json(list[tuple[str, str]], added.get("journey", [])))


async def replay(
    engine: Engine, question: Question, recorded: Sequence[StoredStep], limits: Limits
) -> Outcome:
    """Walk a recorded run again, out of its record alone; raises `RecordDiffers` where the walk leaves it."""
    tape = Tape(recorded, limits, None, silence)
    return await tape.walk(engine, question)
