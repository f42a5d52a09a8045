"""Watchers get every stored event once and in order, however slow they are."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from answerable.server.board import PAGE, WAITING, Board, Watch
from answerable.server.wire import frames
from answerable.store import Store
from answerable.store.conversations import StoredEvent

HERE = ("local", "c")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.open(tmp_path)
    store.conversations("local").open("c", user="me", assistant="website", starts=(), name="c")
    return store


def tell(store: Store, board: Board, count: int) -> None:
    kept = store.conversations("local").add_events("c", "r", [{"event": "x", "n": n} for n in range(count)])
    board.pin(HERE, kept)


async def read(watch: Watch, count: int) -> list[int]:
    heard: list[StoredEvent] = []
    while len(heard) < count:
        fresh = await watch.read(5)
        assert fresh, f"nothing came after {[event.place for event in heard][-1:]}"
        heard += fresh
    return [event.place for event in heard]


async def test_stored_events_come_before_live_ones(store: Store) -> None:
    board = Board(store)
    tell(store, board, 3)
    with board.watch(HERE, 1) as watch:
        tell(store, board, 2)
        assert await read(watch, 4) == [2, 3, 4, 5]
        tell(store, board, 1)
        assert await read(watch, 1) == [6]


async def test_a_slow_watcher_loses_nothing(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as watch:
        tell(store, board, 1)
        assert await read(watch, 1) == [1]
        for _ in range(3):
            tell(store, board, WAITING)
        tell(store, board, PAGE)
        assert await read(watch, 3 * WAITING + PAGE) == list(range(2, 2 + 3 * WAITING + PAGE))


async def test_a_watcher_who_never_reads_fills_no_memory(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as watch:
        for _ in range(5):
            tell(store, board, WAITING // 2)
            assert len(watch._waiting) <= WAITING
        assert await read(watch, 5 * (WAITING // 2)) == list(range(1, 1 + 5 * (WAITING // 2)))


async def test_what_another_process_wrote_is_not_skipped(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as watch:
        tell(store, board, 1)
        assert await read(watch, 1) == [1]
        store.conversations("local").add_events("c", "other", [{"event": "y"}])
        tell(store, board, 1)
        assert await read(watch, 2) == [2, 3]


async def test_everyone_who_waits_gets_the_same_bytes(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as one, board.watch(HERE, 0) as other:
        assert await one.read(0.01) == await other.read(0.01) == []
        both = asyncio.gather(one.read(5), other.read(5))
        await asyncio.sleep(0)
        tell(store, board, 2)
        first, second = await both
        assert first is second
        assert first is not None
        assert first.framed() is first.framed()
        assert first.framed() == frames(list(first))


async def test_silence_and_the_end_differ(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as watch:
        assert await watch.read(0.01) == []
        waiting = asyncio.create_task(watch.read(5))
        await asyncio.sleep(0)
        board.end(HERE)
        assert await waiting is None
    board.close()
    with board.watch(HERE, 0) as watch:
        assert await watch.read(5) is None


async def test_another_process_is_looked_after(store: Store) -> None:
    board = Board(store)
    with board.watch(HERE, 0) as watch:
        assert await watch.read(0.01) == []
        store.conversations("local").add_events("c", "other", [{"event": "y"}])
        board.look_again([HERE, ("local", "nobody watches")])
        assert await read(watch, 1) == [1]
        board.look_again([HERE])
        assert await watch.read(0.01) == []


async def test_ten_thousand_cuts_lose_nothing(store: Store) -> None:
    board, chance = Board(store), random.Random(16)
    total, viewers, cuts = 60, 330, 0

    async def view() -> list[int]:
        """Reads, is cut off at any event, and comes back with the last number it has seen."""
        nonlocal cuts
        seen: list[int] = []
        while len(seen) < total:
            with board.watch(HERE, seen[-1] if seen else 0) as watch:
                left = chance.randint(0, 3)  # may be cut before the first event came
                while left > 0 and len(seen) < total:
                    fresh = (await watch.read(5) or [])[:left]  # what the wire had not delivered is gone
                    left -= len(fresh)
                    seen += [event.place for event in fresh]
                cuts += 1
        return seen

    async def write() -> None:
        for _ in range(total):
            tell(store, board, 1)
            await asyncio.sleep(chance.random() / 100)

    views, _ = await asyncio.gather(asyncio.gather(*(view() for _ in range(viewers))), write())
    assert cuts >= 10_000
    assert all(seen == list(range(1, total + 1)) for seen in views)
    assert len(board) == 0


async def test_tenants_do_not_hear_each_other(store: Store) -> None:
    board = Board(store)
    with board.watch(("other", "c"), 0) as watch:
        tell(store, board, 2)
        assert await watch.read(0.01) == []
    assert len(board) == 0
