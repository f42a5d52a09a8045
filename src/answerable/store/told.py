"""The runs of one tenant, as the event log tells them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, or_, select

from answerable.store.conversations import events
from answerable.store.handle import TenantHandle

# The log's records begin with their name; these two say when a run began and how it ended.
_BEGAN, _ENDED = '{"event": "RunStarted"%', '{"event": "OutcomeSettled"%'

# A run that could not be brought to an end for so long is ended: whoever asked has gone. Chosen, not measured.
DEADLINE_SECONDS = 3600.0
Status = Literal["running", "waiting", "completed", "stopped", "error"]


@dataclass(frozen=True)
class ToldRun:
    """One run: what was asked, where its events stand, and how it ended if it did."""

    id: str
    conversation: str
    question: str
    started_at: float
    after: int = 0  # its events come behind this number
    round: int = 0  # which question of its conversation it is, from 1; 0 while it waits its turn
    latest: bool = True  # whether no question came after it
    ended_at: float | None = None
    outcome: dict[str, Any] | None = None

    @property
    def status(self) -> Status:
        """Where it stands; a question back waits for a person until another question was asked.

        One that told no end within the deadline has none: its process was killed, and nobody takes up a run of `ask`.
        """
        if self.outcome is None:
            return "running" if time.time() - self.started_at < DEADLINE_SECONDS else "error"
        match self.outcome["outcome"], self.outcome["reason"]:
            case "failure", reason:
                return "stopped" if reason == "stopped" else "error"
            case "clarification", _:
                return "waiting" if self.latest else "completed"
        return "completed"


class TenantTold(TenantHandle):
    def of(self, conversations: Sequence[str]) -> list[ToldRun]:
        """The runs of these conversations, newest first."""
        told = self._told(events.c.conversation.in_(conversations))
        return sorted(told, key=lambda run: run.started_at, reverse=True)

    def get(self, run: str) -> ToldRun | None:
        query = select(events.c.conversation).where(self._mine(events, run=run))
        conversation = self._value(query.limit(1))
        if conversation is None:
            return None
        return next((one for one in self._told(events.c.conversation == conversation) if one.id == run), None)

    def _told(self, where: ColumnElement[bool]) -> Iterable[ToldRun]:
        marks = or_(events.c.record.like(_BEGAN), events.c.record.like(_ENDED))
        columns = [events.c[name] for name in ("conversation", "place", "run", "created_at", "record")]
        query = select(*columns).where(self._mine(events) & where & marks)
        runs: dict[str, ToldRun] = {}
        last: dict[str, ToldRun] = {}
        for conversation, place, run, at, record in self._rows(
            query.order_by(events.c.conversation, events.c.place)
        ):
            if record["event"] == "OutcomeSettled":
                if run in runs:
                    runs[run] = replace(runs[run], ended_at=at, outcome=record["outcome"])
                continue
            before = last.get(conversation)
            if before:
                runs[before.id] = replace(runs[before.id], latest=False)
            round = before.round + 1 if before else 1
            last[conversation] = runs[run] = ToldRun(
                run, conversation, record["question"], at, place - 1, round
            )
        return runs.values()
