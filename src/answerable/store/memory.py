"""What a person meant by a name, kept for that person alone."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Engine, delete, insert, select

from answerable.store.schema import preferences


@dataclass(frozen=True)
class StoredPreference:
    """A name, the records it stands for, and the turn in which its user said so."""

    user: str
    name: str
    records: tuple[str, ...]
    conversation: str
    run: str
    created_at: float


class TenantMemory:
    """Cannot see another tenant's preferences."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine = engine
        self._tenant = tenant

    def get(self, user: str, name: str) -> StoredPreference | None:
        """What this user means by a name, if they have said so."""
        columns = [preferences.c[field] for field in StoredPreference.__dataclass_fields__]
        with self._engine.connect() as connection:
            row = connection.execute(select(*columns).where(self._mine(user, name))).first()
        return StoredPreference(row[0], row[1], tuple(json.loads(row[2])), *row[3:]) if row else None

    def put(self, user: str, name: str, records: tuple[str, ...], *, conversation: str, run: str) -> None:
        """Keep what a user means by a name; the last word counts."""
        row = {"user": user, "name": name, "records": json.dumps(records), "conversation": conversation}
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(preferences).where(self._mine(user, name)))
            connection.execute(
                insert(preferences).values(tenant=self._tenant, **row, run=run, created_at=time.time())
            )

    def delete(self, user: str, name: str) -> None:
        """Forget what a user meant by a name."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(preferences).where(self._mine(user, name)))

    def _mine(self, user: str, name: str) -> ColumnElement[bool]:
        return (
            (preferences.c.tenant == self._tenant)
            & (preferences.c.user == user)
            & (preferences.c.name == name)
        )
