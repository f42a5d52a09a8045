from __future__ import annotations

import sqlite3
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from answerable.errors import FetchRefused
from answerable.sandbox import clinic, library, warehouse
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from answerable.sources.database.guard import QueryGuard
from answerable.sources.database.shape import TableShape
from answerable.sources.database.sqlite import SqliteReader
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import (
    DIALECTS,
    SHOP,
    all_hostile,
    generated,
    hidden,
    hostile,
    legitimate,
    sales,
)

MOST = 450  # generated queries tried per demo world


def shapes(path: Path, script: str, dialect: str) -> list[TableShape]:
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()
    schema = "public" if dialect == "postgres" else "main"
    return [replace(table, schema=schema) for table in SqliteReader(Address(f"sqlite:///{path}")).reflect()]


@pytest.fixture(params=DIALECTS)
def dialect(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def shop_guard(tmp_path: Path, dialect: str) -> QueryGuard:
    return QueryGuard(hidden(shapes(tmp_path / "shop.db", SHOP, dialect)), dialect)


@pytest.fixture
def sales_guard(tmp_path: Path, dialect: str) -> QueryGuard:
    return QueryGuard(shapes(tmp_path / "sales.db", sales(), dialect), dialect)


def test_the_corpus_of_tricks_is_large() -> None:
    assert len(all_hostile()) >= 450


def test_every_hostile_statement_is_refused(shop_guard: QueryGuard, dialect: str) -> None:
    allowed, reasons = [], []
    for sql in hostile(dialect):
        try:
            allowed.append((sql, shop_guard.prove(sql, rows=10).sql))
        except FetchRefused as refused:
            reasons.append(refused.why)
    assert allowed == []
    assert all(reasons)


def test_every_written_query_is_allowed(sales_guard: QueryGuard, dialect: str) -> None:
    assert len(legitimate(dialect)) > 50
    for sql in legitimate(dialect):
        assert sales_guard.prove(sql, rows=10).tables is not None, sql


@pytest.mark.parametrize("kind", ["sqlite", "postgres", "duckdb"])
def test_allowed_queries_run_as_they_were_proved(make: Make, kind: str) -> None:
    database = make(kind, sales())
    proofs = [database.prove(sql) for sql in legitimate(kind)]
    with database.reader.session(20) as ask:
        for proof in proofs:
            assert ask(proof.sql).columns, proof.sql


def test_a_thousand_generated_queries_are_allowed(tmp_path: Path) -> None:
    asked = refused = 0
    for world in (warehouse, library, clinic):
        path = tmp_path / "world.db"
        world.build(path)
        database = Database(Address(f"sqlite:///{path}"))
        connection = sqlite3.connect(path)
        for sql in islice(generated(database.catalog()), MOST):
            asked += 1
            try:
                proof = database.prove(sql)
            except FetchRefused:
                refused += 1
                continue
            connection.execute(f"EXPLAIN {proof.sql}")  # the proved text is SQL that the database takes
        connection.close()
    assert asked >= 1_000
    assert refused <= asked // 1_000


def test_the_guard_adds_a_limit(shop_guard: QueryGuard) -> None:
    assert shop_guard.prove("SELECT id FROM orders", rows=7).sql.endswith("LIMIT 7")
    assert shop_guard.prove("SELECT id FROM orders LIMIT 3", rows=7).sql.endswith("LIMIT 3")
    assert shop_guard.prove("SELECT id FROM orders LIMIT 9000", rows=7).sql.endswith("LIMIT 7")
    assert shop_guard.prove("SELECT id FROM orders UNION SELECT id FROM users", rows=7).sql.endswith(
        "LIMIT 7"
    )


def test_comments_never_reach_the_database(shop_guard: QueryGuard) -> None:
    proof = shop_guard.prove("SELECT id /* hello */ FROM orders -- there", rows=7)
    assert "hello" not in proof.sql
    assert "there" not in proof.sql


def test_a_proof_names_the_real_tables(shop_guard: QueryGuard) -> None:
    sql = "WITH t AS (SELECT user_id FROM orders) SELECT u.name FROM t JOIN users u ON u.id = t.user_id"
    assert set(shop_guard.prove(sql, rows=7).tables) == {"users", "orders"}


def test_hidden_columns_leave_the_star(shop_guard: QueryGuard) -> None:
    assert "password" not in shop_guard.prove("SELECT * FROM users", rows=7).sql


def test_deep_nesting_is_refused_in_words(shop_guard: QueryGuard) -> None:
    with pytest.raises(FetchRefused):
        shop_guard.prove("SELECT " + "(" * 3_000 + "1" + ")" * 3_000, rows=7)


def test_a_refusal_says_what_was_wrong(shop_guard: QueryGuard) -> None:
    with pytest.raises(FetchRefused, match="no table 'nosuch'"):
        shop_guard.prove("SELECT 1 FROM nosuch", rows=7)
    with pytest.raises(FetchRefused, match="'orders' has no column 'color'"):
        shop_guard.prove("SELECT o.color FROM orders o", rows=7)
    with pytest.raises(FetchRefused, match="2 statements"):
        shop_guard.prove("SELECT 1; SELECT 2", rows=7)


@pytest.mark.parametrize(
    "shown",
    [
        "COALESCE(NULLIF({c}, {c}), 'is insolvent')",
        "CAST(COALESCE(NULLIF({c}, {c}), '42') AS INT)",
        "MAX(COALESCE(NULLIF({c}, {c}), ('42')))",
        "CONCAT({c}, ' is insolvent')",
        "REPLACE({c}, {c}, 'insolvent')",
        "UPPER(TRIM(CONCAT('x', {c})))",
        "'insolvent'",
    ],
)
def test_words_of_a_query_are_no_records(shop_guard: QueryGuard, shown: str) -> None:
    column = shown.replace("{c}", "name")
    assert shop_guard.prove(f"SELECT {column} AS a FROM users", rows=5).invented
    assert shop_guard.prove(f"SELECT a FROM (SELECT {column} AS a FROM users) AS b", rows=5).invented


@pytest.mark.parametrize(
    "shown",
    [
        "name || ' - ' || name",
        "COALESCE(name, '-')",
        "COALESCE(SUM(id), 0)",
        "NULLIF(name, 'n/a')",
        "REPLACE(name, 'GmbH', '')",
        "CASE WHEN id < 5 THEN 'cheap' ELSE 'dear' END",
        "COUNT(CASE WHEN name = 'Lamp' THEN 1 END)",
        "SUM(id) FILTER (WHERE name LIKE 'L%')",
    ],
)
def test_separators_and_labels_are_not_invented(shop_guard: QueryGuard, shown: str) -> None:
    assert not shop_guard.prove(f"SELECT {shown} AS a FROM users WHERE name <> 'x'", rows=5).invented
