"""Runs a person should look at: attacks, drafts that leaked, thumbs down, users who want a person.

The first three are found in the event log and the thumbs when the queue is looked at, so no run waits for it and no
crash loses an entry. A hand-over is asked for; from then until a person closes it the conversation is theirs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, insert, select, update

from answerable.store.schema import events, feedback, reviews

OPEN, TAKEN, CLOSED = "open", "taken", "closed"
HANDOVER = "handover"
# Events are looked at again for so long behind the newest flagged one; a write takes seconds at most.
OVERLAP_SECONDS = 600.0


@dataclass(frozen=True)
class StoredReview:
    """One reason to look at one run, and who did."""

    run: str
    why: str  # injection · leak · thumb_down · handover
    conversation: str
    words: str  # what the user said about it, or why a person is wanted
    state: str = OPEN
    person: str = ""
    note: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


class TenantReviews:
    """Cannot see another tenant's reviews."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine, self._tenant = engine, tenant

    def sweep(self) -> int:
        """Queue what was flagged since the last time; says how many entries are new."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            mine = reviews.c.tenant == self._tenant
            known = {
                (run, why)
                for run, why in connection.execute(select(reviews.c.run, reviews.c.why).where(mine))
            }
            found = {
                (one.run, one.why): one for one in (*self._told(connection), *self._disliked(connection))
            }
            fresh = [
                {"tenant": self._tenant, **asdict(one)} for key, one in found.items() if key not in known
            ]
            if fresh:
                connection.execute(insert(reviews), fresh)
        return len(fresh)

    def latest(self, *, state: str = "", run: str = "", limit: int = 100) -> list[StoredReview]:
        """Entries, oldest first; of one state or run when named."""
        mine = reviews.c.tenant == self._tenant
        for column, wanted in ((reviews.c.state, state), (reviews.c.run, run)):
            mine = mine & (column == wanted) if wanted else mine
        columns = [reviews.c[name] for name in StoredReview.__dataclass_fields__]
        query = select(*columns).where(mine).order_by(reviews.c.created_at, reviews.c.run).limit(limit)
        with self._engine.connect() as connection:
            return [StoredReview(*row) for row in connection.execute(query)]

    def take(self, run: str, person: str) -> bool:
        """Give a run's open entries to one person; False when nothing is open, so two never both take it."""
        return self._move(run, (OPEN,), state=TAKEN, person=person)

    def close(self, run: str, person: str, note: str) -> bool:
        """End a run's entries with what was found; False when none is open or taken."""
        return self._move(run, (OPEN, TAKEN), state=CLOSED, person=person, note=note)

    def hand_over(self, run: str, conversation: str, reason: str, *, asked: bool = False) -> bool:
        """Want a person; False where one is wanted already, or has closed this reason and the user did not ask anew."""
        one = StoredReview(
            run, HANDOVER, conversation, reason, created_at=time.time(), updated_at=time.time()
        )
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            before = connection.execute(
                select(reviews.c.state, reviews.c.words).where(self._handed(conversation))
            )
            if any(state != CLOSED or (words == reason and not asked) for state, words in before):
                return False
            connection.execute(insert(reviews).values(tenant=self._tenant, **asdict(one)))
        return True

    def held(self, conversation: str) -> str:
        """Whether a person is wanted ("open") or talks ("taken") there; "" where the assistant may answer."""
        mine = self._handed(conversation) & (reviews.c.state != CLOSED)
        with self._engine.connect() as connection:
            return connection.scalar(select(reviews.c.state).where(mine)) or ""

    def _handed(self, conversation: str) -> ColumnElement[bool]:
        mine = (reviews.c.tenant == self._tenant) & (reviews.c.conversation == conversation)
        return mine & (reviews.c.why == HANDOVER)

    def _move(self, run: str, before: tuple[str, ...], **values: Any) -> bool:
        mine = (reviews.c.tenant == self._tenant) & (reviews.c.run == run) & reviews.c.state.in_(before)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            moved = connection.execute(update(reviews).where(mine).values(**values, updated_at=time.time()))
            return moved.rowcount > 0

    def _told(self, connection: Connection) -> Iterator[StoredReview]:
        """What the log itself says: the guard saw an attack, or the verifier a leak."""
        swept = (reviews.c.tenant == self._tenant) & (reviews.c.why.in_(("injection", "leak")))
        since = connection.scalar(select(func.max(reviews.c.created_at)).where(swept)) or 0.0
        attack = events.c.record.like('{"event": "QuestionRuled"%"injection"%')
        leak = events.c.record.like('{"event": "DraftVerified"%"leak"%')
        mine = (events.c.tenant == self._tenant) & (events.c.created_at >= since - OVERLAP_SECONDS)
        query = select(events.c.run, events.c.conversation, events.c.created_at, events.c.record)
        for run, talk, at, words in connection.execute(query.where(mine & (attack | leak))):
            why = "injection" if json.loads(words)["event"] == "QuestionRuled" else "leak"
            yield StoredReview(run, why, talk, "", created_at=at, updated_at=at)

    def _disliked(self, connection: Connection) -> Iterator[StoredReview]:
        mine = (feedback.c.tenant == self._tenant) & (feedback.c.thumb == "down")
        query = select(feedback.c.run, feedback.c.conversation, feedback.c.words, feedback.c.created_at)
        for run, talk, words, at in connection.execute(query.where(mine).order_by(feedback.c.created_at)):
            yield StoredReview(run, "thumb_down", talk, words, created_at=at, updated_at=at)
