"""The same small shop in four kinds of real database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from tests.mariadb import MariaServer, mariadb
from tests.postgres import PostgresServer, postgres

__all__ = ["mariadb", "postgres"]

KINDS = ("sqlite", "postgres", "mysql", "duckdb")
SERVERS = {"postgres": "postgres", "mysql": "mariadb"}
Make = Callable[..., Database]


@pytest.fixture
def make_url(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str, str], str]:
    """Makes a database of a kind from a script and says its URL."""

    def make(kind: str, script: str) -> str:
        if kind in SERVERS:
            server: PostgresServer | MariaServer = request.getfixturevalue(SERVERS[kind])
            return server.database(script)
        path = tmp_path / f"shop{len(list(tmp_path.iterdir()))}.{kind}"
        if kind == "sqlite":
            connection = sqlite3.connect(path)
            connection.executescript(script)
            connection.close()
        else:
            with duckdb.connect(str(path)) as duck:
                duck.execute(script)
        return f"{kind}:///{path}"

    return make


@pytest.fixture
def make(make_url: Callable[[str, str], str]) -> Iterator[Make]:
    """Makes a database and opens it; what was opened is closed."""
    opened: list[Database] = []

    def open_(kind: str, script: str, **options: object) -> Database:
        database = Database(Address(make_url(kind, script)), **options)  # type: ignore[arg-type]  # named by tests
        opened.append(database)
        return database

    yield open_
    for database in opened:
        database.close()
