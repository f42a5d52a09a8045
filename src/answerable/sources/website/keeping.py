"""Keeps pages as they are read: a few in one transaction, in a thread, while reading goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from answerable.sources.website.reading import Reading
from answerable.store.pages import TenantPages

# Pages per transaction. One at a time costs 0.54 ms of CPU a page, 8 at a time 0.35, 32 at a time 0.28, 256
# at a time 0.25 (the PostgreSQL manual, docs/decisions/crawl.md).
BATCH = 32
# The longest a page waits for company; a person watching the crawl does not notice it.
LINGER_SECONDS = 0.05
# Readers stop and wait when so many pages are not kept yet, so that a slow disk does not fill the memory.
MOST_WAITING = 4 * BATCH


class Keeper:
    """Writes what `add` gives it; `kept` hears of each reading, with the key of its twin, once it is safe.

    `ended` hears when there is no more writing: after `close`, or because the store failed.
    """

    def __init__(
        self,
        pages: TenantPages,
        clock: Callable[[], float],
        *,
        kept: Callable[[Reading, str], None],
        ended: Callable[[], None],
    ) -> None:
        self._pages, self._clock, self._kept = pages, clock, kept
        self._waiting: list[Reading] = []
        self._arrived, self._full, self._room = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._closing = False
        self._room.set()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(lambda _: ended())

    async def add(self, reading: Reading) -> None:
        """Hand over one page; waits when the disk cannot follow."""
        self._waiting.append(reading)
        self._arrived.set()
        if len(self._waiting) >= BATCH:
            self._full.set()
        if len(self._waiting) >= MOST_WAITING and not self._task.done():
            self._room.clear()
            await self._room.wait()

    async def close(self) -> None:
        """Write what is left; raises what went wrong on the way."""
        self._closing = True
        self._arrived.set()
        self._full.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        try:
            while not self._closing or self._waiting:
                await self._arrived.wait()
                try:
                    async with asyncio.timeout(LINGER_SECONDS):
                        await self._full.wait()
                except TimeoutError:
                    pass
                await self._write()
        finally:
            self._room.set()

    async def _write(self) -> None:
        batch, self._waiting = self._waiting, []
        if not self._closing:
            self._arrived.clear()
            self._full.clear()
        self._room.set()
        twins = await asyncio.to_thread(self._write_batch, batch) if batch else []
        for reading, twin in zip(batch, twins, strict=True):
            self._kept(reading, twin)

    def _write_batch(self, batch: list[Reading]) -> list[str]:
        if unchanged := [reading.key for reading in batch if reading.page is None]:
            self._pages.touch(unchanged, self._clock())
        fresh = [(reading.page, reading.passages) for reading in batch if reading.page]
        names = [(name, ()) for reading in batch for name in reading.other_names]
        twins = iter(self._pages.put([*fresh, *names]) if fresh or names else ())
        return [next(twins) if reading.page else "" for reading in batch]
