"""The ids clients give their own messages, so that one sent twice is one run."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Engine, delete, insert, select

from answerable.store.schema import message_ids

# A client that repeats a message does so within seconds; a phone that was off, within hours.
KEPT_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class Begun:
    """The run that a message began, and the hash of what was asked."""

    conversation: str
    run: str
    digest: str


class TenantMessageIds:
    """Cannot see another tenant's ids."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine = engine
        self._tenant = tenant

    def claim(self, user: str, id: str, begun: Begun) -> Begun | None:
        """Tie an id to a run; the run it is already tied to, if there is one."""
        mine = (message_ids.c.tenant == self._tenant) & (message_ids.c.user == user)
        mine &= message_ids.c.id == id
        now = time.time()
        old = (message_ids.c.tenant == self._tenant) & (message_ids.c.created_at < now - KEPT_SECONDS)
        columns = (message_ids.c.conversation, message_ids.c.run, message_ids.c.digest)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(message_ids).where(old))
            if known := connection.execute(select(*columns).where(mine)).first():
                return Begun(*known)
            row = {"tenant": self._tenant, "user": user, "id": id, "created_at": now, **vars(begun)}
            connection.execute(insert(message_ids).values(**row))
        return None

    def get(self, user: str, id: str) -> Begun | None:
        """The run an id is tied to."""
        mine = (message_ids.c.tenant == self._tenant) & (message_ids.c.user == user)
        columns = (message_ids.c.conversation, message_ids.c.run, message_ids.c.digest)
        with self._engine.connect() as connection:
            known = connection.execute(select(*columns).where(mine & (message_ids.c.id == id))).first()
        return Begun(*known) if known else None

    def release(self, user: str, id: str) -> None:
        """Untie an id: its run could not be started after all."""
        mine = (message_ids.c.tenant == self._tenant) & (message_ids.c.user == user)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(message_ids).where(mine & (message_ids.c.id == id)))
