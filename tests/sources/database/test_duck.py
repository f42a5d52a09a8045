from __future__ import annotations

import time

import duckdb
import pytest

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused
from answerable.sources.database.reader import QueryLimits, run
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP
from tests.sources.database.walls import content

REFUSED = [
    "INSERT INTO users (id) VALUES (9)",
    "DELETE FROM users",
    "UPDATE users SET name = 'x'",
    "DROP TABLE users",
    "CREATE TABLE evil (i INT)",
    "ALTER TABLE users ADD COLUMN evil INT",
    "TRUNCATE users",
    "CREATE OR REPLACE TABLE users AS SELECT 1 AS id",
    "SELECT 1; DELETE FROM users",
    "COPY users TO '/tmp/never.csv'",
    "EXPORT DATABASE '/tmp/never'",
    "ATTACH '/tmp/never.db' AS evil",
    "SET enable_external_access = true",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM glob('/*')",
]


def test_the_file_refuses_what_is_not_reading(make: Make) -> None:
    database = make("duckdb", SHOP)
    rows = content(database)
    for sql in REFUSED:
        with pytest.raises(duckdb.Error):
            run(database.reader, sql, QueryLimits())
    assert content(database) == rows


def test_a_runaway_join_is_stopped_in_time(make: Make) -> None:
    database = make("duckdb", SHOP + "INSERT INTO secrets SELECT g, 'x' FROM range(2, 200000) t(g);")
    database.catalog()
    began = time.monotonic()
    with pytest.raises(FetchRefused, match="stopped after"):
        database.query(
            "SELECT COUNT(*) FROM secrets a, secrets b, secrets c WHERE a.id::BIGINT + b.id > c.id",
            limits=QueryLimits(seconds=0.5),
        )
    assert time.monotonic() - began <= 1.5


def test_types_keys_and_comments_are_read(make: Make) -> None:
    database = make(
        "duckdb",
        """CREATE TABLE a (id UBIGINT PRIMARY KEY, size ENUM('small', 'it''s'), tags VARCHAR[], made TIMESTAMP,
                          day DATE, ok BOOLEAN, price DECIMAL(8, 2), u UUID, s STRUCT(x INT));
        CREATE TABLE b (a_id UBIGINT REFERENCES a (id)); COMMENT ON TABLE a IS 'things';
        COMMENT ON COLUMN a.day IS 'd';""",
    )
    catalog = database.catalog()
    a = catalog.entity("a")
    assert (a.key, a.note, a.field("day").note) == (("id",), "things", "d")
    assert a.field("size").values == ("small", "it's")
    assert [field.kind for field in a.fields] == [
        Kind.NUMBER, Kind.TEXT, Kind.OTHER, Kind.MOMENT, Kind.DATE, Kind.BOOL, Kind.NUMBER, Kind.TEXT, Kind.OTHER,
    ]  # fmt: skip
    assert [(r.table, r.columns, r.to_table) for r in catalog.relations] == [("b", ("a_id",), "a")]


def test_what_others_wrote_is_seen(make: Make) -> None:
    database = make("duckdb", SHOP)
    assert database.query("SELECT COUNT(*) FROM users").rows == ((2,),)
    with duckdb.connect(str(database.address.path)) as writer:
        writer.execute("INSERT INTO users VALUES (3, 'Cleo', '', '')")
    assert database.query("SELECT COUNT(*) FROM users").rows == ((3,),)
    assert "Cleo" in database.catalog().entity("users").field("name").values
