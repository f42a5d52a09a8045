"""What people thought of an answer: a thumb and their words, tied to the run it is about."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select

from answerable.store.cache import cached
from answerable.store.conversations import events
from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of


@dataclass(frozen=True)
class StoredFeedback:
    """One user's opinion of one run."""

    run: str
    user: str
    conversation: str
    thumb: str  # up · down
    words: str
    created_at: float


feedback = table_of("feedback", StoredFeedback, key=("run", "user"))


class TenantFeedback(TenantHandle):
    def put(self, run: str, user: str, *, conversation: str, thumb: str, words: str) -> StoredFeedback:
        """Keep an opinion; a user has one per run, the last one counts, and a bad one costs the run its kept plan."""
        kept = StoredFeedback(run, user, conversation, thumb, words, time.time())
        with self._writing() as connection:
            connection.execute(delete(feedback).where(self._mine(feedback, run=run, user=user)))
            connection.execute(insert(feedback).values(tenant=self._tenant, **asdict(kept)))
            if thumb == "down":
                used = self._plans(connection, run)
                connection.execute(delete(cached).where(self._mine(cached) & cached.c.key.in_(used)))
        return kept

    def _plans(self, connection: Connection, run: str) -> list[str]:
        """The keys of the plans that a run told it had kept or used again."""
        query = select(events.c.record).where(self._mine(events, run=run))
        return [
            one["plan"] for one in connection.scalars(query) if one["event"] in ("PlanKept", "PlanReused")
        ]

    def latest(
        self, *, conversation: str = "", thumb: str = "", limit: int | None = None
    ) -> list[StoredFeedback]:
        """Opinions, newest first; of one conversation or of one thumb when named."""
        mine = self._among(feedback, conversation=conversation, thumb=thumb)
        return self._nouns(StoredFeedback, feedback, mine, feedback.c.created_at.desc(), limit=limit)

    def delete(self, conversation: str) -> None:
        self._change(delete(feedback).where(self._mine(feedback, conversation=conversation)))
