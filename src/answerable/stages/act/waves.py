"""Waves of tasks: those that can start now run together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from answerable.domain.calls import DOUBTFUL
from answerable.domain.events import TaskEnded, TaskStarted
from answerable.domain.evidence import Findings, Gap, Ledger
from answerable.domain.plan import Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, SourceError
from answerable.lists import read_list
from answerable.sources.base import Source
from answerable.stages.base import Seat

_FOUND = read_list(__package__, "found.toml")


class TaskActor:
    """Sends tasks to their sources and puts what comes home into the ledger."""

    def __init__(
        self, sources: Mapping[str, Source], commands: Callable[[str], bool] = lambda _: False
    ) -> None:
        self.sources = sources
        self._commands = commands  # does this text give orders to a reader like us?

    async def __call__(self, plan: Plan, question: Question, ledger: Ledger, seat: Seat) -> None:
        for wave in plan.waves():
            tries = (self._do(task, question, ledger, seat) for task in wave)
            found = await asyncio.gather(*tries)
            # Into the ledger in the plan's order, not in the order of arrival: equal runs give equal ledgers.
            for task, findings in zip(wave, found, strict=True):
                findings = self._only_information(findings)
                fresh = ledger.add(findings)
                ledger.visited.update(task.targets)
                ledger.journey.append((_did(task), _found(fresh, len(findings.gaps), question.language)))

    def _only_information(self, findings: Findings) -> Findings:
        """Text that gives orders instead of information never becomes evidence; it is told as a gap."""
        orders = [piece for piece in findings.evidence if self._commands(piece.text)]
        if not orders:
            return findings
        kept = tuple(piece for piece in findings.evidence if piece not in orders)
        gaps = tuple(
            Gap(piece.locator.address, "it gives instructions to a robot, so it is not used")
            for piece in orders
        )
        return replace(findings, evidence=kept, gaps=findings.gaps + gaps)

    async def _do(self, task: Task, question: Question, ledger: Ledger, seat: Seat) -> Findings:
        seat.tell(TaskStarted(task.id, task.source, task.targets))
        if task.verb == "call" and any(gap.why.startswith(DOUBTFUL) for gap in ledger.gaps):
            # Whatever this call is for may rest on one that nobody knows the end of.
            findings = Findings(gaps=(Gap(task.source, "not_tried: a call before it is in doubt"),))
        else:
            findings = await self._read(task, question, seat)
        seat.tell(TaskEnded(task.id, len(findings.evidence), len(findings.gaps)))
        return findings

    async def _read(self, task: Task, question: Question, seat: Seat) -> Findings:
        source = self.sources.get(task.source)
        if source is None:
            known = ", ".join(sorted(self.sources))
            return Findings(gaps=(Gap(task.source, f"there is no such source; known are {known}"),))
        try:
            return await source.read(task, question, seat.budget, seat.tell)
        except SourceError as error:
            return Findings(gaps=(Gap(error.asked, error.why),))
        except BudgetSpent as error:
            return Findings(gaps=(Gap(task.question, str(error)),))


def _did(task: Task) -> str:
    return f"{task.verb} {', '.join(task.targets)}" if task.targets else f"{task.verb} in {task.source}"


def _found(fresh: int, gaps: int, language: str) -> str:
    says = _FOUND.get(language, _FOUND["en"])
    new = says["none" if not fresh else "one" if fresh == 1 else "many"].format(n=fresh)
    return f"{new}, {says['missing'].format(n=gaps)}" if gaps else new
