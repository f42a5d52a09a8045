"""Pages are kept in few transactions, at once when it is quiet, and never more wait than fit."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.sources.website.keeping import BATCH, MOST_WAITING, Keeper
from answerable.sources.website.reading import Reading
from answerable.store import Store, StoredPage, StoredPassage


def reading(name: str, text: str = "") -> Reading:
    url = f"https://a.example/{name}"
    page = StoredPage(url, url, "a.example", name, "en", text or name, 1.0)
    return Reading(url, 200, 0.1, url, page, (StoredPassage((), "", text or name, "", text or name),))


class Kept:
    """What the keeper told."""

    def __init__(self, store: Store) -> None:
        self.told: list[tuple[str, str]] = []
        self.one, self.ended = asyncio.Event(), asyncio.Event()
        self.keeper = Keeper(store.pages("mine"), lambda: 9.0, kept=self._kept, ended=self.ended.set)

    def _kept(self, reading: Reading, twin: str) -> None:
        self.told.append((reading.url, twin))
        self.one.set()


async def test_a_lonely_page_does_not_wait_long(store: Store) -> None:
    kept = Kept(store)
    await kept.keeper.add(reading("a"))
    async with asyncio.timeout(1):
        await kept.one.wait()
    assert store.pages("mine").get("https://a.example/a")
    await kept.keeper.close()


async def test_closing_writes_all_that_waits(store: Store) -> None:
    kept = Kept(store)
    for number in range(BATCH + 5):
        await kept.keeper.add(reading(str(number)))
    await kept.keeper.close()
    assert len(kept.told) == BATCH + 5
    assert kept.ended.is_set()


async def test_twins_are_told(store: Store) -> None:
    kept = Kept(store)
    for name in ("a", "b"):
        await kept.keeper.add(reading(name, "same"))
    await kept.keeper.close()
    assert kept.told == [("https://a.example/a", ""), ("https://a.example/b", "https://a.example/a")]


async def test_an_unchanged_page_is_fresh_again(store: Store) -> None:
    kept = Kept(store)
    store.pages("mine").put([(page, ()) for page in [reading("a").page] if page])
    await kept.keeper.add(Reading("https://a.example/a", 304, 0.1, "https://a.example/a"))
    await kept.keeper.close()
    known = store.pages("mine").known("https://a.example/a")
    assert known
    assert known.fetched_at == 9.0


async def test_readers_wait_for_a_disk_that_is_behind(store: Store, tmp_path: Path) -> None:
    kept = Kept(store)
    other = sqlite3.connect(tmp_path / "answerable.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def read() -> None:
        for number in range(3 * MOST_WAITING):
            await kept.keeper.add(reading(str(number)))

    reader = asyncio.create_task(read())
    _, waiting = await asyncio.wait([reader], timeout=0.3)
    assert waiting == {reader}
    other.execute("ROLLBACK")
    other.close()
    await reader
    await kept.keeper.close()
    assert len(kept.told) == 3 * MOST_WAITING


async def test_a_store_that_fails_is_told_and_raised(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "answerable.db")
    other.execute("DROP TABLE passages")
    other.close()
    kept = Kept(store)
    await kept.keeper.add(reading("a"))
    await kept.ended.wait()
    with pytest.raises(StoreError):
        await kept.keeper.close()
