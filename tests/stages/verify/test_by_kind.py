"""Drafts of rows and pages at their own gates."""

from __future__ import annotations

from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.outcome import Claim, Draft, Verdict
from answerable.domain.question import Question
from answerable.stages.verify import Verifier
from answerable.stages.verify.by_kind import KindVerifier
from answerable.stages.verify.cells import CellVerifier

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LEDGER = Ledger()
LEDGER.add(
    Findings(
        (
            Evidence("row", "count: 12", "", Locator("database"), NOW, table=Table(("count",), ((12,),))),
            Evidence("page", "The warranty is 24 months.", "", Locator("search", "http://x.example"), NOW),
        )
    )
)
ROW, PAGE = Claim("There are 12.", ("row",)), Claim("The warranty is 24 months.", ("page",))


async def verify(*claims: Claim, elements: tuple[dict[str, object], ...] = ()) -> Verdict:
    asked = Question("How many, and what warranty?", "c", "r", NOW)
    return await KindVerifier(CellVerifier(), Verifier())(asked, Draft(claims, elements=elements), LEDGER)


async def test_both_kinds_pass_in_their_order() -> None:
    verdict = await verify(PAGE, ROW)
    assert [claim.text for claim in verdict.passed] == [PAGE.text, ROW.text]
    assert verdict.clean


async def test_a_foreign_number_is_stopped_in_either() -> None:
    verdict = await verify(
        Claim("There are 13.", ("row",)), PAGE, Claim("The warranty is 36 months.", ("page",))
    )
    assert [claim.text for claim in verdict.passed] == [PAGE.text]
    assert {objection.claim for objection in verdict.objections} == {0, 2}


async def test_a_foreign_cell_stops_everything() -> None:
    table: dict[str, object] = {"type": "table", "columns": ["count"], "rows": [[99]]}
    verdict = await verify(ROW, PAGE, elements=(table,))
    assert verdict.passed == ()
    assert not verdict.clean


async def test_a_claim_without_evidence_is_stopped() -> None:
    verdict = await verify(Claim("Trust me.", ()))
    assert verdict.passed == ()
