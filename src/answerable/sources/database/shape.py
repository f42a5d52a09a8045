"""Tables as the database describes them, before anybody gives them business names."""

from __future__ import annotations

from dataclasses import dataclass

from answerable.domain.catalog import Kind


@dataclass(frozen=True, kw_only=True)
class ColumnShape:
    """One column. A hidden one is never read, shown or put into a query."""

    name: str
    kind: Kind
    note: str = ""
    values: tuple[str, ...] = ()  # where the type itself lists them
    hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class Pointer:
    """A foreign key."""

    columns: tuple[str, ...]
    to_table: str
    to_columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TableShape:
    """One table, with all its columns."""

    name: str
    schema: str  # where the database keeps it
    columns: tuple[ColumnShape, ...]
    key: tuple[str, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    note: str = ""
    shared: bool = False  # the operator says that every tenant may read all of it
    view: bool = False

    def column(self, name: str) -> ColumnShape | None:
        """The column of this name, in any case of letters."""
        return next((column for column in self.columns if column.name.lower() == name.lower()), None)

    @property
    def shown(self) -> tuple[ColumnShape, ...]:
        return tuple(column for column in self.columns if not column.hidden)
