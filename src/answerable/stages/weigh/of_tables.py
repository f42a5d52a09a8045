"""Weighing results of queries: what came home, what failed, and how far the words had to be stretched."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.stages.base import Seat

# A reading that takes every word as it stands; and what each step of stretching its words costs, at most so much.
# Chosen, not measured.
SURE, STRETCH, MOST = 0.97, 0.2, 0.3
# A query that a model wrote runs and is true of the database, but may not be what was meant. Chosen, not measured.
BY_MODEL = 0.7


class TableWeigher:
    """A result is a result: nothing has to be found twice. Confidence falls with the stretch of the reading."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        came_home = {piece.query for piece in ledger.fresh() if piece.table}
        queries = [task for plan in ledger.plans for task in plan.tasks if task.verb == "query"]
        answered = [task for task in queries if task.arguments["sql"] in came_home]
        told = {task.arguments.get("part") for task in answered}  # of rival readings, one is enough
        failed = tuple(task.question for task in queries if task.arguments.get("part") not in told)
        missing = (*failed, *(text for plan in ledger.plans for text in plan.waits.get("missing", ())))
        confidence = min((_confidence(task) for task in answered), default=0.0)
        return Weighing(
            confidence=confidence,
            enough=bool(answered) and not missing,
            missing=missing,
            why=ledger.plans[-1].why,
        )


def _confidence(task: Task) -> float:
    if "reading" not in task.arguments:
        return BY_MODEL
    return SURE - min(MOST, float(task.arguments["reading"]["cost"]) * STRETCH)
