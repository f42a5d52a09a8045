"""A tenant's records, kept between questions and asked for again before they are used."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Protocol

from answerable.sources.apps.client import ListRead, Record

# How long a kept list may be brought up to date by asking for changes alone. After that it is read whole again,
# so that a change without a trace (a record removed for good) cannot stay unseen. Chosen, not measured.
WHOLE_AGAIN = 300.0
# Clocks differ: changes are asked for from a little before the last time. Chosen, not measured.
OVERLAP = timedelta(minutes=2)
# Lists kept for one tenant; those not read for the longest go first. Chosen, not measured.
MOST = 500
EMPTY: tuple[object, ...] = (None, [], {})


class Fetching(Protocol):
    """What a list of records comes from."""

    async def fetch(self, place: str, filters: Mapping[str, Any], seconds: float) -> ListRead: ...


@dataclass(frozen=True)
class Loaded:
    """The records of one list that exist, and when they were asked for."""

    records: tuple[Record, ...]
    fetched_at: datetime
    pages: int  # that were asked for just now
    version: int  # another number when the records are not the same any more


@dataclass(frozen=True)
class HeldList:
    """A list that is kept: which one, how many records it has, and when they were last asked for."""

    place: str
    filters: Mapping[str, str]
    records: int
    asked_at: datetime


@dataclass
class _Kept:
    by_id: dict[str, Record]
    asked_at: datetime
    read_whole: float
    checked: float
    version: int


class TenantRecords:
    """One tenant's lists. Another tenant has another object, so nothing can cross.

    A list within `max_age` seconds is given as it is; an older one is brought up to date first. What cannot be
    brought up to date is not given at all.
    """

    def __init__(self, client: Fetching, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._client, self._clock = client, clock
        self._kept: OrderedDict[tuple[str, tuple[tuple[str, str], ...]], _Kept] = OrderedDict()
        self._locks: dict[object, asyncio.Lock] = {}
        self._versions = count(1)

    async def read(
        self,
        place: str,
        filters: Mapping[str, Any] | None = None,
        *,
        seconds: float = 30.0,
        max_age: float = 0.0,
    ) -> Loaded:
        """The records of "category/resource" that pass the filters; deleted ones do not exist."""
        given = {name: value for name, value in (filters or {}).items() if value is not None}
        key = (place, tuple(sorted((name, str(value)) for name, value in given.items())))
        async with self._locks.setdefault(key, asyncio.Lock()):
            kept = self._kept.get(key)
            now, pages = self._clock(), 0
            # A record that left a filtered list would not be among its changes, so those are read whole.
            stale = kept is not None and now - kept.checked > max_age
            if kept is None or now - kept.read_whole > WHOLE_AGAIN or (stale and given):
                kept, pages = await self._read_whole(place, given, seconds)
            elif stale:
                kept, pages = await self._catch_up(place, seconds, kept)
            self._kept[key] = kept
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._locks.pop(self._kept.popitem(last=False)[0], None)
        return Loaded(tuple(kept.by_id.values()), kept.asked_at, pages, kept.version)

    def held(self) -> list[HeldList]:
        """What is kept now, for an operator to see; nothing of what the records say."""
        return [
            HeldList(place, dict(filters), len(kept.by_id), kept.asked_at)
            for (place, filters), kept in self._kept.items()
        ]

    async def _read_whole(self, place: str, filters: Mapping[str, Any], seconds: float) -> tuple[_Kept, int]:
        asked_at, now = datetime.now(UTC), self._clock()
        found = await self._client.fetch(place, filters, seconds)
        return _Kept(_merged({}, found.records), asked_at, now, now, next(self._versions)), found.pages

    async def _catch_up(self, place: str, seconds: float, kept: _Kept) -> tuple[_Kept, int]:
        asked_at, now = datetime.now(UTC), self._clock()
        since = {"modified_after": kept.asked_at - OVERLAP, "include_deleted_data": True}
        found = await self._client.fetch(place, since, seconds)
        merged = _merged(kept.by_id, found.records)
        version = kept.version if merged == kept.by_id else next(self._versions)
        return _Kept(merged, asked_at, kept.read_whole, now, version), found.pages


def _merged(before: Mapping[str, Record], records: list[Record]) -> dict[str, Record]:
    merged = dict(before)
    for record in records:
        key = str(record.get("id"))
        if record.get("remote_was_deleted"):
            merged.pop(key, None)
        else:
            # Most fields of most records are empty, and a list may have a million of them.
            merged[key] = {name: value for name, value in record.items() if value not in EMPTY}
    return merged
