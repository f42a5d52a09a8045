"""What people thought of an answer: a thumb and their words, tied to the run it is about."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from sqlalchemy import Engine, delete, insert, select

from answerable.store.schema import feedback


@dataclass(frozen=True)
class StoredFeedback:
    """One user's opinion of one run."""

    run: str
    user: str
    conversation: str
    thumb: str
    words: str
    created_at: float


class TenantFeedback:
    """Cannot see another tenant's opinions."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine = engine
        self._tenant = tenant

    def put(self, run: str, user: str, *, conversation: str, thumb: str, words: str) -> StoredFeedback:
        """Keep an opinion; a user has one per run, and the last one counts."""
        kept = StoredFeedback(run, user, conversation, thumb, words, time.time())
        mine = (feedback.c.tenant == self._tenant) & (feedback.c.run == run) & (feedback.c.user == user)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(feedback).where(mine))
            connection.execute(insert(feedback).values(tenant=self._tenant, **asdict(kept)))
        return kept

    def latest(
        self, *, conversation: str = "", thumb: str = "", limit: int | None = None
    ) -> list[StoredFeedback]:
        """Opinions, newest first; of one conversation or of one thumb when named."""
        mine = feedback.c.tenant == self._tenant
        if conversation:
            mine &= feedback.c.conversation == conversation
        if thumb:
            mine &= feedback.c.thumb == thumb
        columns = [feedback.c[name] for name in StoredFeedback.__dataclass_fields__]
        query = select(*columns).where(mine).order_by(feedback.c.created_at.desc()).limit(limit)
        with self._engine.connect() as connection:
            return [StoredFeedback(*row) for row in connection.execute(query)]

    def delete(self, conversation: str) -> None:
        """Forget the opinions about a conversation."""
        mine = (feedback.c.tenant == self._tenant) & (feedback.c.conversation == conversation)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(delete(feedback).where(mine))
