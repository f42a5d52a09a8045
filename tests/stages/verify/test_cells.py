"""What records carry: cells, counts and the question's own words; nothing else passes."""

from __future__ import annotations

from typing import Any

import pytest

from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.outcome import Claim, Draft, Verdict
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.stages.verify.cells import CellVerifier
from answerable.testing.house import NOON

TABLE = Table(("city", "pieces", "share"), (("Zurich", 2412, 0.4137), ("Bern", 17.5, None)))
PIECE = Evidence(
    "q1", "city | pieces\nZurich | 2412", "Stock by city", Locator("db"), NOON, table=TABLE, query="SELECT 1"
)


async def verify(
    text: str, *elements: dict[str, Any], cites: str = "q1", language: str = "en", plan: Plan | None = None
) -> Verdict:
    ledger = Ledger()
    ledger.plans += [plan] if plan else []
    ledger.add(Findings((PIECE,)))
    question = Question("How much stock of article 4711?", "talk", "run", NOON, language=language)
    return await CellVerifier()(question, Draft((Claim(text, (cites,)),), elements=elements), ledger)


@pytest.mark.parametrize(
    "text",
    [
        "Zurich holds 2,412 pieces.",
        "There are 2 cities.",
        "Bern holds 17.5 pieces.",
        "Article 4711 is at Zurich: 2412.",
        "41 % of it is in Zurich.",
        "41.4 % of it is in Zurich.",
        "It takes 17.5 days.",
        "There are 2,412 hours left.",
    ],
)
async def test_what_the_cells_hold_passes(text: str) -> None:
    assert (await verify(text)).clean


async def test_german_writing_is_the_same_number() -> None:
    assert (await verify("Zurich: 2.412 Stück, Bern: 17,5.", language="de")).clean


@pytest.mark.parametrize(
    "text", ["Zurich holds 2,413 pieces.", "The city of Basel holds 2,412 pieces.", "It is 42 %."]
)
async def test_what_no_cell_holds_is_stopped(text: str) -> None:
    verdict = await verify(text)
    assert not verdict.passed
    assert verdict.objections


async def test_a_claim_must_cite_records() -> None:
    assert [o.kind for o in (await verify("Zurich holds 2,412 pieces.", cites="q9")).objections] == [
        "citation"
    ]


async def test_a_unit_of_the_catalog_may_be_said() -> None:
    task = Task("q", "db", "query", "?", arguments={"says": "Stock", "reading": {"units": ["XYZ"]}})
    claim = "Summe: 2.412 XYZ."
    assert (await verify(claim, language="de", plan=Plan(Decision.ACT, (task,)))).clean
    assert not (await verify(claim, language="de")).clean


async def test_a_foreign_cell_stops_the_table() -> None:
    good = {"type": "table", "columns": ["city"], "rows": [["Zurich"], ["Bern"]]}
    bad = {"type": "table", "columns": ["city"], "rows": [["Zurich"], ["Basel"]]}
    assert (await verify("There are 2 cities.", good)).clean
    assert [o.kind for o in (await verify("There are 2 cities.", bad)).objections] == ["cell"]


async def test_a_chart_is_checked_like_a_table() -> None:
    spec = {"data": {"values": [{"city": "Zurich", "pieces": 9}]}}
    assert not (await verify("There are 2 cities.", {"type": "chart", "spec": spec})).clean


@pytest.mark.parametrize(("label", "clean"), [("Zurich 2,412", True), ("Bern 2,412", False)])
async def test_a_bar_is_named_by_its_row(label: str, *, clean: bool) -> None:
    spec = {"data": {"values": [{"group": label, "value": 0.4137}]}}
    assert (await verify("There are 2 cities.", {"type": "chart", "spec": spec})).clean is clean
