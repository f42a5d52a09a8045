"""The tables' shapes: which columns there are and where in the apps' records each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from answerable.domain.catalog import Kind
from answerable.lists import read_list

KINDS = {
    "text": Kind.TEXT,
    "country": Kind.TEXT,
    "number": Kind.NUMBER,
    "date": Kind.DATE,
    "moment": Kind.MOMENT,
    "bool": Kind.BOOL,
    "key": Kind.OTHER,
    "person": Kind.OTHER,
    "company": Kind.OTHER,
}
SQL_TYPES = {
    Kind.TEXT: "VARCHAR",
    Kind.NUMBER: "DOUBLE",
    Kind.DATE: "DATE",
    Kind.MOMENT: "TIMESTAMP",
    Kind.BOOL: "BOOLEAN",
    Kind.OTHER: "VARCHAR",
}
# Which app's users stand behind the `person` columns of a category.
USERS = {"crm": "crm/users", "ats": "ats/users", "ticketing": "ticketing/users"}


@dataclass(frozen=True)
class AppColumn:
    """One column: its way into the record (empty where code fills it) and how the value is turned."""

    name: str
    path: tuple[str, ...]
    turn: str  # a key of KINDS, or "name"
    of: str = ""  # the resource whose names are looked up

    @property
    def kind(self) -> Kind:
        return KINDS.get(self.turn, Kind.TEXT)


@dataclass(frozen=True)
class AppTable:
    """One table: the list it is made of, and its columns."""

    name: str
    place: str
    columns: tuple[AppColumn, ...]
    each: str = ""

    @property
    def category(self) -> str:
        return self.place.partition("/")[0]

    @property
    def needs(self) -> set[str]:
        """The lists its plain columns are made of."""
        places = {self.place} | {column.of for column in self.columns if column.of}
        if any(column.turn == "person" for column in self.columns):
            places.add(USERS[self.category])
        return places


def _column(name: str, text: str) -> AppColumn:
    path, _, turn = text.partition(" ")
    way = () if path == "=" else tuple(path.split("."))
    if turn.startswith("name of "):
        return AppColumn(name, way, "name", turn.removeprefix("name of "))
    return AppColumn(name, way, turn)


def _read() -> Mapping[str, AppTable]:
    given = read_list(__package__, "shapes.toml")
    # Every record's own time of change stands in its table.
    return {
        name: AppTable(
            name,
            table["resource"],
            (
                *(_column(column, text) for column, text in table["columns"].items()),
                AppColumn("modified_at", ("modified_at",), "moment"),
            ),
            table.get("each", ""),
        )
        for name, table in given.items()
    }


SHAPES: Mapping[str, AppTable] = _read()
