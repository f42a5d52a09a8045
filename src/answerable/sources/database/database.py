"""One database, open for questions: its catalog, kept fresh, and queries that are proved before they run."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation
from answerable.domain.evidence import Table
from answerable.errors import FetchRefused, SettingsError, SourceError, SourceUnreachable
from answerable.sources.database.address import Address
from answerable.sources.database.comments import names, unit
from answerable.sources.database.duck import DuckReader
from answerable.sources.database.fence import Fenced
from answerable.sources.database.guard import Proof, QueryGuard
from answerable.sources.database.mysql import MysqlReader
from answerable.sources.database.overlay import Overlay
from answerable.sources.database.postgres import PostgresReader
from answerable.sources.database.reader import DatabaseReader, QueryLimits, run
from answerable.sources.database.relations import declared, guessed, key_of
from answerable.sources.database.shape import TableShape
from answerable.sources.database.sqlite import SqliteReader
from answerable.sources.database.values import Bounds, Holdings, look

READERS: dict[str, Callable[[Address], DatabaseReader]] = {
    "sqlite": SqliteReader,
    "postgres": PostgresReader,
    "mysql": MysqlReader,
    "duckdb": DuckReader,
}
# A catalog that is read faster than this is read anew whenever something changed. Chosen, not measured.
QUICK_SECONDS = 0.5
# One that takes longer is read anew at most so often; rows themselves are always read live.
FRESH_SECONDS = 30.0


@dataclass(frozen=True)
class _Known:
    """What one look at the database gave."""

    catalog: Catalog
    guard: QueryGuard
    fingerprint: str  # of tables, columns and keys; changes when the schema does
    stamp: str | None
    read_at: float
    took: float

    def stale(self, stamp: str | None) -> bool:
        if stamp is not None and stamp == self.stamp:
            return False
        return self.took <= QUICK_SECONDS or time.monotonic() - self.read_at >= FRESH_SECONDS


class Database:
    """A database that can be asked. Prints without credentials."""

    def __init__(
        self,
        address: Address,
        *,
        tenant: str = "",
        overlay: Overlay | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self.address, self.dialect = address, address.dialect
        self._overlay = overlay or Overlay()
        self.tenant, self._tenant = (
            tenant,
            Fenced(address.tenant_column or self._overlay.tenant_column, tenant),
        )
        self._bounds = bounds or Bounds()
        self._known: _Known | None = None
        self._looking = Lock()
        try:
            self.reader = READERS[address.dialect](address)
        except ModuleNotFoundError as error:
            raise SettingsError(
                "database",
                f"reading {self.dialect} needs the package {error.name!r}.",
                hint=f"Run pip install 'answerable[{self.dialect}]'.",
            ) from None

    def __repr__(self) -> str:
        return f"Database({self.address})"

    def catalog(self) -> Catalog:
        """What questions may be about; read anew when the database changed."""
        return self._look().catalog

    @property
    def fingerprint(self) -> str:
        """Changes when tables, columns or keys do."""
        return self._look().fingerprint

    def prove(self, sql: str, *, rows: int = QueryLimits.rows) -> Proof:
        """The query as it may run; raises `FetchRefused` where it may not."""
        known = self._known or self._look()
        try:
            return known.guard.prove(sql, rows=rows)
        except FetchRefused:
            fresh = self._look()
            if fresh is known:
                raise
            return fresh.guard.prove(sql, rows=rows)  # the table may be new

    def allows(self, sql: str) -> bool:
        """Whether a query is one that may be asked here: read-only, over tables and columns that are there."""
        try:
            self.prove(sql)
        except SourceError:
            return False
        return True

    def query(self, sql: str, *, limits: QueryLimits | None = None) -> Table:
        """The rows of a query; `FetchRefused` by guard or clock, `SourceUnreachable` by the database."""
        limits = limits or QueryLimits()
        proof = self.prove(sql, rows=limits.rows + 1)
        return self.run(proof, limits)

    def run(self, proof: Proof, limits: QueryLimits) -> Table:
        """The rows of a query that was proved."""
        try:
            with self._typed("query"):
                return run(self.reader, proof.sql, limits)
        except TimeoutError:
            raise FetchRefused("query", f"it was stopped after {limits.seconds:g} s") from None

    def close(self) -> None:
        self.reader.close()

    def _look(self) -> _Known:
        with self._looking, self._typed(str(self.address)):
            stamp = self.reader.stamp()
            if self._known is None or self._known.stale(stamp):
                self._known = self._read(stamp)
            return self._known

    def _read(self, stamp: str | None) -> _Known:
        began = time.monotonic()
        tables = self._overlay.cover(self.reader.reflect())
        if not tables:
            raise SettingsError(
                "database",
                f"the {self.address} has no tables that this user may read.",
                hint="Check the database's name and the user's rights.",
            )
        self.reader.narrow([self._readable(table) for table in tables])
        guard = QueryGuard(tables, self.dialect, self._tenant)
        places, why = {}, ""
        for table in tables:
            try:
                places[guard.place(table)] = table
            except FetchRefused as refused:  # nothing says whose its rows are: not for questions
                why = f"{refused}"
        if not places:
            raise SettingsError(
                "database", f"no table of the {self.address} may be read.", hint=f"Check [tenant]: {why}"
            )
        held = look(self.reader, places, self.dialect, self._bounds)
        fingerprint, tables = _fingerprint(tables), list(places.values())
        found = [*declared(tables), *guessed(self.reader, tables, held, self.dialect)]
        tables = [table if table.key else _keyed(table, held, found) for table in tables]
        entities = [self._overlay.name_entity(_entity(table, held[table.name])) for table in tables]
        catalog = Catalog(
            entities=tuple(entities),
            relations=tuple(self._overlay.name_relations(found, entities)),
            terms=tuple(t for t in self._overlay.terms if t.entity in {entity.name for entity in entities}),
            dialect=self.dialect,
        )
        now = time.monotonic()
        return _Known(catalog, guard, fingerprint, stamp, now, now - began)

    def _readable(self, table: TableShape) -> TableShape:
        """What the database itself may let through: what is shown, and what the fence compares."""
        fence = self._tenant.column.lower()
        columns = tuple(c for c in table.columns if not c.hidden or c.name.lower() == fence)
        return replace(table, columns=columns)

    @contextmanager
    def _typed(self, asked: str) -> Iterator[None]:
        """The driver's errors in our own words, without credentials and without what they were raised from."""
        errors: tuple[type[Exception], ...] = (*self.reader.errors, SQLAlchemyError)
        try:
            yield
        except errors as error:
            cause = getattr(error, "orig", None) or error
            words = next((word for word in reversed(cause.args) if isinstance(word, str)), str(cause))
            said = self.address.clean(words) or type(cause).__name__
            raise SourceUnreachable(asked, f"the database said: {said}") from None
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
            raise SourceUnreachable(asked, self.address.clean(str(error))) from None


def _keyed(table: TableShape, held: Mapping[str, Holdings], known: Sequence[Relation]) -> TableShape:
    """A table whose key nobody declared, with the column that tells its rows apart and points nowhere else."""
    own = key_of(table, held)
    points = own and any((one.table, one.columns) == (table.name, (own.name,)) for one in known)
    return replace(table, key=(own.name,)) if own and not points else table


def _entity(table: TableShape, held: Holdings) -> Entity:
    return Entity(
        name=table.name,
        key=tuple(name for name in table.key if name in {column.name for column in table.shown}),
        rows=held.rows,
        note=table.note,
        synonyms=tuple(names(table.note)),
        fields=tuple(
            Field(
                name=column.name,
                kind=held.kinds.get(column.name, column.kind),
                values=held.values.get(column.name, ()),
                complete=column.name in held.complete,
                distinct=held.distinct.get(column.name, 0),
                synonyms=tuple(names(column.note, held.values.get(column.name, ()))),
                unit=unit(column.note) if column.kind is Kind.NUMBER else "",
                note=column.note,
            )
            for column in table.shown
        ),
    )


def _fingerprint(tables: Sequence[TableShape]) -> str:
    return hashlib.sha256(repr(sorted(tables, key=lambda table: table.name)).encode()).hexdigest()[:16]


_open: dict[tuple[str, str, Path | None], Database] = {}
_opening = Lock()


def open_database(url: str, *, tenant: str = "", overlay: Path | None = None) -> Database:
    """The database at a URL; one per process, however often it is asked for."""
    key = (url, tenant, overlay)
    with _opening:
        if key not in _open:
            said = Overlay.read(overlay) if overlay else None
            _open[key] = Database(Address(url), tenant=tenant, overlay=said)
        return _open[key]
