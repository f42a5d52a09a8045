"""Weighing without a model: the best evidence's score is the confidence."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.stages.base import Seat

ENOUGH = 0.8


class RuleWeigher:
    """Trusts the calibrated scores that sources give their evidence."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        best = ledger.best(1)
        confidence = best[0].score if best else 0.0
        return Weighing(confidence=confidence, enough=confidence >= ENOUGH)
