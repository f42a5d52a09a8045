"""The one pen of a process: what its runs tell and record is written in order, many at a time, and then passed on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from answerable.domain.events import Event, OutcomeSettled, as_record
from answerable.runs.event_log import to_the_end
from answerable.store.conversations import StoredEvent
from answerable.store.runs import Ending, RunJournal, RunLost, StoredRun, StoredStep

# How long an event waits for others to be written with it; a step that follows takes it along at once. Chosen: far
# below what a reader notices, and longer than a task that does nothing.
COMPANY_SECONDS = 0.005

Job = Callable[[Any], Any]  # takes the open write transaction
Kept = Callable[[Sequence[StoredEvent]], None]


class Journal:
    """Gathers writes while the last ones are on their way to the disk, so that many runs share one sync."""

    def __init__(self, store: RunJournal) -> None:
        self.store = store
        self._jobs: list[tuple[Job, asyncio.Future[Any], Callable[[], None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    def put(
        self, job: Job, seal: Callable[[], None] = lambda: None, *, urgent: bool = True
    ) -> asyncio.Future[Any]:
        """Hand in a write; the future is done when it is on the disk. `seal` is called when it is taken up."""
        written: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.append((job, written, seal))
        if urgent:
            self.hurry()
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(COMPANY_SECONDS, self.hurry)
        return written

    def hurry(self) -> None:
        """Write what was handed in now."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._jobs and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write(), name="journal")

    async def close(self) -> None:
        """Wait until everything handed in is written."""
        self.hurry()
        while self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        while self._jobs:
            batch, self._jobs = self._jobs, []
            for _, _, seal in batch:
                seal()
            gave = await self._attempt([job for job, _, _ in batch])
            for (_, written, _), result in zip(batch, gave, strict=True):
                if written.cancelled():
                    continue
                if isinstance(result, Exception):
                    written.set_exception(result)
                else:
                    written.set_result(result)

    async def _attempt(self, jobs: list[Job]) -> list[Any]:
        """Write these together; if that fails, one by one, so that only what cannot be written is not."""
        try:
            return await asyncio.to_thread(self.store.write, jobs)
        except Exception as error:  # noqa: BLE001 - whatever the disk says, those who wait must hear it
            if len(jobs) == 1:
                return [error]
            return [gave for job in jobs for gave in await self._attempt([job])]


@dataclass
class _Entry:
    """Events, and what they led to; open for more until the pen takes it up."""

    records: list[dict[str, Any]] = field(default_factory=list)
    step: StoredStep | None = None
    ending: Ending | None = None
    written: asyncio.Future[Any] = field(init=False)


class RunLog:
    """The log of one run that this process holds: events and steps reach the disk in the order they happened."""

    def __init__(self, journal: Journal, run: StoredRun, kept: Kept, lost: Callable[[], None]) -> None:
        self._journal, self._kept, self._lost = journal, kept, lost
        self.run = run
        self._open: _Entry | None = None
        self._broken: BaseException | None = None
        self.begun = False  # its start was told
        self.settled: dict[str, Any] | None = None  # its outcome, which is told when the turn is kept with it

    def hear(self, event: Event) -> None:
        """Take an event; those told while the pen is busy are written together."""
        if isinstance(event, OutcomeSettled):
            self.settled = as_record(event)
            return
        self.begun = True
        self._entry().records.append(as_record(event))

    def record(self, step: StoredStep) -> asyncio.Future[Any]:
        """Write a step down behind the events that led to it; wait for the future where it must be safe."""
        if self._broken:
            raise self._broken
        entry, self._open = self._entry(), None
        entry.step = step
        self._journal.hurry()
        return entry.written

    async def end(self, ending: Ending) -> None:
        """Write down how the run ended, with everything told before: all of it or nothing."""
        entry, self._open = self._entry(), None
        entry.ending = ending
        entry.records += [self.settled] if self.settled else []
        self._journal.hurry()
        await to_the_end(entry.written)

    async def catch_up(self) -> None:
        """Wait until everything told and recorded so far is written."""
        self._broken = None
        await self._journal.put(lambda _: None)

    async def let_go(self) -> None:
        """Leave the run, as far as it got, to the next worker."""
        await self._journal.put(lambda pen: self._journal.store.let_go(pen, self.run))

    def _entry(self) -> _Entry:
        if self._open is None:
            entry = self._open = _Entry()
            entry.written = self._journal.put(lambda pen: self._write(pen, entry), self._seal, urgent=False)
            entry.written.add_done_callback(self._pass_on)
        return self._open

    def _seal(self) -> None:
        self._open = None

    def _write(self, pen: Any, entry: _Entry) -> Any:
        if entry.ending:
            return self._journal.store.end(pen, self.run, entry.records, entry.ending)
        return self._journal.store.append(pen, self.run, entry.records, entry.step)

    def _pass_on(self, written: asyncio.Future[Any]) -> None:
        if written.cancelled():
            return
        error = written.exception()
        if error is None:
            self._kept(written.result())
        else:
            self._broken = error
            if isinstance(error, RunLost):
                self._lost()
