"""Weighing for several that answer one question: each weighs its own part, and all of it counts."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.domain.share import Share, hand_back
from answerable.facts.fact import OPEN
from answerable.facts.rows import disagreements
from answerable.stages.base import Seat, Weigh

# What the answer to a part of a question is worth at most: as much as an unfinished chain of facts.
PARTIAL = 0.4


class BesideWeigher:
    """An answer is as sure as the least sure of those who have something to say; the others are missing."""

    def __init__(self, shares: Sequence[tuple[Share, Weigh]]) -> None:
        self._shares = shares

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        found: dict[str, Weighing] = {}
        for share, weigh in self._shares:
            if part := share.part(ledger):
                view = share.of(ledger)
                found[share.name] = await weigh(share.asked(question, part), view, seat)
                hand_back(view, ledger)
        sure = [one.confidence for one in found.values() if one.confidence]
        sure += [OPEN] if sure and disagreements(question, ledger) else []
        partial = any(not one.confidence for one in found.values())
        return Weighing(
            confidence=min((*sure, *([PARTIAL] if partial else ())) if sure else (0.0,)),
            enough=bool(found) and all(one.enough for one in found.values()),
            missing=tuple(dict.fromkeys(text for one in found.values() for text in one.missing)),
            why="; ".join(one.why for one in found.values() if one.why),
            shares=found,
        )
