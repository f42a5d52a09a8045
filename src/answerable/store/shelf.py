"""What a process remembers of its store: dear to read, and true as long as the number beside it stays the same.

One shelf per open database; a store that is closed takes its shelf along. Keys carry their tenant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

# How much is remembered, in bytes as its owners estimate them. Chosen: three sites of 25,000 passages each.
ROOM = 150_000_000

Value = TypeVar("Value")


class Shelf:
    """Forgets what was not asked for the longest when it is full."""

    def __init__(self, room: int = ROOM) -> None:
        self._room, self._used = room, 0
        self._kept: OrderedDict[Hashable, tuple[int, object, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, mark: int) -> object | None:
        """What was put under this key while the mark was this one."""
        with self._lock:
            found = self._kept.get(key)
            if found is None or found[0] != mark:
                return None
            self._kept.move_to_end(key)
            return found[1]

    def put(self, key: Hashable, mark: int, value: object, size: int) -> None:
        """Remember a value; one that is larger than the shelf is not."""
        with self._lock:
            if before := self._kept.pop(key, None):
                self._used -= before[2]
            if size > self._room:
                return
            self._kept[key] = (mark, value, size)
            self._used += size
            while self._used > self._room:
                _, (_, _, freed) = self._kept.popitem(last=False)
                self._used -= freed

    def kept(
        self, key: Hashable, mark: int, read: Callable[[], Value], size: Callable[[Value], int]
    ) -> Value:
        """The value under this key, read anew when it is not there or out of date."""
        found = self.get(key, mark)
        if found is not None:
            return found  # type: ignore[return-value]  # only this key's reader put it there
        value = read()
        self.put(key, mark, value, size(value))
        return value


_shelves: WeakKeyDictionary[Engine, Shelf] = WeakKeyDictionary()


def shelf_of(engine: Engine) -> Shelf:
    """The one shelf of this database in this process."""
    return _shelves.setdefault(engine, Shelf())
