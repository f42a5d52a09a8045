from __future__ import annotations

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Findings, Ledger
from answerable.domain.question import Question, Turn
from answerable.facts.inquire import inquire
from answerable.stages.base import Seat
from answerable.stages.weigh.of_facts import ENOUGH, FactWeigher
from answerable.testing.house import NOON
from tests.facts.said import page

SEAT = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
WIKI = page("https://lumenpedia.example/acme", "Acme AG", "Founder | Anna Keller")
REGISTER = page("https://firm-register.example/acme", "Acme AG", "Founder | Anna Keller\nStatus | active")


def ledger_of(*pages: object) -> Ledger:
    ledger = Ledger()
    ledger.add(Findings(tuple(pages)))  # type: ignore[arg-type]  # pages of the tests
    return ledger


def asking(text: str) -> Question:
    return Question(text, "talk", "run", NOON)


async def test_two_good_sources_are_enough() -> None:
    weighing = await FactWeigher()(asking("Who founded Acme AG?"), ledger_of(WIKI, REGISTER), SEAT)
    assert weighing.enough
    assert weighing.confidence >= ENOUGH


async def test_one_source_is_less_sure() -> None:
    weighing = await FactWeigher()(asking("Who founded Acme AG?"), ledger_of(WIKI), SEAT)
    assert 0 < weighing.confidence < 0.95


async def test_what_is_missing_is_named() -> None:
    weighing = await FactWeigher()(asking("Where was the founder of Acme AG born?"), ledger_of(WIKI), SEAT)
    assert weighing.missing == ("birthplace of Anna Keller",)
    assert not weighing.enough


async def test_computed_ages_enter_the_ledger_once() -> None:
    ledger = ledger_of(page("https://lumenpedia.example/anna", "Anna Keller", "Born | 12 March 1980"))
    for _ in range(2):
        await FactWeigher()(asking("How old is Anna Keller?"), ledger, SEAT)
    assert [piece.kind for piece in ledger].count("number") == 1


async def test_a_rejected_value_is_not_offered_again() -> None:
    turn = Turn("Who founded Acme AG?", "Anna Keller", "answer", waits={"rejected": ["Anna Keller"]})
    other = page("https://firm-register.example/acme", "Acme AG", "Founder | Ida Moe")
    asked = Question("Who founded Acme AG?", "talk", "run", NOON, turns=(turn,))
    resolved = inquire(asked, ledger_of(WIKI, other))[1][0]
    assert [held.value for held in resolved.values] == ["Ida Moe"]
