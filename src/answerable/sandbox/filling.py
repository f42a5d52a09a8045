"""Demo databases: what a world holds (its .toml), its schema (its .sql), chance, and writing it all or nothing."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

from answerable.lists import read_list

HERE = Path(__file__).parent
Thing = TypeVar("Thing")
TODAY = date(2026, 1, 15)  # the day on which the demo databases stand still


class Dice:
    """Rolls decided by a seed, the same on every machine and every Python."""

    def __init__(self, seed: int) -> None:
        # Only `random()` is promised to give the same numbers in every version; everything here is made of it.
        self._random = random.Random(seed)

    def roll(self) -> float:
        return self._random.random()

    def below(self, end: int) -> int:
        return int(self.roll() * end)

    def ago(self, days: int) -> str:
        """A day less than so many days before today."""
        return (TODAY - timedelta(days=self.below(days))).isoformat()

    def chance(self, share: float) -> bool:
        return self.roll() < share

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]


def read_world(name: str) -> dict[str, Any]:
    """What a demo world is made from."""
    return read_list(__package__, f"{name}.toml")


def read_schema(name: str) -> str:
    """The statements that make a demo world's tables."""
    return (HERE / f"{name}.sql").read_text(encoding="utf-8")


def write_database(path: Path, name: str, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
    """Make a SQLite file of a world with these records, in this order; a file that was there is replaced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = OFF")  # a demo that is lost is built again
        connection.executescript(read_schema(name))
        with connection:
            for table, records in tables.items():
                marks = ", ".join("?" * len(records[0]))
                connection.executemany(f"INSERT INTO {table} VALUES ({marks})", records)  # noqa: S608 own names
    finally:
        connection.close()
