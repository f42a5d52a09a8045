"""Reading DuckDB files: opened read-only, without files, extensions or settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

try:
    import duckdb
except ImportError:  # an extra; `open_database` says so when a DuckDB file is opened
    duckdb = None  # type: ignore[assignment]  # absent, and checked before use

from answerable.domain.catalog import Kind
from answerable.errors import SettingsError
from answerable.sources.database.address import Address
from answerable.sources.database.reader import Ask, Clock, Rows
from answerable.sources.database.shape import ColumnShape, Pointer, TableShape

LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "lock_configuration": "true",
    "autoload_known_extensions": "false",
}
TABLES = """
    SELECT schema_name, table_name, comment, FALSE FROM duckdb_tables() WHERE NOT internal AND NOT temporary
    UNION ALL
    SELECT schema_name, view_name, comment, TRUE FROM duckdb_views() WHERE NOT internal AND NOT temporary
    ORDER BY schema_name <> 'main', 1, 2
"""
COLUMNS = """
    SELECT schema_name, table_name, column_name, data_type, comment FROM duckdb_columns()
    WHERE NOT internal ORDER BY schema_name, table_name, column_index
"""
KEYS = """
    SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table,
           referenced_column_names
    FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
"""


class DuckReader:
    """A DuckDB file. Each session opens it anew, so that it sees what others wrote in between."""

    explain = "EXPLAIN "

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        return (duckdb.Error,)

    def __init__(self, address: Address) -> None:
        if duckdb is None:
            raise SettingsError(
                "database", "reading DuckDB needs a package.", hint="Run pip install 'answerable[duckdb]'."
            )
        self._path = address.path

    def reflect(self) -> list[TableShape]:
        with self.session(10.0) as ask:
            tables, columns, keys = (list(ask(sql).records) for sql in (TABLES, COLUMNS, KEYS))
        found: dict[str, TableShape] = {}
        for schema, name, note, view in tables:
            shape = _shape(schema, name, columns, keys)
            found.setdefault(name, TableShape(**shape, note=note or "", view=view))
        return list(found.values())

    def stamp(self) -> str:
        at = self._path.stat()
        return f"{at.st_mtime_ns}/{at.st_size}"

    def narrow(self, tables: Sequence[TableShape]) -> None:
        """DuckDB has no grants; the guard alone decides."""

    @contextmanager
    def session(self, seconds: float) -> Iterator[Ask]:
        clock = Clock(seconds)
        connection = duckdb.connect(str(self._path), read_only=True, config=LOCKED)
        stop = Timer(seconds, connection.interrupt)
        stop.daemon = True
        stop.start()
        try:
            yield lambda sql: _ask(connection, sql)
        except duckdb.InterruptException:
            raise TimeoutError from None
        except duckdb.Error:
            if clock.over:
                raise TimeoutError from None
            raise
        finally:
            stop.cancel()
            connection.close()

    def close(self) -> None:
        """Nothing stays open between sessions."""


def _ask(connection: Any, sql: str) -> Rows:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise duckdb.InvalidInputException("exactly one statement may run at a time")
    cursor = connection.execute(statements[0])
    return Rows(tuple(column[0] for column in cursor.description or ()), _records(cursor))


def _records(cursor: Any) -> Iterator[Sequence[Any]]:
    while records := cursor.fetchmany(500):
        yield from records


def _shape(schema: str, table: str, columns: list[Any], keys: list[Any]) -> dict[str, Any]:
    constraints = [key[2:] for key in keys if (key[0], key[1]) == (schema, table)]
    return {
        "name": table,
        "schema": schema,
        "columns": tuple(
            ColumnShape(name=name, kind=_kind(kind), note=note or "", values=_listed(kind))
            for at, of, name, kind, note in columns
            if (at, of) == (schema, table)
        ),
        "key": next((tuple(own) for kind, own, *_ in constraints if kind == "PRIMARY KEY"), ()),
        "pointers": tuple(
            Pointer(columns=tuple(own), to_table=to, to_columns=tuple(there))
            for kind, own, to, there in constraints
            if kind == "FOREIGN KEY"
        ),
    }


def _kind(name: str) -> Kind:
    upper = name.upper()
    if upper.endswith("]") or upper.startswith(("STRUCT", "MAP", "UNION")):
        return Kind.OTHER
    if upper.startswith(("TIMESTAMP", "DATETIME")):
        return Kind.MOMENT
    if upper.startswith(("VARCHAR", "ENUM", "UUID", "CHAR")):
        return Kind.TEXT
    if upper.startswith(("DECIMAL", "NUMERIC", "DOUBLE", "FLOAT", "REAL")) or re.fullmatch(
        r"U?\w*INT(EGER)?", upper
    ):
        return Kind.NUMBER
    return {"DATE": Kind.DATE, "BOOLEAN": Kind.BOOL}.get(upper, Kind.OTHER)


def _listed(kind: str) -> tuple[str, ...]:
    if not kind.upper().startswith("ENUM("):
        return ()
    return tuple(value.replace("''", "'") for value in re.findall(r"'((?:[^']|'')*)'", kind))
