"""Every noun that a stage gives comes back from JSON as it was."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger, Locator, Table
from answerable.domain.nouns import from_json, to_json
from answerable.domain.outcome import Claim, Draft, Objection, Verdict, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question, Ruling, Tenant, Turn, User

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TABLE = Table(("id", "name", "share", "paid"), ((1, "Bö", 0.5, True), (2, None, 1e-9, False)), cut=True)
PIECE = Evidence(
    "e1", "30 days", "Returns", Locator("shop", "https://a.example/", "x", ("A", "B")), NOON, 0.9, table=TABLE
)
TURN = Turn("When?", "At 9.", "clarification", (PIECE,), (("Nine", "9"),), {"asked": ["a", {"b": None}]})
ASKED = Question(
    "How long?", "c", "r", NOON, User("u", Tenant("t")), turns=(TURN,), starts=("https://a.example/",)
)
TASKS = (
    Task("a", "shop", "look", "How long?"),
    Task("b", "shop", "call", "Do it", needs=("a",), arguments={"n": 1}),
)


def ledger() -> Ledger:
    known = Ledger()
    known.add(Findings((PIECE,), (Gap("x", "down"),), (Lead("https://b.example/", "b", 0.1, "shop"),), 3))
    known.visited.add("https://a.example/")
    known.journey.append(("look", "1 new"))
    known.plans.append(Plan(Decision.ACT, TASKS))
    return known


NOUNS: list[tuple[Any, Any]] = [
    (Ruling, Ruling(allowed=False, reason="unsafe")),
    (tuple[Question, Ledger], (ASKED, ledger())),
    (Plan, Plan(Decision.ASK, TASKS, "why", "model", "ambiguous", "Which?", (("A", "a"),), {"k": [1, "2"]})),
    (Weighing, Weighing(0.123456789012345, enough=True, missing=("x",))),
    (
        Draft,
        Draft((Claim("a", ("e1",), "q", 1),), (Gap("x", "y"),), ({"type": "chart", "spec": {"a": [1]}},)),
    ),
    (Verdict, Verdict((Claim("a", ("e1",)),), (Objection(0, "number", "31"),))),
]


@pytest.mark.parametrize(("kind", "noun"), NOUNS, ids=[str(kind) for kind, _ in NOUNS])
def test_a_noun_survives_its_record(kind: Any, noun: Any) -> None:
    written = json.dumps(to_json(noun), ensure_ascii=False)
    assert from_json(kind, json.loads(written)) == noun
    assert json.dumps(to_json(from_json(kind, json.loads(written))), ensure_ascii=False) == written


def test_fields_that_came_later_get_defaults() -> None:
    old = to_json(ASKED)
    del old["assistant"]
    assert from_json(Question, {**old, "from the future": 1}) == replace(ASKED, assistant="website")


def test_what_is_not_json_keeps_its_words() -> None:
    assert to_json(Draft((), elements=({"day": date(2026, 6, 1)},)))["elements"] == [{"day": "2026-06-01"}]
