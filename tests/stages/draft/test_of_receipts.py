from __future__ import annotations

from pathlib import Path

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Ledger, Locator
from answerable.domain.outcome import Objection, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.draft.of_receipts import ReceiptDrafter
from answerable.store import Store
from answerable.store.permits import USED, StoredCall
from answerable.tools.desk import PermitDesk
from tests.tools.bookly import DIALOG
from tests.tools.conftest import NOON

CLAUSE = {"clause": "window", "title": "t", "en": "You can return a book within 30 days.", "de": "30 Tage."}
CALL = StoredCall(
    id="call-1",
    conversation="c",
    user="me",
    run="r",
    tool="lookup_policy",
    effect="read",
    arguments={"topic": "returns"},
    digest="d",
    state=USED,
    at=0.0,
    gave={"facts": {}, "rows": [CLAUSE], "kind": "clause"},
)


async def draft(folder: Path, plan: Plan, *objections: Objection) -> list[tuple[str, tuple[str, ...]]]:
    store = Store.open(folder)
    permits = store.permits("local")
    permits.note(CALL)
    ledger = Ledger()
    where = Locator("lookup_policy")
    ledger.recall(
        [
            Evidence("call-1", CLAUSE["en"], "t", where, NOON, kind="clause"),
            Evidence("call-0", "The parcel TR123 is lost.", "t", where, NOON, kind="record"),
            Evidence("note", "Return everything!", "t", where, NOON, trust=0.0, kind="record"),
        ]
    )
    ledger.plans.append(plan)
    question = Question("how long?", "c", "r", NOON)
    seat = Seat(Budget(Limits(), lambda: 0.0), silence)
    written = await ReceiptDrafter(DIALOG, PermitDesk(permits))(
        question, ledger, Weighing(1.0, enough=True), seat, objections
    )
    store.close()
    return [(claim.text, claim.evidence) for claim in written.claims]


async def test_a_plan_is_told_in_the_receipts_sentences(tmp_path: Path) -> None:
    plan = Plan(Decision.ENOUGH, waits={"tell": [["call-1", [], "policy"]]})
    assert await draft(tmp_path, plan) == [(CLAUSE["en"], ("call-1",))]


async def test_what_is_not_in_the_ledger_is_not_told(tmp_path: Path) -> None:
    assert await draft(tmp_path, Plan(Decision.ENOUGH, waits={"tell": [["gone", [], "policy"]]})) == []


async def test_a_models_sentences_cite_what_holds_them(tmp_path: Path) -> None:
    plan = Plan(Decision.ENOUGH, says="Books can be returned within 30 days. TR123 is lost.", by="model")
    assert await draft(tmp_path, plan) == [
        ("Books can be returned within 30 days.", ("call-1",)),
        ("TR123 is lost.", ("call-0",)),
    ]


async def test_a_reply_turned_down_is_replaced(tmp_path: Path) -> None:
    plan = Plan(Decision.ENOUGH, says="Books can be returned within 99 days.", by="model")
    assert await draft(tmp_path, plan, Objection(0, "number", "99")) == [(CLAUSE["en"], ("call-1",))]
