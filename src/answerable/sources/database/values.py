"""What stands in the tables: how many rows, which values, and what a column's values really are."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from answerable.domain.catalog import Kind
from answerable.sources.database.reader import Ask, DatabaseReader, plain
from answerable.sources.database.shape import ColumnShape, TableShape


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """How far the look into the tables goes. All chosen, not measured."""

    seconds: float = 6.0
    seconds_per_table: float = 1.0
    rows_counted: int = 1_000_000
    rows_compared: int = 200_000  # distinct values are counted in tables up to this size
    values_per_column: int = 5_000
    longest_value: int = 120  # longer texts are prose, not names


@dataclass(kw_only=True)
class Holdings:
    """What one table holds."""

    place: str  # what it is read from: the table, or the part of it that may be seen
    rows: int = 0
    distinct: dict[str, int] = field(default_factory=dict)
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    complete: set[str] = field(default_factory=set)
    kinds: dict[str, Kind] = field(default_factory=dict)


ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
ISO_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?")
TRUTH_NAME = re.compile(
    r"(is|has|can|was|ist|hat|kann|war)(_|(?=[A-Z]))|.*(_flag|_yn|active|aktiv)$", re.IGNORECASE
)
SAMPLED = 400
# So many values that are all 0 or 1 are answers, unless the name says that something is counted. Chosen, not measured.
FEW = 4
COUNTED = re.compile(
    r"count|anzahl|zahl|qty|quant|menge|stock|bestand|goal|tor|point|punkt|num|nr|number|level|stufe|floor|amount"
    r"|betrag|price|preis|day|tag|hour|stund|id$|version|position|rank|rang|year|jahr|month|monat|child|kind",
    re.IGNORECASE,
)


def look(
    reader: DatabaseReader, tables: Mapping[str, TableShape], dialect: str, bounds: Bounds
) -> dict[str, Holdings]:
    """Look into every table, by what it is read from, within the bounds; one that takes too long is half known."""
    end = time.monotonic() + bounds.seconds
    found: dict[str, Holdings] = {}
    stops: tuple[type[Exception], ...] = (TimeoutError, *reader.errors)
    for place, table in tables.items():
        held = found[table.name] = Holdings(place=place)
        left = min(bounds.seconds_per_table, end - time.monotonic())
        if left <= 0:
            continue
        try:
            with reader.session(left) as ask:
                _look_into(ask, table, dialect, held, bounds)
        except stops:
            continue  # too slow, or broken (a view over a table that is gone); the others are looked at
    return found


def _look_into(ask: Ask, table: TableShape, dialect: str, held: Holdings, bounds: Bounds) -> None:
    place = f"{held.place} AS p"
    counted = f"SELECT COUNT(*) FROM (SELECT 1 AS one FROM {place} LIMIT {bounds.rows_counted}) AS t"  # noqa: S608 names are quoted
    held.rows = int(next(ask(counted).records)[0])
    if dialect == "sqlite":
        held.kinds = _real_kinds(ask, table, place)
    columns = [replace(c, kind=held.kinds.get(c.name, c.kind)) for c in table.shown]
    comparable = [column for column in columns if column.kind is not Kind.OTHER]
    if comparable and held.rows <= bounds.rows_compared:
        counts = ", ".join(f"COUNT(DISTINCT {quoted(c.name, dialect)})" for c in comparable)
        record = next(ask(f"SELECT {counts} FROM {place}").records)  # noqa: S608 names are quoted
        held.distinct = {c.name: int(n) for c, n in zip(comparable, record, strict=True)}
    for column in columns:
        if column.values:
            held.values[column.name] = column.values
            held.complete.add(column.name)
        elif column.kind is Kind.TEXT:
            name = quoted(column.name, dialect)
            most = bounds.values_per_column
            distinct = f"SELECT DISTINCT {name} FROM {place} WHERE {name} IS NOT NULL LIMIT {most + 1}"  # noqa: S608 names are quoted
            _keep(held, column, [str(plain(record[0])) for record in ask(distinct).records], bounds)


def _keep(held: Holdings, column: ColumnShape, values: list[str], bounds: Bounds) -> None:
    short = [value for value in values[: bounds.values_per_column] if len(value) <= bounds.longest_value]
    if 2 * len(short) < len(values):
        return  # mostly prose
    held.values[column.name] = tuple(sorted(short))
    if len(short) == len(values):
        held.complete.add(column.name)
        held.distinct[column.name] = len(short)


def _real_kinds(ask: Ask, table: TableShape, place: str) -> dict[str, Kind]:
    """SQLite takes any value in any column; what is in them says more than what was declared."""
    names = ", ".join(quoted(column.name, "sqlite") for column in table.shown)
    records = list(ask(f"SELECT {names} FROM {place} LIMIT {SAMPLED}").records) if names else []  # noqa: S608 names are quoted
    kinds = {}
    for number, column in enumerate(table.shown):
        kind = _real_kind(column, [record[number] for record in records if record[number] is not None])
        if kind is not column.kind:
            kinds[column.name] = kind
    return kinds


def _real_kind(column: ColumnShape, values: Sequence[Any]) -> Kind:
    if not values:
        return column.kind
    if all(isinstance(value, str) for value in values):
        if _all_match(ISO_DAY, values):
            return Kind.DATE
        return Kind.MOMENT if _all_match(ISO_MOMENT, values) else Kind.TEXT
    if all(isinstance(value, int | float) for value in values):
        both = set(values) == {0, 1} and len(values) >= FEW and not COUNTED.search(column.name)
        truth = both or (set(values) <= {0, 1} and bool(TRUTH_NAME.match(column.name)))
        return Kind.BOOL if truth or column.kind is Kind.BOOL else Kind.NUMBER
    return column.kind if any(isinstance(value, bytes) for value in values) else Kind.TEXT


def _all_match(pattern: re.Pattern[str], values: Iterable[str]) -> bool:
    return all(pattern.fullmatch(value) for value in values)


def quoted(name: str, dialect: str) -> str:
    """A name as an identifier, whatever is in it."""
    mark = "`" if dialect == "mysql" else '"'
    return mark + name.replace(mark, mark * 2) + mark
