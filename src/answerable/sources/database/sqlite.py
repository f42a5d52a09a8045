"""Reading SQLite files: opened read-only, and every access asked of an authorizer."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import NullPool, create_engine

from answerable.sources.database.address import Address
from answerable.sources.database.allowed import SQLITE_REFUSED
from answerable.sources.database.comments import written
from answerable.sources.database.reader import Ask, Clock, Rows
from answerable.sources.database.reflect import reflect_tables
from answerable.sources.database.shape import TableShape

# Virtual machine steps between two looks at the clock: about a millisecond.
STEPS = 20_000
# The largest text or blob SQLite may build; without it one function call can take a gigabyte.
LARGEST_VALUE = 10_000_000
READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE}


class SqliteReader:
    """A SQLite file."""

    explain = "EXPLAIN QUERY PLAN "
    errors: tuple[type[Exception], ...] = (sqlite3.Error, sqlite3.Warning)

    def __init__(self, address: Address) -> None:
        self._path = address.path
        self._allowed: dict[str, set[str]] | None = None
        self._views: set[str] = set()

    def reflect(self) -> list[TableShape]:
        engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        with closing(self._connect()) as connection:
            schemas = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return [
            _noted(table, schemas.get(table.name, "")) for table in reflect_tables(engine, {"main": None})
        ]

    def stamp(self) -> str:
        beside = (self._path, self._path.with_name(self._path.name + "-wal"))
        return " ".join(f"{at.st_mtime_ns}/{at.st_size}" for file in beside if (at := _stat(file)))

    def narrow(self, tables: Sequence[TableShape]) -> None:
        self._views = {table.name.lower() for table in tables if table.view}
        self._allowed = {
            table.name.lower(): {"", *(column.name.lower() for column in table.columns)} for table in tables
        }

    @contextmanager
    def session(self, seconds: float) -> Iterator[Ask]:
        clock = Clock(seconds)
        connection = self._connect()
        try:
            connection.set_authorizer(self._authorizer())
            connection.set_progress_handler(lambda: clock.over, STEPS)
            yield lambda sql: _ask(connection, sql)
        except sqlite3.OperationalError:
            if clock.over:
                raise TimeoutError from None
            raise
        finally:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        uri = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=1.0)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        return connection

    def _authorizer(self) -> Callable[..., int]:
        def may(
            action: int, first: str | None, second: str | None, home: str | None, inside: str | None
        ) -> int:
            if action in READS:
                return sqlite3.SQLITE_OK
            if action == sqlite3.SQLITE_FUNCTION:
                return sqlite3.SQLITE_DENY if (second or "").lower() in SQLITE_REFUSED else sqlite3.SQLITE_OK
            if action == sqlite3.SQLITE_READ and home is None and not second:
                return sqlite3.SQLITE_OK  # not a stored table: a name that WITH gives
            if action == sqlite3.SQLITE_READ and self._readable(first or "", second or "", inside or ""):
                return sqlite3.SQLITE_OK
            return sqlite3.SQLITE_DENY

        return may

    def _readable(self, table: str, column: str, inside: str) -> bool:
        if self._allowed is None or inside.lower() in self._views:
            return True
        return column.lower() in self._allowed.get(table.lower(), ())

    def close(self) -> None:
        """Nothing stays open between sessions."""


def _noted(table: TableShape, schema: str) -> TableShape:
    """A table with the comments of its schema, which SQLite keeps but does not tell."""
    note, notes = written(schema)
    columns = tuple(replace(column, note=notes.get(column.name, "")) for column in table.columns)
    return replace(table, note=note, columns=columns)


def _ask(connection: sqlite3.Connection, sql: str) -> Rows:
    cursor = connection.execute(sql)
    return Rows(tuple(column[0] for column in cursor.description or ()), cursor)


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:
        return None
