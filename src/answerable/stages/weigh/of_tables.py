"""Weighing results of queries: what came home, what failed, and how far the words had to be stretched."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.stages.base import Seat

# A reading that takes every word as it stands; and what each step of stretching its words costs, at most so much.
# Chosen, not measured.
SURE, STRETCH, MOST = 0.97, 0.2, 0.3


class TableWeigher:
    """A result is a result: nothing has to be found twice. Confidence falls with the stretch of the reading."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        plan = ledger.plans[-1]
        failed = tuple(task.question for task in plan.tasks if task.arguments["sql"] not in _answered(ledger))
        missing = (*failed, *plan.waits.get("missing", ()))
        costs = [float(task.arguments["reading"]["cost"]) for task in plan.tasks]
        confidence = (
            0.0 if len(failed) == len(plan.tasks) else SURE - min(MOST, max(costs, default=0.0) * STRETCH)
        )
        return Weighing(confidence=confidence, enough=not missing, missing=missing, why=plan.why)


def _answered(ledger: Ledger) -> set[str]:
    return {piece.query for piece in ledger if piece.table}
