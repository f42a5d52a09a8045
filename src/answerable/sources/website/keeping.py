"""Keeps pages as they are read, a few in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from answerable.errors import StoreError
from answerable.sources.website.reading import PageRead
from answerable.store.pages import TenantPages

# Pages per transaction. One at a time costs 0.54 ms of CPU a page, 8 at a time 0.35, 16 at a time 0.31, 256
# at a time 0.25 (docs/decisions/crawl.md). Sixteen hold up the event loop for 5 to 15 ms. A thread would not,
# but then two threads wait for each other at every row, which made whole crawls up to twice as slow.
BATCH = 16
# The longest a page waits for company; a person watching the crawl does not notice it.
LINGER_SECONDS = 0.05


class Keeper:
    """Writes what `add` gives it; `kept` hears of each reading, with the key of its twin, once it is safe.

    `failed` hears of a store that cannot be written while nobody was calling.
    """

    def __init__(
        self,
        pages: TenantPages,
        clock: Callable[[], float],
        *,
        kept: Callable[[PageRead, str], None],
        failed: Callable[[StoreError], None],
    ) -> None:
        self._pages, self._clock, self._kept, self._failed = pages, clock, kept, failed
        self._waiting: list[PageRead] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, reading: PageRead) -> None:
        """Hand over one page. Raises `StoreError`."""
        self._waiting.append(reading)
        if len(self._waiting) >= BATCH:
            self.write()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LINGER_SECONDS, self._write_late)

    def write(self) -> None:
        """Write what is waiting. Raises `StoreError`."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        batch, self._waiting = self._waiting, []
        for reading, twin in zip(batch, self._put(batch), strict=True):
            self._kept(reading, twin)

    def _write_late(self) -> None:
        try:
            self.write()
        except StoreError as error:
            self._failed(error)

    def _put(self, batch: list[PageRead]) -> list[str]:
        if unchanged := [reading.key for reading in batch if reading.page is None]:
            self._pages.touch(unchanged, self._clock())
        fresh = [(reading.page, reading.passages) for reading in batch if reading.page]
        names = [(name, ()) for reading in batch for name in reading.other_names]
        twins = iter(self._pages.put([*fresh, *names]) if fresh or names else ())
        return [next(twins) if reading.page else "" for reading in batch]
