"""Runs that ended are worked on behind everybody's back, and what goes wrong there stays there."""

from __future__ import annotations

import threading

import pytest

from answerable.store.conversations import StoredEvent
from answerable.trace.after import AfterRuns


def ended(run: str) -> list[StoredEvent]:
    told = ({"event": "RunStarted"}, {"event": "OutcomeSettled"})
    return [StoredEvent(n, run, 0.0, record) for n, record in enumerate(told)]


class Noting(AfterRuns):
    """Notes what it is given; breaks on "bad", leaves "dull" undone, does not want "other"."""

    def __init__(self, most: int = 10) -> None:
        self.seen: list[tuple[str, str]] = []
        self.go = threading.Event()
        super().__init__("noting", most)

    def wants(self, run: str) -> bool:
        return run != "other"

    def work(self, tenant: str, run: str) -> bool:
        self.go.wait(5)
        self.seen.append((tenant, run))
        if run == "bad":
            raise ValueError("it was bad")
        return run != "dull"


def test_every_run_is_taken_up_once(caplog: pytest.LogCaptureFixture) -> None:
    noting = Noting()
    noting.go.set()
    for run in ("a", "bad", "other", "dull", "b"):
        noting.hear("acme", ended(run))
    noting.close(5)
    assert noting.seen == [("acme", run) for run in ("a", "bad", "dull", "b")]
    assert (noting.done, noting.dropped) == (2, 2)
    assert [record.getMessage() for record in caplog.records] == [
        "Dropped by noting: 1, the last because it was bad"
    ]


def test_too_many_runs_are_dropped_not_waited_for() -> None:
    noting = Noting(most=2)
    for number in range(10):
        noting.hear("acme", ended(str(number)))
    assert noting.dropped >= 7  # two wait, and at most one is being worked on
    noting.go.set()
    noting.close(5)
    assert noting.done + noting.dropped == 10
