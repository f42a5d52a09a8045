"""The tenants: who they are, how much is kept of each, and taking one out whole, to hand over or to forget."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Table, delete, func, insert, select

from answerable.store.schema import keys, metadata, tenants

# The full-text index has no tenant of its own; its rows are those of the tenant's passages.
_NO_INDEX = "DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE tenant = ?)"


@dataclass(frozen=True)
class StoredTenant:
    """A tenant as it is listed."""

    id: str
    name: str
    created_at: float


class Tenants:
    """The only handle that sees more than one tenant; for the operator, never for a question."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def new(self, tenant: str, name: str = "") -> bool:
        """Make a tenant; False when it exists."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            if connection.execute(select(tenants).where(tenants.c.tenant == tenant)).first():
                return False
            row = {"tenant": tenant, "name": name or tenant, "created_at": time.time()}
            connection.execute(insert(tenants).values(**row))
        return True

    def all(self) -> list[StoredTenant]:
        """Every tenant that was made, oldest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(tenants).order_by(tenants.c.created_at))
            return [StoredTenant(*row) for row in rows]

    def get(self, tenant: str) -> StoredTenant | None:
        """One tenant by its id."""
        return next((found for found in self.all() if found.id == tenant), None)

    def sizes(self, tenant: str) -> dict[str, int]:
        """How many rows each table keeps of a tenant."""
        with self._engine.connect() as connection:
            return {
                table.name: connection.scalar(
                    select(func.count()).select_from(table).where(table.c.tenant == tenant)
                )
                or 0
                for table in _fenced()
            }

    def export(self, tenant: str) -> Iterator[dict[str, Any]]:
        """Everything kept of a tenant, row by row; of its keys no hash, as nobody may use it elsewhere."""
        with self._engine.connect() as connection:
            for table in _fenced():
                hidden = {"digest"} if table is keys else set()
                columns = [column for column in table.columns if column.name not in hidden]
                for row in connection.execute(select(*columns).where(table.c.tenant == tenant)):
                    yield {"table": table.name, **{n: _plain(v) for n, v in row._mapping.items()}}

    def delete(self, tenant: str) -> dict[str, int]:
        """Forget a tenant in every table, in one transaction; says how many rows went."""
        gone: dict[str, int] = {}
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(_NO_INDEX, (tenant,))
            for table in reversed(_fenced()):
                gone[table.name] = connection.execute(delete(table).where(table.c.tenant == tenant)).rowcount
        return gone


def _fenced() -> list[Table]:
    """Every table; one without a tenant would be a hole in the fence, so it fails here."""
    for table in metadata.sorted_tables:
        if "tenant" not in table.columns:
            raise LookupError(f"Table {table.name} has no tenant.")
    return list(metadata.sorted_tables)


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
