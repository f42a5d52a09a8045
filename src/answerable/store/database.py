"""Opening the database: one SQLite file per home by default, any SQLAlchemy URL later."""

from __future__ import annotations

import sqlite3
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, ExceptionContext, Table, create_engine, event, inspect
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.schema import CreateColumn

from answerable.errors import StoreError
from answerable.store.cache import TenantCache
from answerable.store.conversations import TenantConversations
from answerable.store.feedback import TenantFeedback
from answerable.store.handle import TenantHandle
from answerable.store.keys import Keys
from answerable.store.links import TenantLinks
from answerable.store.memory import TenantMemory
from answerable.store.message_ids import TenantMessageIds
from answerable.store.overrides import TenantOverrides
from answerable.store.pages import TenantPages
from answerable.store.permits import TenantPermits
from answerable.store.reviews import TenantReviews
from answerable.store.runs import RunJournal, TenantRuns
from answerable.store.schema import SQLITE_INDEX, metadata
from answerable.store.tenants import Tenants
from answerable.store.told import TenantTold
from answerable.store.traces import TenantTraces
from answerable.store.usage import TenantUsage

if TYPE_CHECKING:
    from answerable.store.seal import Seal  # who seals nothing need not load the cipher: 8 MB

# How long a writer waits for another process before giving up; two CLIs on one home are normal.
BUSY_SECONDS = 10.0


Fenced = TypeVar("Fenced", bound=TenantHandle)


def _of_tenant(kind: type[Fenced]) -> Callable[[Store, str], Fenced]:
    """A method of the store that hands out handles of one kind, each fenced to the tenant that is named."""

    def hand_out(store: Store, tenant: str) -> Fenced:
        return kind(store._engine, tenant)

    return hand_out


class Store:
    """One database; hands out handles that can only see one tenant."""

    overrides = _of_tenant(TenantOverrides)  # what was pinned for one tenant
    pages = _of_tenant(TenantPages)  # the web pages one tenant has read
    conversations = _of_tenant(TenantConversations)  # the conversations of one tenant
    feedback = _of_tenant(TenantFeedback)  # what one tenant's users thought of their answers
    memory = _of_tenant(TenantMemory)  # what one tenant's users mean by a name
    message_ids = _of_tenant(TenantMessageIds)  # the ids one tenant's clients gave their messages
    permits = _of_tenant(TenantPermits)  # the tool calls of one tenant, permitted and refused
    reviews = _of_tenant(TenantReviews)  # the runs of one tenant that a person should look at
    told = _of_tenant(TenantTold)  # the runs of one tenant, as their events tell them
    traces = _of_tenant(TenantTraces)  # the events and tool calls of one tenant's runs
    usage = _of_tenant(TenantUsage)  # what one tenant has used, and may use
    runs = _of_tenant(TenantRuns)  # the runs of one tenant, with what each recorded

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, home: Path) -> Store:
        """Open (or make) the store in a home folder."""
        path = home / "answerable.db"
        try:
            home.mkdir(parents=True, exist_ok=True)
            engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS})
            # Who forgets to close a store leaves no open file behind.
            weakref.finalize(engine, engine.pool.dispose)
            event.listen(engine, "connect", _prepare)
            _create(engine)
            event.listen(engine, "handle_error", _failed)
        except (OSError, DatabaseError, sqlite3.Error) as error:
            hint = "Set ANSWERABLE_HOME to a folder you may write to, or move the broken file away."
            raise StoreError(str(path), f"cannot be opened ({_plain(error)}).", hint=hint) from error
        return cls(engine)

    def cache(self, tenant: str, room: str) -> TenantCache:
        """What one tenant's questions may find again; a room holds one kind."""
        return TenantCache(self._engine, tenant, room)

    def links(self, tenant: str, seal: Seal) -> TenantLinks:
        """The accounts one tenant's answers come from."""
        return TenantLinks(self._engine, tenant, seal)

    def journal(self, worker: str) -> RunJournal:
        """The runs of all tenants, for the one process that walks them under this name."""
        return RunJournal(self._engine, worker)

    def keys(self) -> Keys:
        return Keys(self._engine)

    def tenants(self) -> Tenants:
        return Tenants(self._engine)

    def check(self) -> None:
        """Read something; raises `StoreError` when the store is not there any more."""
        self.conversations("").latest(limit=1)

    def close(self) -> None:
        self._engine.dispose()


def _create(engine: Engine) -> None:
    # Two processes may open a new home at once; IF NOT EXISTS inside one write transaction settles who is first.
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        metadata.create_all(connection)
        for table in metadata.sorted_tables:
            _widen(connection, table)
        connection.exec_driver_sql(SQLITE_INDEX)


def _widen(connection: Connection, table: Table) -> None:
    """Give a table of an older home the columns that came since; each has a default for the rows it holds."""
    known = {column["name"] for column in inspect(connection).get_columns(table.name)}
    for column in table.columns:
        if column.name not in known:
            words = CreateColumn(column).compile(connection)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {words}")


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's BEGIN is sent by us, so that IMMEDIATE is possible
    cursor = connection.cursor()
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Switch to the write-ahead log; two processes that make one home at once do not wait for each other here."""
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.02)


def _failed(context: ExceptionContext) -> None:
    """A database that does not do what it should is the operator's to mend; a broken constraint is a fault of ours."""
    error = context.sqlalchemy_exception
    if isinstance(error, DatabaseError) and not isinstance(error, IntegrityError):
        where = str(context.engine.url.database) if context.engine else "store"
        hint = "Check that the disk has room and that no other program holds the file."
        raise StoreError(where, f"cannot be read or written ({_plain(error)}).", hint=hint) from error


def _plain(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).split("\n", maxsplit=1)[0]
