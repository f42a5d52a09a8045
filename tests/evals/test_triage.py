"""Complaints become cases without secrets, which nobody can run before a person has completed them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.domain.outcome import Answer, as_contract
from answerable.errors import OperatorError
from answerable.evals.replies import read_reply_cases
from answerable.evals.triage import complaints, write_cases
from answerable.store import Store
from answerable.store.traces import StoredJudgement

SECRET = "ann@example.com"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    talks = store.conversations("local")
    talks.open("c", user="ann", assistant="bookstore", starts=(), name="c")
    for run, asked in (("r1", "Where is my order?"), ("r2", f"It is {SECRET}"), ("r3", "Thanks")):
        told = Answer(text=f"We wrote to {SECRET}.", conversation="c", run=run)
        talks.add_turn("c", run, asked, as_contract(told), [])
    store.feedback("local").put("r2", "ann", conversation="c", thumb="down", words=f"wrong, ask {SECRET}")
    store.traces("local").judge([StoredJudgement("r2", "c", "tone", 0.0, "scolds", "x", "rule")])
    store.traces("local").judge([StoredJudgement("r3", "c", "tone", 1.0, "calm", "x", "rule")])
    yield store
    store.close()


def test_a_run_is_complained_about_once(store: Store) -> None:
    (found,) = complaints(store, "local")
    assert (found.run, found.why) == ("r2", "thumb_down, tone")
    assert "scolds" in found.words
    assert complaints(store, "other") == []


def test_cases_are_written_without_secrets(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    assert write_cases(store, "local", path) == 1
    assert write_cases(store, "local", path) == 0
    text = path.read_text(encoding="utf-8")
    assert SECRET not in text
    case = json.loads(text)
    assert (case["assistant"], case["turns"], case["criteria"]) == ("bookstore", ["Where is my order?"], [])


def test_a_case_waits_for_its_criteria(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    write_cases(store, "local", path)
    with pytest.raises(OperatorError, match="has the criteria"):
        read_reply_cases(path)
    case = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(case | {"criteria": ["tone"]}), encoding="utf-8")
    with pytest.raises(OperatorError, match="expects ''"):
        read_reply_cases(path)
    path.write_text(json.dumps(case | {"criteria": ["tone"], "expect": "answer"}), encoding="utf-8")
    assert read_reply_cases(path)[0].question == "It is [e-mail]"
