"""What is handed in is written in order, many at a time, and passed on only then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from answerable.domain.events import OutcomeSettled, PageSkipped, RunStarted
from answerable.runs.journal import Journal, RunLog
from answerable.store import Store
from answerable.store.conversations import StoredEvent
from answerable.store.runs import Ending, RunJournal, RunLost, StoredRun, StoredStep

QUESTION = {"text": "When?", "user": {"id": "me"}, "assistant": "website", "starts": []}
STEP = StoredStep(1, "plan", {"x": 1}, {"seconds": 0.5})


class CountingJournal(RunJournal):
    writes = 0

    def write(self, jobs: Sequence[Callable[[Any], Any]]) -> list[Any]:
        CountingJournal.writes += 1
        return super().write(jobs)


class CountingStore(Store):
    def journal(self, worker: str) -> RunJournal:
        return CountingJournal(self._engine, worker)


class Desk:
    """A journal, one run of it, and what was passed on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.journal = Journal(store.journal("here/1/a"))
        self.kept: list[StoredEvent] = []
        self.early: list[StoredEvent] = []  # told before they were stored
        self.lost = 0

    async def open(self, run: str = "r") -> RunLog:
        new = StoredRun(tenant="local", id=run, conversation=run, question=QUESTION)
        begun = await self.journal.put(lambda pen: self.journal.store.begin(pen, new, "When?"))
        return RunLog(self.journal, begun, self._keep, self._lose)

    def _keep(self, events: Sequence[StoredEvent]) -> None:
        self.kept += events
        self.early += [event for event in events if event.place not in self.places(event.run)]

    def _lose(self) -> None:
        self.lost += 1

    def places(self, run: str = "r") -> list[int]:
        return [event.place for event in self.store.conversations("local").events(run)]


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    desk = Desk(CountingStore.open(tmp_path))
    yield desk
    await desk.journal.close()
    desk.store.close()


async def test_events_keep_their_order(desk: Desk) -> None:
    log = await desk.open()
    for n in range(50):
        log.hear(PageSkipped(str(n), ""))
        if n % 7 == 0:
            await asyncio.sleep(0.001)
        if n % 10 == 9:
            log.record(StoredStep(n, "act", None, {}))
    await desk.journal.close()
    assert [event.record["url"] for event in desk.kept] == [str(n) for n in range(50)]
    steps = desk.store.runs("local").steps("r")
    assert [(step.place, step.event) for step in steps] == [(n, n + 1) for n in (9, 19, 29, 39, 49)]


async def test_events_are_stored_before_told(desk: Desk) -> None:
    log = await desk.open()
    for n in range(20):
        log.hear(PageSkipped(str(n), ""))
        await asyncio.sleep(0)
    await desk.journal.close()
    assert desk.early == []
    assert desk.places() == list(range(1, 21))


async def test_many_runs_share_one_write(desk: Desk) -> None:
    logs = [await desk.open(f"r{n}") for n in range(20)]
    before = CountingJournal.writes
    await asyncio.gather(*(log.record(STEP) for log in logs))
    assert CountingJournal.writes - before <= 2


async def test_the_outcome_comes_with_its_turn(desk: Desk) -> None:
    log = await desk.open()
    log.hear(RunStarted("r", "r", "When?"))
    log.hear(OutcomeSettled({"outcome": "answer"}))
    await log.record(STEP)
    assert [event.record["event"] for event in desk.kept] == ["RunStarted"]
    await log.end(Ending("completed", {"outcome": "answer", "text": "At 9.", "choices": []}))
    assert [event.record["event"] for event in desk.kept] == ["RunStarted", "OutcomeSettled"]
    assert [turn.run for turn in desk.store.conversations("local").told("r")] == ["r"]


async def test_who_lost_a_run_writes_nothing(desk: Desk) -> None:
    log, other = await desk.open(), await desk.open("other")
    thief = desk.store.journal("there/2/b")
    thief.write([lambda pen: thief.take_over(pen, "here/1/a")])
    log.hear(PageSkipped("too late", ""))
    with pytest.raises(RunLost):
        await log.record(STEP)
    with pytest.raises(RunLost):
        await other.end(Ending("completed", {}))
    assert (desk.places(), desk.store.runs("local").steps("r"), desk.lost) == ([], [], 2)
    with pytest.raises(RunLost):
        log.record(STEP)


async def test_a_late_stop_does_not_undo_the_end(desk: Desk) -> None:
    log = await desk.open()
    log.hear(OutcomeSettled({}))
    ending = asyncio.create_task(log.end(Ending("completed", {"text": "", "choices": []})))
    await asyncio.sleep(0)
    ending.cancel()
    await ending
    stored = desk.store.runs("local").get("r")
    assert stored is not None
    assert stored.status == "completed"


async def test_a_disk_that_fails_is_heard(desk: Desk, tmp_path: Path) -> None:
    log = await desk.open()
    desk.store.close()
    (tmp_path / "answerable.db").unlink()
    with pytest.raises(Exception, match="no such table"):
        await log.record(STEP)


async def test_what_cannot_be_written_sinks_alone(desk: Desk) -> None:
    one, two = await desk.open("one"), await desk.open("two")
    broken = one.record(StoredStep(1, "plan", "\ud800", {}))  # half a character, which no database takes
    whole = two.record(STEP)
    with pytest.raises(UnicodeEncodeError):
        await broken
    await whole
    assert [len(desk.store.runs("local").steps(run)) for run in ("one", "two")] == [0, 1]
    with pytest.raises(UnicodeEncodeError):
        one.record(STEP)
    await one.catch_up()
    await one.record(STEP)
