"""Writing from results of queries: one number as a sentence, a few as a table, a series as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Weighing
from answerable.domain.plan import Plan, Task
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.tables import Reading, say

# What a citation shows of a long result; the whole stands in the table beside the answer.
QUOTE = 300


class TableDrafter:
    """Says what each query gave; what failed or was not understood is named as a gap."""

    async def __call__(
        self,
        question: Question,  # noqa: ARG002
        ledger: Ledger,
        weighing: Weighing,
        seat: Seat,  # noqa: ARG002
        objections: Sequence[Objection] = (),  # noqa: ARG002 a result cannot be worded otherwise
    ) -> Draft:
        claims: list[Claim] = []
        elements: list[dict[str, Any]] = []
        for task in _answered(ledger.plans, ledger):
            piece = _result(task, ledger)
            if piece is None or piece.table is None:
                continue
            said = say(Reading.from_plain(task.arguments["reading"]), piece.table)
            part = int(task.arguments["part"])
            claims += [Claim(text, (piece.id,), piece.text[:QUOTE], part) for text in said.sentences]
            elements += said.elements
        failed = {task.question for task in ledger.plans[0].tasks}
        gaps = tuple(Gap(text, _why(text, failed, ledger)) for text in weighing.missing)
        reason = "" if claims else ("source_down" if ledger.gaps else "not_found")
        return Draft(tuple(claims), gaps=gaps, elements=tuple(elements), reason=reason)


def _answered(plans: Sequence[Plan], ledger: Ledger) -> list[Task]:
    """One task for each part: the first whose query came home (rivals with the same result are one)."""
    by_part: dict[int, Task] = {}
    for task in plans[0].tasks:
        if _result(task, ledger):
            by_part.setdefault(int(task.arguments["part"]), task)
    return list(by_part.values())


def _result(task: Task, ledger: Ledger) -> Evidence | None:
    return next((piece for piece in ledger if piece.query == task.arguments["sql"] and piece.table), None)


def _why(text: str, failed: set[str], ledger: Ledger) -> str:
    if text in failed and ledger.gaps:
        return ledger.gaps[0].why
    return "this part was not understood"
