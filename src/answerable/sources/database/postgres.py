"""Reading PostgreSQL: read-only transactions, a lesser role, a clock, and one statement at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import text

from answerable.sources.database.reader import Ask, Clock, Rows, ServerReader
from answerable.sources.database.reflect import reflect_tables
from answerable.sources.database.shape import TableShape

AT_ONCE = 500  # records fetched per round trip
FETCH = f"FETCH {AT_ONCE} FROM answerable"
SCHEMAS = """
    SELECT nspname FROM pg_namespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'USAGE')
    ORDER BY array_position(current_schemas(false)::text[], nspname::text), nspname
"""
READABLE = """
    SELECT n.nspname, c.relname, a.attname FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND has_column_privilege(c.oid, a.attnum, 'SELECT') AND NOT c.relispartition
"""


class PostgresReader(ServerReader):
    """A PostgreSQL database."""

    def reflect(self) -> list[TableShape]:
        with self._engine.connect() as connection:
            schemas = {name: name for name in connection.scalars(text(SCHEMAS))}
            readable = {tuple(row) for row in connection.execute(text(READABLE))}
        return [
            seen for table in reflect_tables(self._engine, schemas) if (seen := _granted(table, readable))
        ]

    def stamp(self) -> str:
        with self._engine.connect() as connection:
            return str(connection.scalar(text("SELECT txid_current_snapshot()")))

    def _forbid_writing(self, connection: Any) -> None:
        connection.read_only = True  # every transaction begins with READ ONLY
        connection.autocommit = True
        connection.execute("SET default_transaction_read_only = on")
        connection.execute("SET standard_conforming_strings = on")
        connection.autocommit = False

    def _asking(self, driver: Any, clock: Clock) -> Ask:
        # Before version 14 there is no role that may read everything and nothing else.
        new = driver.info.server_version >= 140_000
        superuser = driver.info.parameter_status("is_superuser") == "on"
        _prepare(driver, clock, lesser=new and superuser)
        return lambda sql: _ask(driver, sql, clock)

    def _out_of_time(self, error: Exception) -> bool:
        return getattr(error, "sqlstate", "") == "57014"  # query_canceled


def _prepare(driver: Any, clock: Clock, *, lesser: bool) -> None:
    """The clock, and for a superuser the role of one who may only read: it cannot reach files or programs."""
    role = "SET LOCAL ROLE pg_read_all_data;" if lesser else ""
    driver.execute(
        f"{role} SET LOCAL lock_timeout = {_milliseconds(clock)}; SET LOCAL cursor_tuple_fraction = 1;"
        # After a first query the transaction cannot be made writable any more.
        "SELECT 1"
    )


def _milliseconds(clock: Clock) -> int:
    return max(1, int(clock.left * 1000))


def _ask(driver: Any, sql: str, clock: Clock) -> Rows:
    driver.execute(f"SET LOCAL statement_timeout = {_milliseconds(clock)}; CLOSE ALL")
    # In binary form the server takes exactly one statement; as plain text it would take several.
    if sql.startswith(PostgresReader.explain):
        return Rows(("plan",), iter(driver.execute(sql, binary=True).fetchall()))
    # A cursor can only be declared for a query: the server itself refuses anything else here.
    driver.execute(f"DECLARE answerable NO SCROLL CURSOR FOR {sql}", binary=True)
    first = driver.execute(FETCH)
    return Rows(tuple(column.name for column in first.description or ()), _records(driver, first, clock))


def _records(driver: Any, fetched: Any, clock: Clock) -> Iterator[Sequence[Any]]:
    while records := fetched.fetchall():
        yield from records
        if len(records) < AT_ONCE:
            return
        if clock.over:
            raise TimeoutError
        fetched = driver.execute(FETCH)


def _granted(table: TableShape, readable: set[tuple[Any, ...]]) -> TableShape | None:
    columns = tuple(c for c in table.columns if (table.schema, table.name, c.name) in readable)
    return replace(table, columns=columns) if columns else None
