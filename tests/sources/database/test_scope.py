from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused
from answerable.sources.database.scope import Names, visible_ctes
from answerable.sources.database.shape import ColumnShape, TableShape

TABLE = TableShape(name="Orders", schema="public", columns=(ColumnShape(name="id", kind=Kind.NUMBER),))


def visible(sql: str, dialect: str = "postgres") -> list[set[str]]:
    tree = sqlglot.parse_one(sql, read=dialect)
    names = Names([], dialect)
    return [visible_ctes(scan, names.fold) for scan in tree.find_all(exp.Table) if scan.name == "t"]


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("WITH a AS (SELECT 1) SELECT * FROM t", [{"a"}]),
        ("WITH a AS (SELECT * FROM t), b AS (SELECT 1) SELECT 1", [set()]),
        ("WITH a AS (SELECT 1), b AS (SELECT * FROM t) SELECT 1", [{"a"}]),
        ("WITH RECURSIVE a AS (SELECT * FROM t) SELECT 1", [{"a"}]),
        ("SELECT * FROM t WHERE 1 IN (WITH a AS (SELECT 1) SELECT 1 FROM a)", [set()]),
        ("WITH a AS (SELECT 1) SELECT (SELECT 1 FROM t)", [{"a"}]),
        ('WITH "A" AS (SELECT 1), B AS (SELECT 1) SELECT * FROM t', [{"A", "b"}]),
    ],
)
def test_names_of_with_are_seen_where_they_hold(sql: str, expected: list[set[str]]) -> None:
    assert visible(sql) == expected


def find(sql: str, dialect: str = "postgres") -> exp.Table:
    scan = sqlglot.parse_one(sql, read=dialect).find(exp.Table)
    assert scan is not None
    Names([TABLE], dialect).table(scan)
    return scan


def test_a_table_is_called_as_the_database_calls_it() -> None:
    assert find("SELECT * FROM orders").sql("postgres") == '"public"."Orders" AS orders'
    assert find("SELECT * FROM ORDERS o").sql("postgres") == '"public"."Orders" AS o'


def test_another_schema_is_another_table() -> None:
    find("SELECT * FROM public.orders")
    with pytest.raises(FetchRefused, match="no table"):
        find("SELECT * FROM pg_catalog.orders")
