from __future__ import annotations

import logging
import sqlite3
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from answerable.domain.catalog import Catalog
from answerable.errors import FetchRefused, SettingsError, SourceUnreachable
from answerable.sandbox import warehouse
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database, open_database
from answerable.sources.database.reader import QueryLimits
from tests.postgres import PostgresServer
from tests.sources.database.conftest import KINDS, Make
from tests.sources.database.corpus import SHOP

OVERLAY = Path("src/answerable/assistants/warehouse/catalog.toml")


def change(database: Database, sql: str) -> None:
    if database.dialect == "postgres":
        url = database.address.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url) as server:
            server.execute(sql.encode())
    else:
        with closing(sqlite3.connect(database.address.path)) as file, file:
            file.execute(sql)
        file.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_catalog_is_the_same_in_every_database(make: Make, kind: str) -> None:
    catalog = make(kind, SHOP).catalog()
    users = catalog.entity("users")
    assert (users.rows, users.key) == (2, ("id",))
    assert users.field("name").values == ("Ada", "Ben")
    assert users.field("name").complete
    assert [field.name for field in users.fields] == [
        "id",
        "name",
        "email",
    ]  # a password is not for questions
    assert [(r.table, r.columns, r.to_table, r.to_columns) for r in catalog.relations] == [
        ("orders", ("user_id",), "users", ("id",))
    ]
    assert catalog.dialect == kind


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_changed_row_changes_the_next_look(make: Make, kind: str) -> None:
    database = make(kind, SHOP)
    assert "Cleo" not in database.catalog().entity("users").field("name").values
    assert database.catalog() is database.catalog()
    change(database, "INSERT INTO users VALUES (3, 'Cleo', 'cleo@shop.example', 'x')")
    # PostgreSQL tells its counts of changes up to a second late; the rows themselves are never late.
    ends = time.monotonic() + 10
    while "Cleo" not in database.catalog().entity("users").field("name").values:
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert database.query("SELECT COUNT(*) FROM users").rows == ((3,),)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_new_table_can_be_asked_at_once(make: Make, kind: str) -> None:
    database = make(kind, SHOP)
    before = database.fingerprint
    change(database, "CREATE TABLE fresh (a INTEGER)")
    assert database.query("SELECT COUNT(*) FROM fresh").rows == ((0,),)
    assert database.fingerprint != before


def test_a_database_without_tables_is_said_so(make: Make) -> None:
    with pytest.raises(SettingsError, match="no tables"):
        make("sqlite", "CREATE TABLE t (a); DROP TABLE t;").catalog()


def test_a_file_that_is_no_database_is_a_typed_error(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(b"SQLite format 3\0 but then nonsense" * 100)
    with pytest.raises(SourceUnreachable, match=r"sqlite file 'bad\.db'"):
        Database(Address(str(tmp_path / "bad.db"))).catalog()


def test_the_database_says_what_it_does_not_like(make: Make) -> None:
    with pytest.raises(SourceUnreachable, match=r"the database said: .*zero"):
        make("postgres", SHOP).query("SELECT 1 / (id - id) FROM users")


def test_results_are_cut_at_rows_and_bytes(make: Make) -> None:
    script = "CREATE TABLE t (a INTEGER, b TEXT);" + "".join(
        f"INSERT INTO t VALUES ({n}, '{'x' * 1000}');" for n in range(30)
    )
    database = make("sqlite", script)
    rows = database.query("SELECT a FROM t", limits=QueryLimits(rows=10))
    assert (len(rows.rows), rows.cut) == (10, True)
    short = database.query("SELECT b FROM t", limits=QueryLimits(bytes=5_500))
    assert (len(short.rows), short.cut) == (5, True)
    assert not database.query("SELECT a FROM t", limits=QueryLimits(rows=30)).cut


def test_one_database_per_url_and_process(make_url: Callable[[str, str], str]) -> None:
    url = make_url("sqlite", SHOP)
    assert open_database(url) is open_database(url)
    assert open_database(url) is not open_database(url, tenant="acme")


def test_credentials_stay_out_of_everything(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    url = postgres.database(SHOP + "DROP ROLE IF EXISTS spy; CREATE ROLE spy LOGIN;").replace(
        "postgres@", "spy:hush%2Fword@"
    )
    told = [repr(open_database(url)), str(open_database(url).address)]
    with pytest.raises(SettingsError) as nothing_granted:
        open_database(url).catalog()
    nowhere = Database(Address(url.replace("test_", "nosuch_")))
    with pytest.raises(SourceUnreachable) as gone:
        nowhere.catalog()
    for raised in (nothing_granted, gone):
        told += [str(raised.value), repr(raised.value), "".join(traceback.format_exception(raised.value))]
    open_database(url).close()
    nowhere.close()
    for text in (*told, caplog.text):
        assert "hush" not in text
        assert "spy" not in text.replace("spy:hush%2Fword@", "")


def test_the_warehouse_speaks_german_and_english(tmp_path: Path) -> None:
    path = tmp_path / "warehouse.db"
    warehouse.build(path)
    catalog: Catalog = open_database(f"sqlite:///{path}", overlay=OVERLAY).catalog()
    stock = catalog.entity("Lagerplatz_Artikel").field("Bestände")
    assert stock.label == "Bestand"
    assert "stock" in stock.synonyms
    assert catalog.entity("Einkaufspreis").field("EP_CHF").unit == "CHF"
    assert catalog.entity("Artikel").names == ("Artikelnummer", "Artikelbezeichnung")
    assert len(catalog.relations) == 3
    assert all(relation.label for relation in catalog.relations)


def test_every_business_term_is_a_query_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "warehouse.db"
    warehouse.build(path)
    database = open_database(f"sqlite:///{path}", overlay=OVERLAY)
    terms = database.catalog().terms
    assert terms
    for term in terms:
        what = f"SUM({term.sql})" if term.measure else "COUNT(*)"
        condition = "" if term.measure else f" WHERE {term.sql}"
        (row,) = database.query(f'SELECT {what} FROM "{term.entity}"{condition}').rows
        assert isinstance(row[0], int | float)
        assert row[0] > 0


def test_a_refused_query_never_reaches_the_database(make: Make) -> None:
    database = make("sqlite", SHOP)
    with pytest.raises(FetchRefused):
        database.query("DELETE FROM users")
    assert database.query("SELECT COUNT(*) FROM users").rows == ((2,),)
