"""The tables' shapes: which columns there are and where in the apps' records each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from answerable.domain.catalog import Kind
from answerable.lists import read_list

KINDS = {
    "date": Kind.DATE,
    "moment": Kind.MOMENT,
    **dict.fromkeys(("text", "country", "people", "staff", "called"), Kind.TEXT),
    **dict.fromkeys(("number", "days", "annual"), Kind.NUMBER),
    **dict.fromkeys(("bool", "ahead", "mine"), Kind.BOOL),
    **dict.fromkeys(("key", "person", "company", "employee", "contact"), Kind.OTHER),
}
SQL_TYPES = {
    Kind.TEXT: "VARCHAR",
    Kind.NUMBER: "DOUBLE",
    Kind.DATE: "DATE",
    Kind.MOMENT: "TIMESTAMP",
    Kind.BOOL: "BOOLEAN",
    Kind.OTHER: "VARCHAR",
}


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
    also: tuple[str, ...] = ()  # the lists that code fills in columns from
    on_demand: Mapping[str, str] = field(default_factory=dict)  # column -> the list that it alone would cost

    @property
    def category(self) -> str:
        return self.place.partition("/")[0]

    def needs(self, wanted: str = "") -> set[str]:
        """The lists its columns are made of, for a query with these words."""
        turns = {column.turn for column in self.columns}
        places = {self.place, *self.also} | {column.of for column in self.columns if column.of}
        places |= {place for column, place in self.on_demand.items() if column in wanted}
        places |= {"crm/contacts"} if "contact" in turns else set()
        return places | ({f"{self.category}/users"} if turns & {"person", "people"} else set())


def _column(name: str, text: str) -> AppColumn:
    path, _, turn = text.partition(" ")
    way = () if path == "=" else tuple(path.split(".")) if path != "." else (path,)
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
            tuple(table.get("needs", ())),
            table.get("on_demand", {}),
        )
        for name, table in given.items()
    }


SHAPES: Mapping[str, AppTable] = _read()
