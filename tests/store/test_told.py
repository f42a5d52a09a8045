"""The event log tells every run: when it began, which round it is, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.store.told import DEADLINE_SECONDS


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def tell(store: Store, conversation: str, run: str, outcome: str = "", reason: str | None = None) -> None:
    records = [{"event": "RunStarted", "question": f"q {run}"}, {"event": "QuestionRuled"}]
    if outcome:
        settled = {"outcome": outcome, "reason": reason}
        records.append({"event": "OutcomeSettled", "outcome": settled})  # type: ignore[dict-item]  # as stored
    store.conversations("mine").add_events(conversation, run, records)


def test_runs_know_their_round_and_place(store: Store) -> None:
    tell(store, "c", "r1", "answer")
    tell(store, "c", "r2", "refusal")
    tell(store, "d", "r3")
    runs = {run.id: run for run in store.told("mine").of(["c", "d"])}
    assert [(r.round, r.after, r.latest, r.status) for r in runs.values()] == [
        (1, 0, True, "running"),
        (2, 3, True, "completed"),
        (1, 0, False, "completed"),
    ]
    assert runs["r1"].question == "q r1"
    assert store.told("mine").get("r2") == runs["r2"]
    assert store.told("mine").get("nobody") is None


@pytest.mark.parametrize(
    ("outcome", "reason", "status"),
    [
        ("answer", None, "completed"),
        ("clarification", "ambiguous", "waiting"),
        ("failure", "stopped", "stopped"),
        ("failure", "failure", "error"),
    ],
)
def test_endings_have_their_status(store: Store, outcome: str, reason: str | None, status: str) -> None:
    tell(store, "c", "r1", outcome, reason)
    (run,) = store.told("mine").of(["c"])
    assert run.status == status


def test_a_question_back_waits_until_the_next(store: Store) -> None:
    tell(store, "c", "r1", "clarification", "ambiguous")
    tell(store, "c", "r2", "answer")
    assert [run.status for run in store.told("mine").of(["c"])] == ["completed", "completed"]


def test_other_tenants_runs_are_not_there(store: Store) -> None:
    tell(store, "c", "r1", "answer")
    assert store.told("theirs").of(["c"]) == []
    assert store.told("theirs").get("r1") is None


def test_a_run_nobody_ends_is_broken(store: Store) -> None:
    tell(store, "c", "r1")
    (run,) = store.told("mine").of(["c"])
    assert run.status == "running"
    assert replace(run, started_at=run.started_at - DEADLINE_SECONDS).status == "error"
