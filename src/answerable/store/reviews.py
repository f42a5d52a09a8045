"""Runs a person should look at (attacks, leaks, flagged texts, thumbs down), and conversations that want a person.

The former are found in the event log and the thumbs when the queue is looked at, so no run waits for it and no crash
loses an entry. An escalation is asked for; from then until a person closes it the conversation is theirs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from answerable.store.conversations import events
from answerable.store.feedback import feedback
from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

ReviewState = Literal["open", "taken", "closed"]
OPEN: Final = "open"
TAKEN: Final = "taken"
CLOSED: Final = "closed"
ESCALATION = "escalation"
# Events are looked at again for so long behind the newest flagged one; a write takes seconds at most.
OVERLAP_SECONDS = 600.0
# Which records of the log want a person, and under which word they are queued.
_TELLING = {
    '{"event": "QuestionRuled"%"injection"%': "injection",
    '{"event": "DraftVerified"%"leak"%': "leak",
    '{"event": "TextFlagged"%': "flagged",
}


@dataclass(frozen=True)
class StoredReview:
    """One reason to look at one run, and who did."""

    run: str
    why: str  # injection · leak · flagged · thumb_down · escalation
    conversation: str
    words: str  # what the user said about it, or why a person is wanted
    state: ReviewState = OPEN
    person: str = ""  # who took or closed it
    note: str = ""
    created_at: float = 0.0  # when it was flagged
    updated_at: float = 0.0


reviews = table_of("reviews", StoredReview, key=("run", "why"))


class TenantReviews(TenantHandle):
    def sweep(self) -> int:
        """Queue what was flagged since the last time; says how many entries are new."""
        with self._writing() as connection:
            query = select(reviews.c.run, reviews.c.why).where(self._mine(reviews))
            known = {(run, why) for run, why in connection.execute(query)}
            told = (*self._told(connection), *self._disliked(connection))
            found = {(one.run, one.why): asdict(one) for one in told}
            fresh = [{"tenant": self._tenant, **one} for key, one in found.items() if key not in known]
            if fresh:
                connection.execute(insert(reviews), fresh)
        return len(fresh)

    def latest(self, *, state: str = "", run: str = "", limit: int = 100) -> list[StoredReview]:
        """Entries, oldest first; of one state or run when named."""
        return self._reviews(self._among(reviews, state=state, run=run), limit)

    def take(self, run: str, person: str) -> bool:
        """Give a run's open entries to one person; False when nothing is open, so two never both take it."""
        return self._move(self._flagged(run) & (reviews.c.state == OPEN), state=TAKEN, person=person)

    def close(self, run: str, person: str, note: str) -> bool:
        """End a run's entries with what was found; False when none is open or taken."""
        left = self._flagged(run) & (reviews.c.state != CLOSED)
        return self._move(left, state=CLOSED, person=person, note=note)

    def escalate(self, run: str, conversation: str, why: str, *, asked: bool = False) -> bool:
        """Want a person; False where one is wanted already, or has closed this reason and the user did not ask anew.

        Said twice by one run it is said once: a run that is walked again after a crash says it again.
        """
        now = time.time()
        one = StoredReview(run, ESCALATION, conversation, why, created_at=now, updated_at=now)
        with self._writing() as connection:
            before = self._reviews(self._escalated(conversation), at=connection)
            if any(known.run == run for known in before):
                return True
            if any(known.state != CLOSED or (known.words == why and not asked) for known in before):
                return False
            connection.execute(insert(reviews).values(tenant=self._tenant, **asdict(one)))
        return True

    def escalations(self, conversation: str = "") -> list[StoredReview]:
        """Every escalation of a conversation, closed ones too; without one, all that wait for or have a person."""
        wanted = self._escalated(conversation)
        return self._reviews(wanted if conversation else wanted & (reviews.c.state != CLOSED))

    def join(self, conversation: str, person: str) -> bool:
        """Take a waiting conversation over; False when it does not wait, so two never both do."""
        waiting = self._escalated(conversation) & (reviews.c.state == OPEN)
        return self._move(waiting, state=TAKEN, person=person)

    def leave(self, conversation: str, person: str, note: str) -> bool:
        """Give a conversation back to the assistant; False when it neither waits nor is this person's."""
        theirs = (reviews.c.state == OPEN) | ((reviews.c.state == TAKEN) & (reviews.c.person == person))
        return self._move(self._escalated(conversation) & theirs, state=CLOSED, person=person, note=note)

    def _escalated(self, conversation: str) -> ColumnElement[bool]:
        return self._among(reviews, why=ESCALATION, conversation=conversation)

    def _flagged(self, run: str) -> ColumnElement[bool]:
        return self._mine(reviews, run=run) & (reviews.c.why != ESCALATION)

    def _reviews(
        self, wanted: ColumnElement[bool], limit: int | None = None, at: Connection | None = None
    ) -> list[StoredReview]:
        oldest = (reviews.c.created_at, reviews.c.run)
        return self._nouns(StoredReview, reviews, wanted, *oldest, limit=limit, at=at)

    def _move(self, wanted: ColumnElement[bool], **values: Any) -> bool:
        return self._change(update(reviews).where(wanted).values(**values, updated_at=time.time())) > 0

    def _told(self, connection: Connection) -> Iterator[StoredReview]:
        """What the log itself says: a guard saw an attack or flagged a text, or the verifier saw a leak."""
        swept = self._mine(reviews) & reviews.c.why.in_(tuple(_TELLING.values()))
        since = connection.scalar(select(func.max(reviews.c.created_at)).where(swept)) or 0.0
        telling = or_(*(events.c.record.like(pattern) for pattern in _TELLING))
        mine = self._mine(events) & (events.c.created_at >= since - OVERLAP_SECONDS)
        query = select(events.c.run, events.c.conversation, events.c.created_at, events.c.record)
        for run, talk, at, told in connection.execute(query.where(mine & telling)):
            why = next(why for pattern, why in _TELLING.items() if f'"{told["event"]}"' in pattern)
            said = f"{told['where']}: {told['reason']}" if why == "flagged" else ""
            yield StoredReview(run, why, talk, said, created_at=at, updated_at=at)

    def _disliked(self, connection: Connection) -> Iterator[StoredReview]:
        mine = self._mine(feedback, thumb="down")
        query = select(feedback.c.run, feedback.c.conversation, feedback.c.words, feedback.c.created_at)
        for run, talk, words, at in connection.execute(query.where(mine).order_by(feedback.c.created_at)):
            yield StoredReview(run, "thumb_down", talk, words, created_at=at, updated_at=at)
