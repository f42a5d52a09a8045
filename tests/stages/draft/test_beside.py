"""Drafts of several as one."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Gap, Ledger, Locator
from answerable.domain.outcome import Claim, Draft, Objection, Objections, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.domain.share import LEFT, SHARES, Share, entry_of
from answerable.stages.base import Seat
from answerable.stages.draft.beside import BesideDrafter

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)
ASKED = Question("How many are there and who made them?", "c", "r", NOW)


class Writes:
    """A drafter with fixed claims that remembers what it was told to write otherwise."""

    def __init__(self, *texts: str, gaps: tuple[Gap, ...] = (), reason: str = "") -> None:
        self.draft = Draft(tuple(Claim(text, ("e",)) for text in texts), gaps, reason=reason)
        self.objections: list[Objection] = []
        self.sure: float = 0.0

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        self.objections, self.sure = list(objections), weighing.confidence
        return self.draft


def parts(**plans: tuple[str, Plan]) -> Ledger:
    shares = {name: entry_of(part, plan) for name, (part, plan) in plans.items()}
    return Ledger(plans=[Plan(Decision.ACT, waits={SHARES: shares})])


DONE = Plan(Decision.ENOUGH)
BOTH = parts(rows=("who made them?", DONE), pages=("How many are there", DONE))


def drafter(rows: Writes, pages: Writes) -> BesideDrafter:
    return BesideDrafter([(Share("rows", frozenset()), rows), (Share("pages", frozenset()), pages)])


async def test_parts_are_told_in_the_questions_order() -> None:
    made = await drafter(Writes("Acme made them."), Writes("There are two."))(ASKED, BOTH, SURE, SEAT)
    assert [claim.text for claim in made.claims] == ["There are two.", "Acme made them."]


SURE = Weighing(0.9, enough=True, shares={"rows": Weighing(0.7, True), "pages": Weighing(0.9, True)})


async def test_each_is_given_its_own_weighing() -> None:
    rows = Writes("Acme made them.")
    await drafter(rows, Writes("There are two."))(ASKED, BOTH, SURE, SEAT)
    assert rows.sure == 0.7


async def test_objections_reach_who_wrote_the_claim() -> None:
    rows, pages = Writes("Acme made them."), Writes("There are two.", "Or three.")
    writes = drafter(rows, pages)
    await writes(ASKED, BOTH, SURE, SEAT)
    await writes(ASKED, BOTH, SURE, SEAT, [Objection(1, "number", "three"), Objection(2, "name", "Acme")])
    assert [(one.claim, one.value) for one in pages.objections] == [(1, "three")]
    assert [(one.claim, one.value) for one in rows.objections] == [(0, "Acme")]


async def test_what_may_not_be_told_is_a_gap() -> None:
    refused = Plan(Decision.REFUSE, reason="not_permitted", says="You may not see that.")
    ledger = parts(rows=("who made them?", refused), pages=("How many are there", DONE))
    rows = Writes("Acme made them.")
    made = await drafter(rows, Writes("There are two."))(ASKED, ledger, SURE, SEAT)
    assert [claim.text for claim in made.claims] == ["There are two."]
    assert made.gaps == (Gap("who made them?", "You may not see that."),)


async def test_gaps_of_all_and_of_nobody_are_named() -> None:
    ledger = parts(rows=("who made them?", DONE))
    ledger.plans.append(Plan(Decision.ENOUGH, waits={LEFT: [["and why?", "nobody knows"]]}))
    made = await drafter(Writes(gaps=(Gap("who", "not said"),), reason="not_found"), Writes("No."))(
        ASKED, ledger, SURE, SEAT
    )
    assert [gap.asked for gap in made.gaps] == ["who", "and why?"]
    assert (made.claims, made.reason) == ((), "not_found")


async def test_a_page_that_names_nobody_does_not_say_who() -> None:
    where = Locator("website", "https://shop.example/contact")
    contact = Evidence("e", "Phone: 12 34", "Contact", where, NOW)
    ledger = parts(pages=("Who invented the telephone?", DONE))
    ledger.add(Findings((contact,)))
    write = BesideDrafter([(Share("pages", frozenset()), Writes("Phone: 12 34, Monday to Friday."))])
    made = await write(ASKED, ledger, SURE, SEAT)
    assert (made.claims, made.reason) == ((), "not_found")
    write = BesideDrafter([(Share("pages", frozenset()), Writes("It was Philipp Reis."))])
    assert (await write(ASKED, ledger, SURE, SEAT)).claims
