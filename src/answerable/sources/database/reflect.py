"""Tables, columns, keys and comments as SQLAlchemy finds them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, inspect, types
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.engine.reflection import Inspector, ObjectKind
from sqlalchemy.exc import SAWarning, SQLAlchemyError

from answerable.domain.catalog import Kind
from answerable.sources.database.shape import ColumnShape, Pointer, TableShape

# The first that fits decides, so the narrower types stand before the wider ones.
KINDS: tuple[tuple[type[types.TypeEngine[Any]] | tuple[type[types.TypeEngine[Any]], ...], Kind], ...] = (
    (types.Boolean, Kind.BOOL),
    (types.DateTime, Kind.MOMENT),
    (types.Date, Kind.DATE),
    ((types.Time, types.Interval, types.LargeBinary, types.JSON, types.ARRAY), Kind.OTHER),
    ((types.Numeric, types.Float, types.Integer), Kind.NUMBER),
    ((types.Uuid, types.String), Kind.TEXT),
)
# Dialects' own types that stand beside SQLAlchemy's general ones.
KINDS_BY_NAME = dict.fromkeys(("YEAR", "MONEY"), Kind.NUMBER)
KINDS_BY_NAME |= dict.fromkeys(("CITEXT", "INET", "SET"), Kind.TEXT)


def reflect_tables(engine: Engine, schemas: Mapping[str, str | None]) -> list[TableShape]:
    """All tables and views of some schemas: their names, and what SQLAlchemy calls each.

    Of two tables with one name the one in the earlier schema counts.
    """
    found: dict[str, TableShape] = {}
    with warnings.catch_warnings(), engine.connect() as connection:
        # A type nobody knows is a column of kind OTHER; no need to warn about it.
        warnings.simplefilter("ignore", SAWarning)
        inspector = inspect(connection)
        for name, schema in schemas.items():
            for table in _of_schema(inspector, name, schema, ObjectKind.TABLE):
                found.setdefault(table.name, table)
            for table in _views(inspector, name, schema):
                found.setdefault(table.name, table)
    return list(found.values())


def _of_schema(inspector: Inspector, name: str, schema: str | None, kind: ObjectKind) -> list[TableShape]:
    columns = inspector.get_multi_columns(schema=schema, kind=kind)
    keys: Mapping[Any, Any] = inspector.get_multi_pk_constraint(schema=schema, kind=kind)
    pointers = inspector.get_multi_foreign_keys(schema=schema, kind=kind)
    try:
        notes: Mapping[Any, Any] = inspector.get_multi_table_comment(schema=schema, kind=kind)
    except NotImplementedError:  # SQLite has none
        notes = {}
    return [
        TableShape(
            name=place[1],
            schema=name,
            columns=tuple(_column(column) for column in found),
            key=tuple((keys.get(place) or {}).get("constrained_columns") or ()),
            pointers=tuple(_pointer(pointer) for pointer in pointers.get(place) or ()),
            note=(notes.get(place) or {}).get("text") or "",
            view=kind is not ObjectKind.TABLE,
        )
        for place, found in columns.items()
    ]


def _views(inspector: Inspector, name: str, schema: str | None) -> list[TableShape]:
    try:
        return _of_schema(inspector, name, schema, ObjectKind.ANY_VIEW)
    except SQLAlchemyError:  # SQLite keeps views over tables that are gone; such a one spoils the whole look
        return []


def _column(column: ReflectedColumn) -> ColumnShape:
    kind = column["type"]
    values = tuple(kind.enums) if isinstance(kind, types.Enum) else ()
    return ColumnShape(
        name=column["name"], kind=kind_of(kind), note=column.get("comment") or "", values=values
    )


def kind_of(type_: types.TypeEngine[Any]) -> Kind:
    """What a column's values are, by its declared type."""
    name = type(type_).__name__.upper()
    if name == "TINYINT" and getattr(type_, "display_width", None) == 1:
        return Kind.BOOL
    if name in KINDS_BY_NAME:
        return KINDS_BY_NAME[name]
    return next((kind for known, kind in KINDS if isinstance(type_, known)), Kind.OTHER)


def _pointer(pointer: Any) -> Pointer:
    return Pointer(
        columns=tuple(pointer["constrained_columns"]),
        to_table=pointer["referred_table"],
        to_columns=tuple(pointer["referred_columns"] or ()),
    )
