from __future__ import annotations

import socket
import time

import pymysql
import pytest

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused, SourceUnreachable
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from answerable.sources.database.reader import QueryLimits, run
from tests.mariadb import MariaServer
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP
from tests.sources.database.walls import content, storm


def test_no_hostile_statement_writes_without_the_guard(make: Make) -> None:
    database = make("mysql", SHOP)
    rows = content(database)
    storm(database, "mysql")
    assert content(database) == rows
    assert {entity.name for entity in database.catalog().entities} == {"users", "orders", "secrets"}


REFUSED: list[tuple[str, type[Exception]]] = [
    ("INSERT INTO users (id) VALUES (9)", pymysql.Error),
    ("SELECT 1; INSERT INTO users (id) VALUES (9)", pymysql.Error),
    ("CREATE TABLE other (a INT)", pymysql.Error),
    ("DROP TABLE users", pymysql.Error),
    ("SELECT SLEEP(9)", TimeoutError),
]


@pytest.mark.parametrize(("sql", "error"), REFUSED)
def test_the_server_refuses_what_is_not_reading(make: Make, sql: str, error: type[Exception]) -> None:
    database = make("mysql", SHOP)
    with pytest.raises(error):
        run(database.reader, sql, QueryLimits(seconds=0.3))


def test_a_runaway_join_is_stopped_in_time(make: Make) -> None:
    many = "INSERT INTO secrets SELECT seq, 'x' FROM seq_2_to_90000;"
    database = make("mysql", SHOP + many)
    database.catalog()
    began = time.monotonic()
    with pytest.raises(FetchRefused, match="stopped after"):
        database.query("SELECT COUNT(*) FROM secrets a, secrets b, secrets c WHERE a.id * b.id > c.id")
    assert time.monotonic() - began <= 2.0


def test_comments_enums_and_types_are_read(make: Make) -> None:
    database = make(
        "mysql",
        """CREATE TABLE bins (id INT PRIMARY KEY, size ENUM('small', 'large'), held JSON, at DATETIME,
        day DATE COMMENT 'Last counted', open BOOLEAN, price DECIMAL(8, 2)) COMMENT 'Where things lie';
        INSERT INTO bins VALUES (1, 'small', '{}', '2026-01-02 03:04:05', '2026-01-02', TRUE, 1.50);""",
    )
    bins = database.catalog().entity("bins")
    assert (bins.note, bins.field("day").note) == ("Where things lie", "Last counted")
    kinds = [bins.field(name).kind for name in ("size", "at", "day", "open", "price")]
    assert kinds == [Kind.TEXT, Kind.MOMENT, Kind.DATE, Kind.BOOL, Kind.NUMBER]
    assert database.query("SELECT size, price FROM bins").rows == (("small", 1.5),)


def test_a_restarted_server_is_used_again(mariadb: MariaServer, make: Make) -> None:
    database = make("mysql", SHOP)
    database.catalog()
    mariadb.stop()
    try:
        with pytest.raises(SourceUnreachable):
            database.query("SELECT COUNT(*) FROM users")
    finally:
        mariadb.start()
    assert database.query("SELECT COUNT(*) FROM users").rows == ((2,),)


def test_an_unreachable_server_is_a_typed_error() -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        database = Database(Address(f"mysql://ada:hush-hush@127.0.0.1:{port}/shop"))
        with pytest.raises(SourceUnreachable, match="mysql database 'shop'") as raised:
            database.catalog()
    assert "hush-hush" not in str(raised.value)
    assert "ada" not in raised.value.why
    database.close()
