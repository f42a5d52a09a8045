"""A write transaction that is taken at once, as every writer of the store needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def writing(engine: Engine, *, sturdy: bool = False) -> Iterator[Connection]:
    """A write transaction: a reader that becomes a writer could lose a race.

    A sturdy one is on the disk when it ends, even through a power cut: a permit must be, before its effect is.
    """
    with engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite and sturdy:
            connection.exec_driver_sql("PRAGMA synchronous=FULL")
            connection.commit()
        try:
            with connection.begin():
                if sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        finally:
            if sqlite and sturdy:
                connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
