"""What may be found again instead of being worked out anew: by its exact key, for one tenant, while it is fresh."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, insert, select, update

from answerable.store.handle import TenantHandle
from answerable.store.schema import counters, table_of

# Kept plans, kept replies of models, and records of apps (which live in memory; their room only has a mark).
ROOMS = ("plans", "replies", "records")
# Entries one tenant may have in one room; those not used for the longest go first. Chosen, not measured.
MOST = 1_000


@dataclass(frozen=True)
class StoredEntry:
    """One thing kept, as a person sees it."""

    key: str
    says: str  # what it is, for a person
    uses: int
    created_at: float
    used_at: float


# What may be forgotten at any time: found by its exact key, and only while it is fresh.
cached = table_of("cached", StoredEntry, key=("room", "key"), also={"room": str, "value": Any})


class TenantCache(TenantHandle):
    """One room of one tenant. Only the whole key finds anything: what is like it is not it."""

    def __init__(
        self, engine: Engine, tenant: str, room: str, clock: Callable[[], float] = time.time, most: int = MOST
    ) -> None:
        super().__init__(engine, tenant)
        self._room, self._clock, self._most = room, clock, most
        self._here = self._mine(cached, room=room)
        self._mark = self._mine(counters, name=f"cache {room}")

    def get(self, key: str, *, fresh_seconds: float | None = None) -> Any | None:
        """What is kept under a key, unless it is older than it may be; counts as a use."""
        here = self._here & (cached.c.key == key)
        row = self._first(select(cached.c.value, cached.c.created_at).where(here))
        if row is None or (fresh_seconds is not None and self._clock() - row[1] > fresh_seconds):
            return None
        self._change(update(cached).where(here).values(uses=cached.c.uses + 1, used_at=self._clock()))
        return row[0]

    def put(self, key: str, value: Any, says: str) -> None:
        """Keep something under a key; the last word counts."""
        now = self._clock()
        row = {"tenant": self._tenant, "room": self._room, "key": key, "value": value}
        with self._writing() as connection:
            connection.execute(delete(cached).where(self._here & (cached.c.key == key)))
            connection.execute(insert(cached).values(**row, says=says, uses=0, created_at=now, used_at=now))
            self._trim(connection, self._here, cached.c.key, cached.c.used_at, self._most)

    def all(self) -> list[StoredEntry]:
        """Everything kept, the last used first."""
        return self._nouns(StoredEntry, cached, self._here, cached.c.used_at.desc(), cached.c.key)

    def delete(self, key: str) -> bool:
        """Forget one entry; False where there is none."""
        return self._change(delete(cached).where(self._here & (cached.c.key == key))) > 0

    def empty(self) -> int:
        """Forget everything in the room, and let every process that keeps more of it know by the mark."""
        with self._writing() as connection:
            moved = connection.execute(update(counters).where(self._mark).values(value=counters.c.value + 1))
            if not moved.rowcount:
                row = {"tenant": self._tenant, "name": f"cache {self._room}", "value": 1}
                connection.execute(insert(counters).values(**row))
            return connection.execute(delete(cached).where(self._here)).rowcount

    def mark(self) -> int:
        """A number that changes whenever the room is emptied."""
        return self._value(select(counters.c.value).where(self._mark)) or 0
