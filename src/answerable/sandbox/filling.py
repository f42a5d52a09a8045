"""Writing a demo database: a schema and its records, all or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def write_database(path: Path, schema: str, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
    """Make a SQLite file with these tables, in this order; a file that was there is replaced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = OFF")  # a demo that is lost is built again
        connection.executescript(schema)
        with connection:
            for name, records in tables.items():
                marks = ", ".join("?" * len(records[0]))
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", records)  # noqa: S608 own names
    finally:
        connection.close()
