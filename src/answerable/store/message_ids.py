"""The ids clients give their own messages, so that one sent twice is one run."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert

from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

# A client that repeats a message does so within seconds; a phone that was off, within hours.
KEPT_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class Begun:
    """The run that a message began, and the hash of what was asked."""

    conversation: str
    run: str
    digest: str


message_ids = table_of(
    "message_ids", Begun, key=("user", "id"), also={"user": str, "id": str, "created_at": float}
)


class TenantMessageIds(TenantHandle):
    def claim(self, user: str, id: str, begun: Begun) -> Begun | None:
        """Tie an id to a run; the run it is already tied to, if there is one."""
        now = time.time()
        old = self._mine(message_ids) & (message_ids.c.created_at < now - KEPT_SECONDS)
        with self._writing() as connection:
            connection.execute(delete(message_ids).where(old))
            if known := self.get(user, id, connection):
                return known
            row = {"tenant": self._tenant, "user": user, "id": id, "created_at": now, **vars(begun)}
            connection.execute(insert(message_ids).values(**row))
        return None

    def get(self, user: str, id: str, at: Connection | None = None) -> Begun | None:
        return self._noun(Begun, message_ids, self._mine(message_ids, user=user, id=id), at)

    def release(self, user: str, id: str) -> None:
        """Untie an id: its run could not be started after all."""
        self._change(delete(message_ids).where(self._mine(message_ids, user=user, id=id)))
