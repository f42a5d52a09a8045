"""A worker's shift: it shows that it lives, hears who wants its runs stopped, and takes over from those who are gone.

Nobody's clock is trusted: a worker counts beats, and another one that has seen no new beat for a whole lease, by
its own clock, takes the runs. On one machine a process that is gone is seen at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from answerable.runs.journal import Journal
from answerable.store.runs import StoredRun

# Chosen, not measured: a lease outlasts the longest pause seen of a busy process, about two seconds, five times over.
LEASE_SECONDS = 10.0
BEAT_SECONDS = 1.0
# How often the wish to stop is read while runs are under way; it must take effect within 500 ms.
GLANCE_SECONDS = 0.15

_log = logging.getLogger("answerable.runs")


def worker_name() -> str:
    """A name no other process has, from which one on the same machine can tell whether this one lives."""
    return f"{socket.gethostname()}/{os.getpid()}/{uuid.uuid4().hex[:8]}"


class Shift:
    """Looks after the runs of this process as long as it lasts."""

    def __init__(
        self,
        journal: Journal,
        stop: Callable[[str, str], None],
        take: Callable[[StoredRun], None],
        elsewhere: Callable[[set[tuple[str, str]]], None] = lambda _: None,
        *,
        lease: float = LEASE_SECONDS,
    ) -> None:
        self._journal, self._stop, self._take, self._lease = journal, stop, take, lease
        self._beat = min(BEAT_SECONDS, lease / 4)
        self._elsewhere = elsewhere
        self._newest: float | None = None  # what was told before the first look is in the store already
        self._seen: dict[str, tuple[int, float]] = {}  # owner -> its beats, and when they were last new
        self._busy = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start looking; called once, inside the loop that walks."""
        if self._task is None:
            self._task = asyncio.create_task(self._look_after(), name="shift")

    def busy(self, runs: int) -> None:
        """Say how many runs are under way; without any there is nothing to show or to hear."""
        if runs:
            self._busy.set()
        else:
            self._busy.clear()

    async def end(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _look_after(self) -> None:
        beat = looked = float("-inf")
        while True:
            now = time.monotonic()
            try:
                if now - looked >= self._beat:
                    looked = now
                    await self._relieve(now)
                    await self._listen()
                if self._busy.is_set():
                    if now - beat >= self._beat:
                        beat = now
                        await self._journal.put(self._journal.store.beat)
                    for tenant, run in await asyncio.to_thread(self._journal.store.to_stop):
                        self._stop(tenant, run)
            except Exception:  # noqa: BLE001 - a store that is away for a while must not end the shift
                _log.exception("The runs could not be looked after; trying again")
            await self._rest()

    async def _rest(self) -> None:
        if self._busy.is_set():
            await asyncio.sleep(GLANCE_SECONDS)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._beat):
                await self._busy.wait()

    async def _relieve(self, now: float) -> None:
        """Take the runs of those who are gone."""
        others = await asyncio.to_thread(self._journal.store.others)
        self._seen = {owner: seen for owner, seen in self._seen.items() if owner in others}
        for owner, beats in others.items():
            known = self._seen.get(owner)
            if known is None or known[0] != beats:
                self._seen[owner] = known = (beats, now)
            if not owner or _gone(owner) or now - known[1] >= self._lease:
                for run in await self._journal.put(partial(self._journal.store.take_over, owner=owner)):
                    self._take(run)

    async def _listen(self) -> None:
        """Say where others have told something; one question to the store, however many watch."""
        if self._newest is None:
            self._newest = await asyncio.to_thread(self._journal.store.newest)
        places, self._newest = await asyncio.to_thread(self._journal.store.told_elsewhere, self._newest)
        if places:
            self._elsewhere(places)


def _gone(owner: str) -> bool:
    """Whether a worker of this machine is surely no longer there; False where that cannot be told."""
    host, pid, _ = owner.rsplit("/", 2)
    if os.name != "posix" or host != socket.gethostname():
        return False
    if int(pid) == os.getpid():
        return False  # another shift of this very process, or one that had its number: the lease tells
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
