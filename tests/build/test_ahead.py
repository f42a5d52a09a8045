"""A statement that stands ahead of the sources walks like any answer: planned, found, cited, verified, and durable."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from answerable.build.ahead import MEMORY, OVERRIDE, Statement, ahead, evidence_of, stated
from answerable.domain.events import DraftVerified, PlanMade, TaskEnded
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Answer, Claim, Draft
from answerable.domain.plan import Plan
from answerable.domain.question import Question, Turn
from answerable.stages.base import Seat
from answerable.testing.house import FakeHouse, FakeSource

AT = datetime(2026, 6, 1, tzinfo=UTC)
SAYS = [
    Statement("s1", "Mia pours tea.", "Stated by Olga", AT),
    Statement("s2", "Noa pays.", "Stated by Pia", AT),
]


def house(statements: Sequence[Statement], by: str = OVERRIDE) -> tuple[FakeHouse, FakeSource]:
    source = FakeSource("faq", "Thirty days.")
    fakes = FakeHouse(source)

    async def speak(question: Question, _: Seat) -> Plan | None:
        return stated(by, question, statements, "pinned") if statements else None

    fakes.engine = ahead(fakes.engine, speak)
    return fakes, source


async def test_a_statement_takes_the_whole_walk() -> None:
    fakes, source = house(SAYS)
    outcome = await fakes.ask("Who pours?")
    assert isinstance(outcome, Answer)
    assert outcome.text == "Mia pours tea. [1] Noa pays. [2]"
    assert [citation.evidence.fetched_at for citation in outcome.citations] == [AT, AT]
    assert (outcome.confidence, source.asked) == (1.0, [])
    plans = [event.by for event in fakes.heard if isinstance(event, PlanMade)]
    assert plans == [OVERRIDE, OVERRIDE]
    assert TaskEnded(OVERRIDE, 2, 0) in fakes.heard
    assert DraftVerified(2, ()) in fakes.heard


async def test_where_nobody_speaks_all_is_as_before() -> None:
    fakes, source = house([])
    outcome = await fakes.ask("How long?")
    assert (outcome.text, len(source.asked)) == ("Thirty days. [1]", 1)


async def test_more_than_was_stated_does_not_pass() -> None:
    fakes, _ = house(SAYS)
    ledger = Ledger()
    ledger.add(evidence_of(OVERRIDE, [one.plain() for one in SAYS]))
    draft = Draft((Claim("Mia pours tea at 40 EUR.", ("s1",)), Claim("Noa pays.", ("s2",))), by=OVERRIDE)
    verdict = await fakes.engine.verify(fakes.question("Who?"), draft, ledger)
    assert [claim.text for claim in verdict.passed] == ["Noa pays."]


async def test_what_was_waiting_goes_on_waiting() -> None:
    fakes, _ = house(SAYS, MEMORY)
    turn = Turn("Which order?", "", "clarification", waits={"intent": "return"})
    outcome = await fakes.ask("What do you remember?", [turn])
    assert outcome.waits == {"intent": "return"}
