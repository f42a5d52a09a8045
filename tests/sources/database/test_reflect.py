from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import types
from sqlalchemy.dialects import mysql, postgresql

from answerable.domain.catalog import Kind
from answerable.sources.database.reflect import kind_of
from tests.sources.database.conftest import Make


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        (types.INTEGER(), Kind.NUMBER),
        (types.NUMERIC(10, 2), Kind.NUMBER),
        (types.REAL(), Kind.NUMBER),
        (types.VARCHAR(10), Kind.TEXT),
        (types.DATE(), Kind.DATE),
        (types.TIMESTAMP(), Kind.MOMENT),
        (types.BOOLEAN(), Kind.BOOL),
        (types.BLOB(), Kind.OTHER),
        (types.NullType(), Kind.OTHER),
        (mysql.TINYINT(display_width=1), Kind.BOOL),
        (mysql.TINYINT(), Kind.NUMBER),
        (mysql.YEAR(), Kind.NUMBER),
        (mysql.ENUM("a"), Kind.TEXT),
        (postgresql.MONEY(), Kind.NUMBER),
        (postgresql.UUID(), Kind.TEXT),
        (postgresql.JSONB(), Kind.OTHER),
        (postgresql.ARRAY(types.INTEGER), Kind.OTHER),
        (postgresql.INTERVAL(), Kind.OTHER),
        (postgresql.DOUBLE_PRECISION(), Kind.NUMBER),
    ],
)
def test_declared_types_have_a_kind(type_: types.TypeEngine[Any], kind: Kind) -> None:
    assert kind_of(type_) is kind


def test_keys_of_several_columns_are_read(make: Make) -> None:
    script = """CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y));
    CREATE TABLE b (p INT, q INT, FOREIGN KEY (p, q) REFERENCES a (x, y));"""
    catalog = make("sqlite", script).catalog()
    assert catalog.entity("a").key == ("x", "y")
    assert [(r.columns, r.to_columns) for r in catalog.relations] == [(("p", "q"), ("x", "y"))]


def test_a_key_named_without_columns_is_found(make: Make) -> None:
    script = "CREATE TABLE a (x INTEGER PRIMARY KEY); CREATE TABLE b (z INT REFERENCES a);"
    assert [r.to_columns for r in make("sqlite", script).catalog().relations] == [("x",)]


def test_a_key_to_a_missing_table_is_passed_over(make: Make) -> None:
    assert make("sqlite", "CREATE TABLE b (z INT REFERENCES gone (id));").catalog().relations == ()


def test_views_stay_out_where_tables_are(make: Make) -> None:
    script = "CREATE TABLE a (x INT); CREATE VIEW v AS SELECT x FROM a;"
    assert [entity.name for entity in make("sqlite", script).catalog().entities] == ["a"]
