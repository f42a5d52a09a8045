"""Weighing receipts: a call was made or it was not. There is nothing between."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.stages.base import Seat


class ReceiptWeigher:
    """Sure of what tools gave; what a tool refused is missing. Whether it is enough, the planner says."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        receipts = [
            piece for piece in ledger if piece.kind in ("receipt", "record", "clause") and piece.trust
        ]
        refused = tuple(gap.asked for gap in ledger.gaps)
        return Weighing(1.0 if receipts else 0.0, enough=bool(receipts) and not refused, missing=refused)
