"""What every handle of the store is made from: the fence around one tenant, reading, and a write transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Row,
    Select,
    Table,
    UpdateBase,
    and_,
    delete,
    func,
    select,
)

Noun = TypeVar("Noun")
AnyRow = Row[*tuple[Any, ...]]


class Handle:
    """One kind of thing in the store: how it is read and changed."""

    def __init__(self, engine: Engine, within: Connection | None = None) -> None:
        self._engine = engine
        self._within = within  # a write transaction that is open already, and that somebody else ends

    @contextmanager
    def _reading(self, at: Connection | None = None) -> Iterator[Connection]:
        """A connection to read from: inside an open transaction, what it has written counts too."""
        open_already = at or self._within
        with nullcontext(open_already) if open_already else self._engine.connect() as connection:
            yield connection

    def _rows(self, query: Executable, at: Connection | None = None, **values: Any) -> Sequence[AnyRow]:
        with self._reading(at) as connection:
            return connection.execute(query, values).all()

    def _first(self, query: Select[Any]) -> AnyRow | None:
        with self._reading() as connection:
            return connection.execute(query).first()

    def _value(self, query: Executable, **values: Any) -> Any:
        with self._reading() as connection:
            return connection.scalar(query, values)

    def _nouns(
        self,
        kind: type[Noun],
        table: Table,
        mine: ColumnElement[bool],
        *order: Any,
        limit: int | None = None,
        at: Connection | None = None,
    ) -> list[Noun]:
        """Rows of a table as the nouns they were kept as."""
        columns = [table.c[name] for name in kind.__dataclass_fields__]  # type: ignore[attr-defined]  # it has them
        query = select(*columns).where(mine).order_by(*order).limit(limit)
        return [kind(**row._mapping) for row in self._rows(query, at)]

    def _noun(
        self, kind: type[Noun], table: Table, mine: ColumnElement[bool], at: Connection | None = None
    ) -> Noun | None:
        return next(iter(self._nouns(kind, table, mine, limit=1, at=at)), None)

    def _change(self, statement: UpdateBase) -> int:
        """Do one thing in a transaction of its own; says how many rows it met."""
        with self._writing() as connection:
            return connection.execute(statement).rowcount

    @contextmanager
    def _writing(self, *, sturdy: bool = False) -> Iterator[Connection]:
        within = self._within
        with nullcontext(within) if within else writing(self._engine, sturdy=sturdy) as connection:
            yield connection


class TenantHandle(Handle):
    """A handle that cannot see another tenant: every condition on a table begins with `_mine`."""

    def __init__(self, engine: Engine, tenant: str, within: Connection | None = None) -> None:
        super().__init__(engine, within)
        self._tenant = tenant

    def _mine(self, table: Table, **wanted: Any) -> ColumnElement[bool]:
        """The tenant's own rows of a table, of these those with the wanted values."""
        return and_(table.c.tenant == self._tenant, *(table.c[name] == it for name, it in wanted.items()))

    def _trim(
        self, connection: Connection, here: ColumnElement[bool], key: Column[Any], age: Column[Any], most: int
    ) -> None:
        """Leave so many of these rows, the youngest."""
        count = connection.scalar(select(func.count()).select_from(key.table).where(here)) or 0
        if count > most:
            oldest = connection.scalars(select(key).where(here).order_by(age).limit(count - most)).all()
            connection.execute(delete(key.table).where(here & key.in_(oldest)))

    def _among(self, table: Table, **named: str) -> ColumnElement[bool]:
        """The same, for values that need not be named: an empty one is any."""
        return self._mine(table, **{name: it for name, it in named.items() if it})


@contextmanager
def writing(engine: Engine, *, sturdy: bool = False) -> Iterator[Connection]:
    """A write transaction, taken at once: a reader that becomes a writer could lose a race.

    A sturdy one is on the disk when it ends, even through a power cut: a permit must be, before its effect is.
    """
    with engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite and sturdy:
            connection.exec_driver_sql("PRAGMA synchronous=FULL")
            connection.commit()
        try:
            with connection.begin():
                if sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        finally:
            if sqlite and sturdy:
                connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
