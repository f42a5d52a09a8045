"""The tenants: who they are, how much is kept of each, and taking one out whole, to hand over or to forget."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from answerable.store.handle import Handle, writing
from answerable.store.keys import keys
from answerable.store.links import about, links
from answerable.store.schema import metadata, table_of
from answerable.store.usage import Quota

if TYPE_CHECKING:
    from answerable.store.seal import Seal  # who seals nothing need not load the cipher: 8 MB

# The full-text index has no tenant of its own; its rows are those of the tenant's passages.
_NO_INDEX = "DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE tenant = ?)"
_ANEW = (
    "INSERT INTO passage_index (passage_index) VALUES ('optimize')",
    "VACUUM",
    "PRAGMA wal_checkpoint(TRUNCATE)",
)


@dataclass(frozen=True)
class StoredTenant:
    """A tenant as it is listed."""

    id: str
    name: str
    created_at: float
    quota: Quota = field(default_factory=Quota)
    assistants: tuple[str, ...] = ()  # those it may ask; none named: all


tenants = table_of(
    "tenants",
    also={"name": str, "created_at": float, "quota": dict, "assistants": tuple},
    later={"quota": "{}", "assistants": "[]"},
)


class Tenants(Handle):
    """The only handle that sees more than one tenant; for the operator, never for a question."""

    def new(self, tenant: str, name: str = "") -> bool:
        """Make a tenant; False when it exists."""
        with writing(self._engine) as connection:
            if connection.execute(select(tenants).where(tenants.c.tenant == tenant)).first():
                return False
            row = {"tenant": tenant, "name": name or tenant, "created_at": time.time()}
            connection.execute(insert(tenants).values(**row))
        return True

    def all(self) -> list[StoredTenant]:
        """Every tenant that was made, oldest first."""
        return [_to_tenant(*row) for row in self._rows(select(tenants).order_by(tenants.c.created_at))]

    def get(self, tenant: str) -> StoredTenant | None:
        row = self._first(select(tenants).where(tenants.c.tenant == tenant))
        return None if row is None else _to_tenant(*row)

    def change(
        self, tenant: str, *, quota: Quota | None = None, assistants: Sequence[str] | None = None
    ) -> None:
        """Set what a tenant may use, and whom it may ask; what is not given stays."""
        news: dict[str, Any] = {} if quota is None else {"quota": asdict(quota)}
        news |= {} if assistants is None else {"assistants": list(assistants)}
        self._change(update(tenants).where(tenants.c.tenant == tenant).values(**news))

    def reseal(self, seal: Seal) -> int:
        """Seal every link of every tenant with the newest key; all of them or none."""
        with writing(self._engine, sturdy=True) as connection:
            rows = connection.execute(select(links.c.tenant, links.c.kind, links.c.sealed)).all()
            for tenant, kind, sealed in rows:
                again = seal.seal(seal.open(sealed, about(tenant, kind)), about(tenant, kind))
                mine = (links.c.tenant == tenant) & (links.c.kind == kind)
                connection.execute(update(links).where(mine).values(sealed=again))
        return len(rows)

    def sizes(self, tenant: str) -> dict[str, int]:
        """How many rows each table keeps of a tenant."""
        return {
            table.name: self._value(select(func.count()).select_from(table).where(table.c.tenant == tenant))
            for table in metadata.sorted_tables
        }

    def export(self, tenant: str) -> Iterator[dict[str, Any]]:
        """Everything kept of a tenant, row by row; of its keys no hash and of its links nothing sealed."""
        with self._engine.connect() as connection:
            for table in metadata.sorted_tables:
                hidden = {keys: {"digest"}, links: {"sealed"}}.get(table, set())
                columns = [column for column in table.columns if column.name not in hidden]
                for row in connection.execute(select(*columns).where(table.c.tenant == tenant)):
                    yield {"table": table.name, **{n: _plain(v) for n, v in row._mapping.items()}}

    def delete(self, tenant: str) -> dict[str, int]:
        """Forget a tenant in every table, in one transaction; says how many rows went.

        The file is then written anew: what SQLite has deleted can else be read off the disk for a long time.
        """
        gone: dict[str, int] = {}
        with writing(self._engine) as connection:
            connection.exec_driver_sql(_NO_INDEX, (tenant,))
            for table in reversed(metadata.sorted_tables):
                gone[table.name] = connection.execute(delete(table).where(table.c.tenant == tenant)).rowcount
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for step in _ANEW if connection.dialect.name == "sqlite" else ():
                connection.exec_driver_sql(step)
        return gone


def _to_tenant(
    id: str, name: str, created_at: float, quota: Mapping[str, Any], assistants: tuple[str, ...]
) -> StoredTenant:
    return StoredTenant(id, name, created_at, Quota(**quota), assistants)


def _plain(value: Any) -> Any:
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False)
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
