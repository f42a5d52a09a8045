"""A run's events and calls are read together, in order, and only by their tenant."""

from __future__ import annotations

from pathlib import Path

from answerable.domain.events import RunResumed, RunStarted, as_record
from answerable.store import Store
from answerable.store.permits import StoredCall
from answerable.store.traces import StoredJudgement


def call(id: str, run: str) -> StoredCall:
    return StoredCall(
        id=id, conversation="c", user="u", run=run, tool="look", effect="read", arguments={"n": 1},
        digest="d", state="used", at=1.0, gave={"rows": [1]},
    )  # fmt: skip


def test_a_run_is_read_with_its_calls(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for run in ("r1", "r2"):
        told = [as_record(RunStarted(run, "c", "q")), as_record(RunResumed(1))]
        store.conversations("acme").add_events("c", run, told)
        store.permits("acme").note(call(f"{run}-a", run))
        store.permits("acme").note(call(f"{run}-b", run))
    events, calls = store.traces("acme").read("r2")
    assert [(event.run, event.record["event"]) for event in events] == [
        ("r2", "RunStarted"),
        ("r2", "RunResumed"),
    ]
    assert [(one["id"], one["arguments"], one["gave"]) for one in calls] == [
        ("r2-a", {"n": 1}, {"rows": [1]}),
        ("r2-b", {"n": 1}, {"rows": [1]}),
    ]
    assert store.traces("globex").read("r2") == store.traces("acme").read("r9") == ([], [])
    store.close()


def judgement(run: str, criterion: str, score: float) -> StoredJudgement:
    return StoredJudgement(run, "c", criterion, score, "why", "words", "rule")


def test_the_last_judgement_counts(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    mine = store.traces("acme")
    mine.judge([judgement("r1", "tone", 0.0), judgement("r1", "policy", 1.0)])
    mine.judge([judgement("r1", "tone", 1.0), judgement("r2", "tone", 0.0)])
    assert [(one.criterion, one.score) for one in mine.judgements("r1")] == [("tone", 1.0)]
    assert [one.run for one in mine.judgements(below=0.5)] == ["r2"]
    assert store.traces("globex").judgements() == []
    store.conversations("acme").open("c", user="u", assistant="website", starts=(), name="c")
    store.conversations("acme").delete("c")
    assert mine.judgements() == []
    store.close()


def test_runs_of_an_experiment_are_found(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for run, variant in (("r1", "x/a"), ("r2", "xx/a"), ("r3", ""), ("r4", "x/b")):
        store.conversations("acme").add_events("c", run, [as_record(RunStarted(run, "c", "q", variant))])
    assert store.traces("acme").in_variants("x") == ["r1", "r4"]
    assert store.traces("globex").in_variants("x") == []
    store.close()
