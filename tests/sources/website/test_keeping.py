"""Pages are kept in few transactions, and soon when it is quiet."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.sources.website.keeping import BATCH, Keeper
from answerable.sources.website.reading import PageRead
from answerable.store import Store, StoredPage, StoredPassage


def reading(name: str, text: str = "") -> PageRead:
    url = f"https://a.example/{name}"
    page = StoredPage(url, url, "a.example", name, "en", text or name, 1.0)
    return PageRead(url, 200, 0.1, url, page, (StoredPassage((), "", text or name, "", text or name),))


class Kept:
    """What the keeper told."""

    def __init__(self, store: Store) -> None:
        self.told: list[tuple[str, str]] = []
        self.errors: list[StoreError] = []
        self.something = asyncio.Event()
        self.keeper = Keeper(store.pages("mine"), lambda: 9.0, kept=self._kept, failed=self._failed)

    def _kept(self, reading: PageRead, twin: str) -> None:
        self.told.append((reading.url, twin))
        self.something.set()

    def _failed(self, error: StoreError) -> None:
        self.errors.append(error)
        self.something.set()


async def test_a_lonely_page_does_not_wait_long(store: Store) -> None:
    kept = Kept(store)
    kept.keeper.add(reading("a"))
    assert kept.told == []
    async with asyncio.timeout(1):
        await kept.something.wait()
    assert store.pages("mine").get("https://a.example/a")


async def test_many_pages_are_written_together(store: Store) -> None:
    kept = Kept(store)
    for number in range(BATCH + 5):
        kept.keeper.add(reading(str(number)))
    assert len(kept.told) == BATCH
    kept.keeper.write()
    kept.keeper.write()
    assert len(kept.told) == BATCH + 5


async def test_twins_are_told(store: Store) -> None:
    kept = Kept(store)
    for name in ("a", "b"):
        kept.keeper.add(reading(name, "same"))
    kept.keeper.write()
    assert kept.told == [("https://a.example/a", ""), ("https://a.example/b", "https://a.example/a")]


async def test_an_unchanged_page_is_fresh_again(store: Store) -> None:
    kept = Kept(store)
    kept.keeper.add(reading("a"))
    kept.keeper.write()
    kept.keeper.add(PageRead("https://a.example/a", 304, 0.1, "https://a.example/a"))
    kept.keeper.write()
    known = store.pages("mine").known("https://a.example/a")
    assert known
    assert known.fetched_at == 9.0


async def test_a_store_that_fails_is_told(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "answerable.db")
    other.execute("DROP TABLE passages")
    other.close()
    kept = Kept(store)
    kept.keeper.add(reading("a"))
    await kept.something.wait()
    assert len(kept.errors) == 1
    kept.keeper.add(reading("a"))
    with pytest.raises(StoreError):
        kept.keeper.write()
