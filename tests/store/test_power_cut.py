"""What must outlive a power cut is on the disk before anybody acts on it: permits of changes, what runs record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from answerable.store import Store
from answerable.store.runs import Ending, StoredStep
from tests.store.test_permits import CALL, anything
from tests.store.test_runs import OUTCOME, asked, begin

FULL, NORMAL = 2, 1  # what SQLite calls them: synced when a transaction ends, or at some later time


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def levels(store: Store) -> dict[str, set[int]]:
    """How safe the transaction is in which each table is written."""
    seen: dict[str, set[int]] = {}

    @event.listens_for(store._engine, "before_cursor_execute")
    def look(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        words = statement.split()
        if words[0] in ("INSERT", "UPDATE"):
            level = connection.connection.driver_connection.execute("PRAGMA synchronous").fetchone()[0]
            seen.setdefault(words[2 if words[0] == "INSERT" else 1], set()).add(level)

    return seen


def test_a_permit_outlives_a_power_cut(store: Store, levels: dict[str, set[int]]) -> None:
    store.permits("local").issue(CALL, ("once",), anything, 0.0)
    assert levels == {"calls": {FULL}, "once_keys": {FULL}}


def test_reading_does_not_wait_for_the_disk(store: Store, levels: dict[str, set[int]]) -> None:
    store.permits("local").issue(replace(CALL, effect="read"), (), anything, 0.0)
    assert levels == {"calls": {NORMAL}}


def test_a_run_outlives_a_power_cut(store: Store, levels: dict[str, set[int]]) -> None:
    journal = store.journal("w")
    run = begin(journal, asked("r"))
    step = StoredStep(1, "plan", {}, {"seconds": 1.0})
    journal.write([partial(journal.append, run=run, records=[{"event": "x"}], step=step)])
    journal.write([partial(journal.end, run=run, records=[], ending=Ending("completed", OUTCOME))])
    assert {"runs", "events", "steps", "turns"} <= set(levels)
    assert all(level == {FULL} for level in levels.values())
