from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused, SourceUnreachable
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from answerable.sources.database.guard import Proof
from answerable.sources.database.reader import QueryLimits, run
from tests.postgres import PostgresServer
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP
from tests.sources.database.walls import content, storm

ASLEEP = (
    "SELECT pid FROM pg_stat_activity "
    "WHERE wait_event = 'PgSleep' AND datname = current_database() AND pid <> pg_backend_pid()"
)


def test_no_hostile_statement_writes_without_the_guard(make: Make) -> None:
    database = make("postgres", SHOP)
    rows = content(database)
    storm(database, "postgres")
    assert content(database) == rows
    assert {entity.name for entity in database.catalog().entities} == {"users", "orders", "secrets"}


REFUSED: list[tuple[str, type[Exception]]] = [
    ("INSERT INTO users (id) VALUES (9)", psycopg.Error),
    ("SELECT 1; INSERT INTO users (id) VALUES (9)", psycopg.errors.SyntaxError),
    ("SELECT pg_read_file('/etc/passwd')", psycopg.errors.InsufficientPrivilege),
    ("COPY users TO PROGRAM 'id'", psycopg.errors.SyntaxError),
    ("SELECT set_config('transaction_read_only', 'off', false)", psycopg.Error),
    ("SELECT pg_sleep(9)", TimeoutError),
]


def test_the_server_refuses_what_is_not_reading(make: Make) -> None:
    database = make("postgres", SHOP)
    for sql, error in REFUSED:
        with pytest.raises(error):
            run(database.reader, sql, QueryLimits(seconds=0.3))


def test_a_runaway_join_is_stopped_in_time(make: Make) -> None:
    database = make("postgres", SHOP + "INSERT INTO secrets SELECT g, 'x' FROM generate_series(2, 90000) g;")
    database.catalog()
    began = time.monotonic()
    with pytest.raises(FetchRefused, match="stopped after"):
        database.query("SELECT COUNT(*) FROM secrets a, secrets b, secrets c WHERE a.id * b.id > c.id")
    assert time.monotonic() - began <= 2.0


def test_columns_without_a_grant_are_not_in_the_catalog(postgres: PostgresServer) -> None:
    url = postgres.database(
        SHOP + "DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN;"
        "GRANT SELECT (id, name) ON users TO clerk; GRANT SELECT ON orders TO clerk;"
    )
    database = Database(Address(url.replace("postgres@", "clerk@")))
    catalog = database.catalog()
    assert [field.name for field in catalog.entity("users").fields] == ["id", "name"]
    assert {entity.name for entity in catalog.entities} == {"users", "orders"}
    assert database.query("SELECT name FROM users WHERE id = 1").rows == (("Ada",),)
    database.close()


def test_schemas_comments_and_enums_are_read(make: Make) -> None:
    database = make(
        "postgres",
        """CREATE SCHEMA stock; CREATE TYPE size AS ENUM ('small', 'large');
        CREATE TABLE stock.bins (id UUID PRIMARY KEY, size size, held JSONB, at TIMESTAMPTZ, day DATE, open BOOLEAN);
        COMMENT ON TABLE stock.bins IS 'Where things lie'; COMMENT ON COLUMN stock.bins.day IS 'Last counted';""",
    )
    bins = database.catalog().entity("bins")
    assert bins.note == "Where things lie"
    assert bins.field("day").note == "Last counted"
    assert bins.field("size").values == ("small", "large")
    kinds = [bins.field(name).kind for name in ("id", "held", "at", "day", "open")]
    assert kinds == [Kind.TEXT, Kind.OTHER, Kind.MOMENT, Kind.DATE, Kind.BOOL]
    assert database.query("SELECT COUNT(*) FROM bins").rows == ((0,),)
    assert database.query("SELECT COUNT(*) FROM stock.bins").rows == ((0,),)


def test_mixed_case_tables_are_found_unquoted(make: Make) -> None:
    database = make("postgres", 'CREATE TABLE "Artikel" (id INT); INSERT INTO "Artikel" VALUES (3);')
    assert database.query("SELECT id FROM Artikel").rows == ((3,),)


def test_a_restarted_server_is_used_again(postgres: PostgresServer, make: Make) -> None:
    database = make("postgres", SHOP)
    database.catalog()
    postgres.stop()
    try:
        with pytest.raises(SourceUnreachable):
            database.query("SELECT COUNT(*) FROM users")
        with pytest.raises(SourceUnreachable, match="postgres database"):
            Database(database.address).catalog()
    finally:
        postgres.start()
    assert database.query("SELECT COUNT(*) FROM users").rows == ((2,),)


def test_a_server_that_dies_amid_a_query_is_a_typed_error(postgres: PostgresServer, make: Make) -> None:
    database = make("postgres", SHOP)
    database.catalog()
    sleeping = Proof("SELECT pg_sleep(5)", ())  # past the guard, which refuses to sleep
    url = database.address.url.set(drivername="postgresql").render_as_string()
    with ThreadPoolExecutor(1) as pool, psycopg.connect(url, autocommit=True) as admin:
        run = pool.submit(database.run, sleeping, QueryLimits(seconds=5))
        while not admin.execute(ASLEEP).fetchall():
            assert not run.done()
        admin.execute(f"SELECT pg_terminate_backend(pid) FROM ({ASLEEP}) AS t".encode())
        with pytest.raises(SourceUnreachable, match="the database said"):
            run.result()
    assert database.query("SELECT COUNT(*) FROM users").rows == ((2,),)
