"""Trying to break in where no guard stands: what the databases themselves must refuse."""

from __future__ import annotations

from answerable.sources.database.database import Database
from answerable.sources.database.reader import QueryLimits, run
from tests.sources.database.corpus import hostile

CONTENT = (
    "SELECT * FROM users ORDER BY id",
    "SELECT * FROM orders ORDER BY id",
    "SELECT * FROM secrets ORDER BY id",
)


def content(database: Database) -> list[object]:
    """Everything that stands in the shop."""
    with database.reader.session(5) as ask:
        return [sorted(map(tuple, ask(sql).records)) for sql in CONTENT]


def storm(database: Database, dialect: str) -> int:
    """Send every hostile statement past the guard; how many gave rows instead of an error."""
    answered = 0
    errors: tuple[type[Exception], ...] = (*database.reader.errors, TimeoutError, UnicodeError, ValueError)
    for sql in hostile(dialect):
        if "00000000" in sql:
            continue  # would only fill the server's memory
        try:
            run(database.reader, sql, QueryLimits(rows=5, seconds=0.05))
            answered += 1
        except errors:
            continue
    return answered
