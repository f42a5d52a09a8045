"""Drafts from rows and pages together."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.outcome import Draft, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.draft.with_web import MOST, MOST_OPEN, LineDrafter

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)
ROW = Table(("article", "name", "maker"), (("4711", "Lamp", "Lumen"),))


def known(*lines: str, rows: Table = ROW) -> Ledger:
    ledger = Ledger(plans=[Plan(Decision.ACT, waits={"looked": ["S"]})])
    pages = [
        Evidence(f"l{n}", text, "Sheet", Locator("search", "http://x.example"), NOW, score=1.0 - n / 10)
        for n, text in enumerate(lines)
    ]
    row = Evidence("row", "4711, Lamp, Lumen", "", Locator("database"), NOW, table=rows, query="S")
    ledger.add(Findings((row, *pages)))
    return ledger


async def draft(ledger: Ledger, language: str = "en") -> Draft:
    asked = Question("its warranty", "c", "r", NOW, language=language)
    return await LineDrafter("search")(asked, ledger, Weighing(1.0, True), SEAT)


async def test_the_thing_is_named_before_what_pages_say() -> None:
    made = await draft(known("warranty | 24 months"))
    assert [(claim.text, claim.evidence) for claim in made.claims] == [
        ("4711 is Lamp, Lumen.", ("row",)),
        ("warranty: 24 months", ("l0",)),
    ]
    assert made.claims[-1].quote == "warranty | 24 months"


async def test_many_rows_of_a_name_are_not_told() -> None:
    many = Table(ROW.columns, (*ROW.rows, ("4712", "Bulb", "Lumen")))
    made = await draft(known("warranty | 24 months", rows=many))
    assert [claim.text for claim in made.claims] == ["warranty: 24 months"]


async def test_silent_pages_are_a_gap_and_no_answer() -> None:
    made = await draft(known())
    assert (made.claims, made.reason) == ((), "not_found")
    assert [gap.asked for gap in made.gaps] == ["its warranty"]


async def test_an_answer_quotes_few_lines() -> None:
    made = await draft(known(*(f"line {n}" for n in range(9))))
    assert len(made.claims) == 1 + MOST


async def test_whatever_is_said_fills_more_lines() -> None:
    ledger = known(*(f"line {n}" for n in range(9)))
    ledger.plans.append(Plan(Decision.ACT, waits={"wanted": []}))
    assert len((await draft(ledger)).claims) == 1 + MOST_OPEN


async def test_rows_of_several_pages_name_their_page() -> None:
    ledger = known("warranty | 24 months")
    other = Locator("search", "http://y.example")
    ledger.add(Findings((Evidence("o", "warranty | 60 months", "Other sheet", other, NOW, score=0.5),)))
    told = [claim.text for claim in (await draft(ledger)).claims[1:]]
    assert told == ["Sheet: warranty: 24 months", "Other sheet: warranty: 60 months"]
