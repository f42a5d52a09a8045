"""The conversations of one tenant: turns with their outcome and evidence, and the event log."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, delete, func, insert, select, text, update

from answerable.domain.evidence import Evidence
from answerable.domain.nouns import from_json, to_json
from answerable.domain.question import Turn
from answerable.store.handle import TenantHandle
from answerable.store.schema import metadata, table_of


@dataclass(frozen=True)
class StoredConversation:
    """A conversation as it is listed."""

    id: str
    user: str
    assistant: str
    name: str
    starts: tuple[str, ...]
    created_at: float
    updated_at: float


@dataclass(frozen=True)
class StoredTurn:
    """A turn as a reader sees it again: the question and the outcome in the contract's JSON."""

    run: str
    question: str
    outcome: dict[str, Any]
    created_at: float


@dataclass(frozen=True)
class StoredEvent:
    """One numbered line of a conversation's log."""

    place: int
    run: str
    created_at: float
    record: dict[str, Any]


conversations = table_of("conversations", StoredConversation, key=("id",))
turns = table_of(
    "turns",
    StoredTurn,
    key=("conversation", "place"),
    also={
        "conversation": str,
        "place": int,
        "evidence": list,  # what its answer stood on
        "waits": dict,  # what a question back left for the next turn
    },
    later={"waits": "{}"},
)
events = table_of("events", StoredEvent, key=("conversation", "place"), also={"conversation": str})
Index("events_by_run", events.c.tenant, events.c.run)
# What is forgotten with a conversation, besides itself.
_PARTS = ("turns", "events", "runs", "steps", "reviews", "judgements")

# Said for every question and every step of a run, fifty at once if need be, so they are built once: made anew each
# time, the look for the last event took 0.14 ms of CPU instead of 0.02.
_LAST = text("SELECT max(place) FROM events WHERE tenant = :tenant AND conversation = :conversation")
_EVENTS = insert(events)
_OPEN = text(
    'INSERT INTO conversations (tenant, id, "user", assistant, name, starts, created_at, updated_at)'
    " VALUES (:tenant, :id, :user, :assistant, :name, :starts, :now, :now)"
    " ON CONFLICT (tenant, id) DO UPDATE SET updated_at = excluded.updated_at,"
    " starts = CASE WHEN excluded.starts = '[]' THEN conversations.starts ELSE excluded.starts END"
)


class TenantConversations(TenantHandle):
    def get(self, conversation: str) -> StoredConversation | None:
        return self._noun(StoredConversation, conversations, self._mine(conversations, id=conversation))

    def latest(self, *, user: str = "", limit: int = 100) -> list[StoredConversation]:
        """The conversations touched last, newest first; of one user when one is named."""
        mine, newest = self._among(conversations, user=user), conversations.c.updated_at.desc()
        return self._nouns(StoredConversation, conversations, mine, newest, limit=limit)

    def rename(self, conversation: str, name: str) -> bool:
        """Give a conversation another name; False when there is none of that id."""
        mine = self._mine(conversations, id=conversation)
        return self._change(update(conversations).where(mine).values(name=name)) > 0

    def delete(self, conversation: str) -> bool:
        """Forget a conversation with its turns and events; False when there is none of that id."""
        with self._writing() as connection:
            for part in (metadata.tables[name] for name in _PARTS):
                connection.execute(delete(part).where(self._mine(part, conversation=conversation)))
            mine = self._mine(conversations, id=conversation)
            return connection.execute(delete(conversations).where(mine)).rowcount > 0

    def open(self, conversation: str, *, user: str, assistant: str, starts: Sequence[str], name: str) -> None:
        """Make a conversation if it is new; otherwise remember the start pages it was last given."""
        row = {"tenant": self._tenant, "id": conversation, "user": user, "assistant": assistant, "name": name}
        with self._writing() as connection:
            connection.execute(_OPEN, row | {"starts": json.dumps(list(starts)), "now": time.time()})

    def turns(self, conversation: str, *, last: int) -> tuple[Turn, ...]:
        """The last turns, oldest first."""
        query = select(turns).where(self._mine(turns, conversation=conversation))
        rows = self._rows(query.order_by(turns.c.place.desc()).limit(last))
        return tuple(_to_turn(row._mapping) for row in reversed(rows))

    def told(self, conversation: str) -> list[StoredTurn]:
        """All turns as they were told, oldest first."""
        return self._nouns(StoredTurn, turns, self._mine(turns, conversation=conversation), turns.c.place)

    def add_turn(
        self,
        conversation: str,
        run: str,
        question: str,
        outcome: dict[str, Any],
        evidence: Sequence[Evidence],
        waits: Mapping[str, Any] | None = None,
    ) -> None:
        """Keep one turn: the question, how it ended, and what its answer stood on."""
        row: dict[str, Any] = {"tenant": self._tenant, "conversation": conversation, "run": run}
        row |= {"question": question, "outcome": outcome, "waits": dict(waits or {})}
        row |= {"created_at": time.time(), "evidence": to_json(list(evidence))}
        mine = self._mine(turns, conversation=conversation)
        with self._writing() as connection:
            row["place"] = connection.scalar(select(func.count()).select_from(turns).where(mine)) or 0
            connection.execute(insert(turns).values(**row))

    def reject(self, run: str) -> bool:
        """Remember that a person turned down what a run's answer claimed; False when there is no such turn."""
        mine = self._mine(turns, run=run)
        with self._writing() as connection:
            waits = connection.scalar(select(turns.c.waits).where(mine))
            if waits is None:
                return False
            waits["rejected"] = waits.get("values", [])
            connection.execute(update(turns).where(mine).values(waits=waits))
        return True

    def add_events(self, conversation: str, run: str, records: Sequence[dict[str, Any]]) -> list[StoredEvent]:
        """Append events and number them; several are written as one transaction."""
        if not records:
            return []
        where, now = {"tenant": self._tenant, "conversation": conversation}, time.time()
        with self._writing() as connection:
            last = connection.scalar(_LAST, where) or 0
            kept = [StoredEvent(last + n, run, now, record) for n, record in enumerate(records, 1)]
            connection.execute(_EVENTS, [where | vars(event) for event in kept])
        return kept

    def events(self, conversation: str, *, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
        """The event log from a number on."""
        mine = self._mine(events, conversation=conversation) & (events.c.place > after)
        return self._nouns(StoredEvent, events, mine, events.c.place, limit=limit)

    def last_event(self, conversation: str) -> int:
        """The number of the newest event; 0 when nothing was told yet."""
        return self._value(_LAST, tenant=self._tenant, conversation=conversation) or 0


def _to_turn(row: Any) -> Turn:
    outcome = row["outcome"]
    evidence = from_json(tuple[Evidence, ...], row["evidence"])
    choices = tuple((choice["label"], choice["value"]) for choice in outcome["choices"])
    told = (row["question"], outcome["text"], outcome["outcome"])
    return Turn(*told, evidence, choices, row["waits"], outcome.get("reason") or "")
