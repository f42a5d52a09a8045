"""Weighing the parts of several as one."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.domain.share import SHARES, Share, entry_of
from answerable.stages.base import Seat
from answerable.stages.weigh.beside import PARTIAL, BesideWeigher

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)


class Sure:
    """A weigher of fixed confidence that adds a line of its own to what is known."""

    def __init__(self, confidence: float, missing: tuple[str, ...] = ()) -> None:
        self.confidence, self.missing = confidence, missing
        self.heard: list[str] = []

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        self.heard.append(question.text)
        ledger.add(Findings((Evidence(f"of {question.text}", "", "", Locator("x"), NOW),)))
        return Weighing(self.confidence, enough=self.confidence > 0.85, missing=self.missing)


async def weighed(**weighers: Sure) -> tuple[Weighing, Ledger]:
    shares = {name: entry_of(f"part {name}", Plan(Decision.ACT)) for name in weighers if name != "idle"}
    ledger = Ledger(plans=[Plan(Decision.ACT, waits={SHARES: shares})])
    pairs = [(Share(name, frozenset({name})), weigher) for name, weigher in weighers.items()]
    return await BesideWeigher(pairs)(Question("whole", "c", "r", NOW), ledger, SEAT), ledger


async def test_an_answer_is_as_sure_as_its_weaker_half() -> None:
    weighing, _ = await weighed(rows=Sure(0.95), pages=Sure(0.6))
    assert weighing.confidence == 0.6
    assert not weighing.enough
    assert {name: one.confidence for name, one in weighing.shares.items()} == {"rows": 0.95, "pages": 0.6}


async def test_half_an_answer_is_not_sure() -> None:
    weighing, _ = await weighed(rows=Sure(0.95), pages=Sure(0.0, missing=("who?",)))
    assert weighing.confidence == PARTIAL
    assert weighing.missing == ("who?",)


async def test_who_took_no_part_is_not_asked() -> None:
    idle = Sure(0.1)
    weighing, _ = await weighed(rows=Sure(0.95), idle=idle)
    assert weighing.confidence == 0.95
    assert idle.heard == []


async def test_each_part_alone_is_weighed_and_kept() -> None:
    rows = Sure(0.9)
    _, ledger = await weighed(rows=rows, pages=Sure(0.9))
    assert rows.heard == ["part rows"]
    assert {piece.id for piece in ledger} == {"of part rows", "of part pages"}


async def test_nothing_known_is_not_sure_at_all() -> None:
    weighing, _ = await weighed(rows=Sure(0.0), pages=Sure(0.0))
    assert weighing.confidence == 0.0
