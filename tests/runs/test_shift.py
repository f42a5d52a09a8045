"""A worker shows that it lives, hears of stops, and takes over only from those who are gone."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from answerable.runs.journal import Journal
from answerable.runs.shift import Shift, worker_name
from answerable.store import Store
from answerable.store.runs import StoredRun

QUESTION = {"text": "When?", "user": {"id": "me"}, "assistant": "website", "starts": []}


class Watchman:
    """A shift, and what it was told to do."""

    def __init__(self, store: Store, lease: float) -> None:
        self.journal = Journal(store.journal(worker_name()))
        self.taken: asyncio.Queue[StoredRun] = asyncio.Queue()
        self.stopped: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.shift = Shift(
            self.journal, lambda *run: self.stopped.put_nowait(run), self.taken.put_nowait, lease=lease
        )

    async def close(self) -> None:
        await self.shift.end()
        await self.journal.close()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def begin(store: Store, owner: str, run: str = "r") -> None:
    journal = store.journal(owner)
    new = StoredRun(tenant="local", id=run, conversation=run, question=QUESTION)
    journal.write([partial(journal.begin, run=new, name="When?")])


async def test_a_dead_process_is_relieved_at_once(store: Store) -> None:
    gone = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await gone.wait()
    begin(store, f"{socket.gethostname()}/{gone.pid}/x")
    watchman = Watchman(store, lease=60.0)
    watchman.shift.begin()
    run = await asyncio.wait_for(watchman.taken.get(), 5)
    assert (run.id, run.owner, run.fence, run.tries) == ("r", watchman.journal.store.worker, 2, 2)
    await watchman.close()


async def test_a_run_nobody_owns_is_taken(store: Store) -> None:
    begin(store, "")
    watchman = Watchman(store, lease=60.0)
    watchman.shift.begin()
    assert (await asyncio.wait_for(watchman.taken.get(), 5)).id == "r"
    await watchman.close()


async def test_another_machine_is_given_its_lease(store: Store) -> None:
    begin(store, "elsewhere/1/x")
    watchman = Watchman(store, lease=0.3)
    began = asyncio.get_running_loop().time()
    watchman.shift.begin()
    await asyncio.wait_for(watchman.taken.get(), 5)
    assert asyncio.get_running_loop().time() - began >= 0.3
    await watchman.close()


async def test_a_beating_worker_keeps_its_runs(store: Store) -> None:
    begin(store, f"{socket.gethostname()}/{os.getppid()}/x")
    begin(store, "elsewhere/1/x", "other")
    watchman = Watchman(store, lease=0.3)
    watchman.shift.begin()
    other = store.journal("elsewhere/1/x")
    for _ in range(10):
        await asyncio.sleep(0.05)
        await asyncio.to_thread(other.write, [other.beat])
    taken = [] if watchman.taken.empty() else [watchman.taken.get_nowait().id]
    assert "other" not in taken
    await watchman.close()


async def test_two_who_relieve_get_it_once(store: Store) -> None:
    begin(store, "")
    first, second = Watchman(store, 60.0), Watchman(store, 60.0)
    first.shift.begin()
    second.shift.begin()
    await asyncio.sleep(0.3)
    assert first.taken.qsize() + second.taken.qsize() == 1
    await first.close()
    await second.close()


async def test_a_wish_to_stop_is_heard(store: Store) -> None:
    watchman = Watchman(store, lease=60.0)
    begin(store, watchman.journal.store.worker)
    watchman.shift.begin()
    watchman.shift.busy(1)
    assert store.runs("local").ask_to_stop("r") == "r"
    assert await asyncio.wait_for(watchman.stopped.get(), 0.5) == ("local", "r")
    await watchman.close()


class Ear(logging.Handler):
    """Hears that something was logged."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.set()


async def test_a_store_that_is_away_is_waited_for(store: Store, tmp_path: Path) -> None:
    watchman, ear = Watchman(store, lease=0.4), Ear()
    logging.getLogger("answerable.runs").addHandler(ear)
    store.close()
    (tmp_path / "answerable.db").rename(tmp_path / "away.db")
    (tmp_path / "answerable.db").mkdir()
    watchman.shift.begin()
    await ear.heard.wait()
    logging.getLogger("answerable.runs").removeHandler(ear)
    (tmp_path / "answerable.db").rmdir()
    (tmp_path / "away.db").rename(tmp_path / "answerable.db")
    begin(store, "")
    assert (await asyncio.wait_for(watchman.taken.get(), 5)).id == "r"
    await watchman.close()
