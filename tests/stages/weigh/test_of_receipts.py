from __future__ import annotations

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Findings, Gap, Ledger, Locator
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.weigh.of_receipts import ReceiptWeigher
from tests.tools.conftest import NOON

RECEIPT = Evidence("1", "done", "t", Locator("tool"), NOON, kind="receipt")
NOTE = Evidence("2", "a note", "t", Locator("tool"), NOON, trust=0.0, kind="record")


async def weigh(*pieces: Evidence, gaps: tuple[Gap, ...] = ()) -> tuple[float, bool, tuple[str, ...]]:
    ledger = Ledger()
    ledger.add(Findings(pieces, gaps))
    seat = Seat(Budget(Limits(), lambda: 0.0), silence)
    found = await ReceiptWeigher()(Question("q", "c", "r", NOON), ledger, seat)
    return found.confidence, found.enough, found.missing


async def test_a_receipt_is_certain() -> None:
    assert await weigh(RECEIPT) == (1.0, True, ())


async def test_words_of_others_prove_nothing() -> None:
    assert await weigh(NOTE) == (0.0, False, ())


async def test_a_refused_call_is_missing() -> None:
    assert await weigh(RECEIPT, gaps=(Gap("pay", "not_confirmed: ask"),)) == (1.0, False, ("pay",))
