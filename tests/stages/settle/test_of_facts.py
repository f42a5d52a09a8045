from __future__ import annotations

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Findings, Gap, Ledger
from answerable.domain.outcome import (
    Answer,
    Claim,
    Decided,
    Draft,
    Refusal,
    Stopped,
    Verdict,
    Weighing,
    Written,
)
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question, Ruling
from answerable.stages.base import Seat
from answerable.stages.settle import Settler
from answerable.stages.settle.of_facts import FactSettler
from answerable.testing.house import NOON
from tests.facts.said import page

QUESTION = Question("Who founded Acme AG?", "talk", "run", NOON)
WIKI = page("https://lumenpedia.example/acme", "Acme AG", "Founder | Anna Keller")
BLOG = page("https://my-blog.example/acme", "Acme AG", "Rolf Stein founded Acme AG.")
CLAIM = Claim("Founder of Acme AG: Anna Keller.", (WIKI.id,), WIKI.text)
SEAT = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)


def conflict(*, settled: bool) -> dict[str, object]:
    sides = [
        {"value": "Anna Keller", "evidence": WIKI.id, "quote": WIKI.text},
        {"value": "Rolf Stein", "evidence": BLOG.id, "quote": BLOG.text},
    ]
    return {"type": "conflict", "about": "founder of Acme AG", "settled": settled, "sides": sides}


def settle(draft: Draft, confidence: float) -> Answer | Refusal:
    ledger = Ledger()
    ledger.add(Findings((WIKI, BLOG)))
    weighing = Weighing(confidence=confidence, enough=confidence > 0.85)
    walked = Written(QUESTION, draft, Verdict(draft.claims), weighing, ledger)
    outcome = FactSettler(Settler("the web"))(walked, SEAT)
    assert isinstance(outcome, Answer | Refusal)
    return outcome


def test_both_sides_get_a_citation() -> None:
    outcome = settle(Draft((CLAIM,), elements=(conflict(settled=True),)), 0.9)
    assert isinstance(outcome, Answer)
    assert outcome.conflicts == (
        {"about": "founder of Acme AG", "values": ["Anna Keller", "Rolf Stein"], "citations": [1, 2]},
    )
    assert [citation.quote for citation in outcome.citations] == [WIKI.text, BLOG.text]
    assert not [element for element in outcome.elements if element["type"] == "conflict"]


def test_an_open_contradiction_comes_first() -> None:
    outcome = settle(Draft((CLAIM,), elements=(conflict(settled=False),)), 0.5)
    assert outcome.text.startswith(
        "Sources disagree about the founder of Acme AG: Anna Keller [1] or Rolf Stein [2]."
    )


def test_an_unsure_answer_says_so() -> None:
    assert "not certain (about 60 %)" in settle(Draft((CLAIM,)), 0.6).text
    assert "not certain" not in settle(Draft((CLAIM,)), 0.9).text


def test_a_refusal_keeps_the_drafts_doubts() -> None:
    outcome = settle(Draft((), gaps=(Gap("founder", "only a blog says it"),), reason="not_found"), 0.0)
    assert isinstance(outcome, Refusal)
    assert outcome.gaps[0].why == "only a blog says it"


def test_a_refusal_counts_only_pages_that_were_read() -> None:
    told = {}
    for kind in ("", "queries", "pages"):
        seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
        seat.budget.spend(kind or "queries", 3 if kind else 0)
        ledger = Ledger(pages=50)
        walked = Written(
            QUESTION, Draft((), reason="not_found"), Verdict(()), Weighing(0.0, enough=False), ledger
        )
        told[kind] = FactSettler(Settler("the web"))(walked, seat).text
    assert told[""] == "I found nothing about this."
    assert told["queries"] == "I searched the web and found nothing about this."
    assert told["pages"] == "I looked through 3 pages of the web and did not find this there."


def test_other_endings_are_the_settlers_own() -> None:
    settler = FactSettler(Settler("the web"))
    assert settler(Stopped(QUESTION, Ruling(allowed=False, reason="unsafe")), SEAT).reason == "unsafe"
    asked = settler(Decided(QUESTION, Plan(Decision.ASK, says="Which Acme?"), Ledger()), SEAT)
    assert asked.text == "Which Acme?"
