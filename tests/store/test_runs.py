"""Runs are kept per tenant; whoever does not hold a run writes nothing into it."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from answerable.store import Store
from answerable.store.runs import Ending, RunJournal, RunLost, RunUnderWay, StoredRun, StoredStep

OUTCOME: dict[str, Any] = {"outcome": "answer", "text": "At 9.", "choices": []}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path)


def asked(run: str, conversation: str = "c", tenant: str = "local") -> StoredRun:
    question = {
        "text": "When?",
        "user": {"id": "me"},
        "assistant": "website",
        "starts": ["https://a.example/"],
    }
    return StoredRun(tenant=tenant, id=run, conversation=conversation, question=question, limits={"pages": 3})


def begin(journal: RunJournal, run: StoredRun) -> Any:
    return journal.write([partial(journal.begin, run=run, name="When?")])[0]


def test_a_run_is_written_with_its_conversation(store: Store) -> None:
    run = begin(store.journal("w"), asked("r"))
    assert (run.owner, run.fence, run.status) == ("w", 1, "running")
    assert store.runs("local").get("r") == run
    found = store.conversations("local").get("c")
    assert found is not None
    assert (found.name, found.starts) == ("When?", ("https://a.example/",))


def test_a_conversation_has_one_running_run(store: Store) -> None:
    journal = store.journal("w")
    begin(journal, asked("r"))
    gave = journal.write([partial(journal.begin, run=run, name="") for run in (asked("x"), asked("y", "d"))])
    assert isinstance(gave[0], RunUnderWay)
    assert gave[1].id == "y"  # one that cannot be written does not sink the others
    assert store.runs("local").get("x") is None


def test_tenants_see_only_their_runs(store: Store) -> None:
    journal = store.journal("w")
    for tenant in ("one", "two"):
        run = begin(journal, asked("r", tenant=tenant))
        step = StoredStep(1, "plan", {"of": tenant}, {"seconds": 1.0})
        journal.write([partial(journal.append, run=run, records=[{"event": "x"}], step=step)])
    assert [run.tenant for run in store.runs("one").latest()] == ["one"]
    assert store.runs("one").steps("r") == [StoredStep(1, "plan", {"of": "one"}, {"seconds": 1.0}, 1)]
    assert (store.runs("one").recorded(["r", "x"]), store.runs("three").recorded(["r"])) == ({"r": 1}, {})
    assert store.runs("three").get("r") is None
    assert store.runs("three").ask_to_stop("c") is None


def test_an_older_fence_writes_nothing(store: Store) -> None:
    first, second = store.journal("first"), store.journal("second")
    run = begin(first, asked("r"))
    (taken,) = second.write([partial(second.take_over, owner="first")])[0]
    assert (taken.owner, taken.fence) == ("second", 2)
    assert second.write([partial(second.take_over, owner="first")]) == [[]]
    ending = Ending("completed", OUTCOME)
    gave = first.write(
        [
            partial(first.append, run=run, records=[{"event": "x"}]),
            partial(first.end, run=run, records=[], ending=ending),
            partial(first.let_go, run=run),
        ]
    )
    assert [type(error) for error in gave] == [RunLost] * 3
    assert store.conversations("local").events("c") == []
    assert store.conversations("local").told("c") == []


def test_an_end_is_written_whole(store: Store) -> None:
    journal = store.journal("w")
    run = begin(journal, asked("r"))
    ending = Ending("waiting", OUTCOME, waits={"for": "bill"})
    (events,) = journal.write([partial(journal.end, run=run, records=[{"event": "x"}], ending=ending)])
    assert [event.place for event in events] == [1]
    assert store.conversations("local").turns("c", last=1)[0].waits == {"for": "bill"}
    assert [found.id for found in store.runs("local").latest(status="waiting")] == ["r"]
    assert journal.others() == {}
    begin(journal, asked("reply"))
    statuses = {found.id: found.status for found in store.runs("local").latest(conversation="c")}
    assert statuses == {"r": "completed", "reply": "running"}


def test_progress_resets_the_tries(store: Store) -> None:
    journal = store.journal("w")
    run = begin(journal, asked("r"))
    step = StoredStep(1, "plan", None, {})
    journal.write([partial(journal.append, run=run, records=[])])
    tried = store.runs("local").get("r")
    journal.write([partial(journal.append, run=run, records=[], step=step)])
    progressed = store.runs("local").get("r")
    assert tried is not None
    assert progressed is not None
    assert (tried.tries, progressed.tries) == (1, 0)


def test_a_deleted_conversation_takes_its_runs(store: Store) -> None:
    journal = store.journal("w")
    run = begin(journal, asked("r"))
    step = StoredStep(1, "plan", None, {})
    journal.write([partial(journal.append, run=run, records=[], step=step)])
    assert store.conversations("local").delete("c")
    assert (store.runs("local").get("r"), store.runs("local").steps("r")) == (None, [])


def test_events_behind_a_step_are_counted(store: Store) -> None:
    journal = store.journal("w")
    run = begin(journal, asked("r"))
    step = StoredStep(1, "plan", None, {})
    journal.write([partial(journal.append, run=run, records=[{"event": "x"}] * 3, step=step)])
    journal.write([partial(journal.append, run=run, records=[{"event": "y"}] * 2)])
    (kept,) = store.runs("local").steps("r")
    assert (kept.event, store.runs("local").told_after("r", kept.event)) == (3, 2)


def test_what_others_wrote_is_found(store: Store) -> None:
    mine, theirs = store.journal("mine"), store.journal("theirs")
    begin(mine, asked("r"))
    run = begin(theirs, asked("x", "d"))
    assert mine.others() == {"theirs": 0}
    places, newest = mine.told_elsewhere(0.0)
    assert (places, newest) == ({("local", "d")}, run.updated_at)
    assert mine.told_elsewhere(newest) == (set(), newest) == (set(), mine.newest())


def test_a_server_whose_clock_is_late_is_heard(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, theirs = store.journal("mine"), store.journal("theirs")
    begin(mine, asked("r"))
    run, heard = begin(theirs, asked("x", "d")), mine.newest()
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() - 3600)
    theirs.write([partial(theirs.append, run=run, records=[{"event": "x"}])])
    assert mine.told_elsewhere(heard)[0] == {("local", "d")}
