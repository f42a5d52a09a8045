from __future__ import annotations

import hashlib
import sqlite3
import time
from pathlib import Path

import pytest

from answerable.errors import FetchRefused
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from answerable.sources.database.reader import QueryLimits, run
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP
from tests.sources.database.walls import content, storm

RUNAWAY = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
    "SELECT COUNT(*) FROM n a, n b, n c WHERE a.i * b.i * c.i % 7 = 3"
)


def test_no_hostile_statement_writes_without_the_guard(make: Make) -> None:
    database = make("sqlite", SHOP)
    before = hashlib.sha256(database.address.path.read_bytes()).digest()
    rows = content(database)
    storm(database, "sqlite")
    assert hashlib.sha256(database.address.path.read_bytes()).digest() == before
    assert content(database) == rows


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO users (id) VALUES (9)",
        "CREATE TEMP TABLE t (i)",
        "PRAGMA query_only = OFF",
        "ATTACH ':memory:' AS m",
        "SELECT load_extension('x')",
        "VACUUM INTO '/tmp/never.db'",
    ],
)
def test_the_authorizer_refuses_what_is_not_reading(make: Make, sql: str) -> None:
    database = make("sqlite", SHOP)
    with pytest.raises((sqlite3.Error, sqlite3.Warning)):
        run(database.reader, sql, QueryLimits())


def test_tables_outside_the_catalog_stay_closed(make: Make) -> None:
    database = make("sqlite", SHOP)
    database.catalog()
    for sql in ("SELECT password FROM users", "SELECT * FROM sqlite_master"):
        with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
            run(database.reader, sql, QueryLimits())


def test_a_runaway_join_is_stopped_in_time(make: Make) -> None:
    database = make("sqlite", SHOP)
    database.catalog()
    began = time.monotonic()
    with pytest.raises(FetchRefused, match="stopped after"):
        database.query(RUNAWAY)
    assert time.monotonic() - began <= 2.0


def test_a_huge_value_is_never_built(make: Make) -> None:
    database = make("sqlite", SHOP)
    assert run(database.reader, "SELECT printf('%900000000d', 1) AS wide", QueryLimits()).rows == ((None,),)


def test_paths_with_odd_characters_open(tmp_path: Path) -> None:
    path = tmp_path / "a b#%20ü.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(SHOP)
    connection.close()
    database = Database(Address(str(path)))
    assert {entity.name for entity in database.catalog().entities} == {"users", "orders", "secrets"}


def test_broken_text_is_read_with_marks(make: Make) -> None:
    database = make("sqlite", "CREATE TABLE t (a TEXT); INSERT INTO t VALUES (CAST(x'ff41' AS TEXT));")
    assert database.query("SELECT a FROM t").rows == (("\ufffdA",),)
