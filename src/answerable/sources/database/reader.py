"""How a database is read, whatever its kind: sessions that cannot write, limits, plain cells."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import create_engine, event

from answerable.domain.evidence import Cell, Table
from answerable.sources.database.address import Address
from answerable.sources.database.shape import TableShape

CONNECT_SECONDS = 5


@dataclass(frozen=True, kw_only=True)
class QueryLimits:
    """What one query may take."""

    rows: int = 2_000
    bytes: int = 2_000_000
    # A join that runs away is to be stopped within 2 s of the question, its set-up included.
    seconds: float = 1.7


@dataclass(frozen=True)
class Rows:
    """The names of a result's columns and its records, read one by one."""

    columns: tuple[str, ...]
    records: Iterator[Sequence[Any]]


Ask = Callable[[str], Rows]


class DatabaseReader(Protocol):
    """One kind of database. Everything it opens refuses writes by itself, without the guard."""

    explain: str  # what stands before a query to have it planned only

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its driver raises."""
        ...

    def reflect(self) -> list[TableShape]:
        """The tables that this user may read."""
        ...

    def stamp(self) -> str | None:
        """Changes when anything in the database changes; None where the database cannot say."""
        ...

    def narrow(self, tables: Sequence[TableShape]) -> None:
        """Let later sessions read these tables only, where the database can see to that itself."""
        ...

    def session(self, seconds: float) -> AbstractContextManager[Ask]:
        """A connection of its own that ends after so many seconds, whatever it is doing."""
        ...

    def close(self) -> None: ...


class Clock:
    """Counts down what is left of a session's time."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    @property
    def over(self) -> bool:
        return self.left <= 0


class ServerReader:
    """A database behind a server, as SQLAlchemy pools its connections; what differs is each server's own."""

    explain = "EXPLAIN "

    def __init__(self, address: Address) -> None:
        self._engine = create_engine(
            address.url,
            connect_args={"connect_timeout": CONNECT_SECONDS},
            pool_size=4,
            max_overflow=12,
            pool_pre_ping=True,  # a database that was restarted is no reason to fail
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", lambda connection, _: self._forbid_writing(connection))

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        # The driver is loaded by SQLAlchemy, and only where it is needed.
        return (self._engine.dialect.loaded_dbapi.Error,)

    def narrow(self, tables: Sequence[TableShape]) -> None:
        """The role's own grants decide."""

    @contextmanager
    def session(self, seconds: float) -> Iterator[Ask]:
        clock = Clock(seconds)
        connection = self._engine.raw_connection()
        driver: Any = connection.driver_connection
        try:
            yield self._asking(driver, clock)
        except self.errors as error:
            if self._out_of_time(error):
                raise TimeoutError from None
            raise
        finally:
            self._give_back(connection, driver)

    def close(self) -> None:
        self._engine.dispose()

    def _forbid_writing(self, connection: Any) -> None:
        """Make a new connection one that can only read."""
        raise NotImplementedError

    def _asking(self, driver: Any, clock: Clock) -> Ask:
        """How one connection is asked until the clock runs out."""
        raise NotImplementedError

    def _out_of_time(self, error: Exception) -> bool:
        """Whether the server stopped a query because it took too long."""
        raise NotImplementedError

    def _give_back(self, connection: Any, driver: Any) -> None:
        """Nothing is ever committed; a connection that cannot even go back is thrown away."""
        try:
            driver.rollback()
            connection.close()
        except self.errors:
            connection.invalidate()


def run(reader: DatabaseReader, sql: str, limits: QueryLimits) -> Table:
    """The result of a query; the database plans it first, so that a wrong one costs nothing."""
    with reader.session(limits.seconds) as ask:
        for _ in ask(reader.explain + sql).records:
            pass
        return gather(ask(sql), limits)


def gather(rows: Rows, limits: QueryLimits) -> Table:
    """Rows up to the limits, as plain cells."""
    kept: list[tuple[Cell, ...]] = []
    size = 0
    for record in rows.records:
        cells = tuple(_shortened(plain(value), limits.bytes) for value in record)
        size += sum(len(cell) if isinstance(cell, str) else 8 for cell in cells)
        if len(kept) == limits.rows or (size > limits.bytes and kept):
            return Table(_apart(rows.columns), tuple(kept), cut=True)
        kept.append(cells)
    return Table(_apart(rows.columns), tuple(kept))


def _shortened(cell: Cell, most: int) -> Cell:
    return cell[:most] if isinstance(cell, str) else cell


def _apart(columns: Iterable[str]) -> tuple[str, ...]:
    """Column names of which no two are alike."""
    names: list[str] = []
    for name in columns:
        alike = sum(1 for known in names if known == name or known.rpartition("_")[0] == name)
        names.append(f"{name}_{alike + 1}" if name in names else name)
    return tuple(names)


def plain(value: Any) -> Cell:
    """A driver's value as a number, a text, a truth or nothing; days and times in ISO form."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return _number(value)
        case Decimal():
            if not value.is_finite():
                return None
            return int(value) if value == value.to_integral_value() else _number(float(value))
        case datetime() | date() | clock_time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case bytes() | bytearray() | memoryview():
            return f"({len(bytes(value))} bytes)"
        case list() | tuple() | dict() | set():
            return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _number(value: float) -> float | int | None:
    """Without the noise of binary fractions: 0.1 + 0.2 is 0.3."""
    if not math.isfinite(value):
        return None
    return float(f"{value:.15g}")
