from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from answerable.domain.evidence import Evidence, Gap, Locator
from answerable.domain.outcome import (
    Answer,
    Citation,
    Clarification,
    Failure,
    Objection,
    Outcome,
    Refusal,
    Usage,
    Verdict,
    as_contract,
    outcome_name,
)

WHERE = Locator("website", "https://shop.example/returns", "window", ("Returns", "Window"))
EVIDENCE = Evidence("w1", "You have 30 days.", "Returns", WHERE, datetime(2026, 6, 1, 12, tzinfo=UTC))

# The fields every door speaks, in this order. A change here is a change of contract.
FIELDS = [
    "outcome", "reason", "text", "elements", "citations", "confidence", "gaps", "conflicts", "journey",
    "suggestions", "choices", "conversation", "run", "usage",
]  # fmt: skip


def answered() -> Answer:
    return Answer(
        text="You have 30 days. [1]",
        conversation="talk",
        run="run",
        confidence=0.93456,
        citations=(Citation(1, EVIDENCE, "You have 30 days."),),
        gaps=(Gap("crm", "nobody answered"),),
        journey=(("look in website", "3 new passages"),),
        suggestions=("Fees",),
        usage=Usage(seconds=0.41239, pages=12, cost_usd=0.00123456),
    )


ENDINGS: list[tuple[Outcome, str]] = [
    (answered(), "answer"),
    (Refusal(text="No.", conversation="talk", run="run", reason="off_topic"), "refusal"),
    (Clarification(text="Which?", conversation="talk", run="run", choices=(("Red", "r"),)), "clarification"),
    (Failure(text="Sorry.", conversation="talk", run="run", reason="failure"), "failure"),
]


@pytest.mark.parametrize(("outcome", "name"), ENDINGS)
def test_every_ending_speaks_the_contract(outcome: Outcome, name: str) -> None:
    said = as_contract(outcome)
    assert list(said) == FIELDS
    assert said["outcome"] == outcome_name(outcome) == name
    assert json.loads(json.dumps(said)) == said


def test_a_citation_says_where_and_when() -> None:
    assert as_contract(answered())["citations"] == [
        {
            "id": 1,
            "source": "website",
            "title": "Returns",
            "url": "https://shop.example/returns#window",
            "locator": "Returns › Window",
            "quote": "You have 30 days.",
            "fetched_at": "2026-06-01T12:00:00+00:00",
        }
    ]


def test_numbers_are_rounded_for_readers() -> None:
    said = as_contract(answered())
    assert said["confidence"] == 0.935
    assert said["usage"]["seconds"] == 0.412
    assert said["usage"]["cost_usd"] == 0.001235


def test_gaps_and_journey_are_named() -> None:
    said = as_contract(answered())
    assert said["gaps"] == [{"asked": "crm", "why": "nobody answered"}]
    assert said["journey"] == [{"did": "look in website", "found": "3 new passages"}]


def test_words_alone_become_one_element() -> None:
    assert as_contract(ENDINGS[1][0])["elements"] == [{"type": "text", "text": "No."}]


def test_choices_have_label_and_value() -> None:
    assert as_contract(ENDINGS[2][0])["choices"] == [{"label": "Red", "value": "r"}]


def test_a_refusal_cites_nothing() -> None:
    assert as_contract(ENDINGS[1][0])["citations"] == []


def test_a_verdict_without_objections_is_clean() -> None:
    assert Verdict(()).clean
    assert not Verdict((), (Objection(0, "number", "90"),)).clean
