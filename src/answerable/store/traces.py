"""What a trace of one tenant's run is made of: its events, its tool calls, and what the judge made of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from answerable.store.conversations import StoredEvent, events
from answerable.store.handle import TenantHandle
from answerable.store.permits import calls
from answerable.store.schema import table_of


@dataclass(frozen=True)
class StoredJudgement:
    """What was found by one criterion."""

    run: str
    conversation: str
    criterion: str
    score: float
    reason: str
    quote: str
    by: str  # rule, or the model
    created_at: float = 0.0


judgements = table_of("judgements", StoredJudgement, key=("run", "criterion"))


class TenantTraces(TenantHandle):
    def read(self, run: str) -> tuple[list[StoredEvent], list[dict[str, Any]]]:
        """A run's events, and its calls as plain data, both in order; nothing when there is no such run."""
        mine = self._mine(events, run=run)
        talk = select(events.c.conversation).where(mine).limit(1).scalar_subquery()
        made = select(calls).where(self._mine(calls, conversation=talk, run=run)).order_by(calls.c.place)
        called = [dict(row._mapping) for row in self._rows(made)]
        return self._nouns(StoredEvent, events, mine, events.c.place), called

    def judge(self, found: Sequence[StoredJudgement]) -> None:
        """Keep what was found about a run; the last word by a criterion counts."""
        rows = [{**asdict(one), "tenant": self._tenant, "created_at": time.time()} for one in found]
        mine = self._mine(judgements) & judgements.c.run.in_({one.run for one in found})
        with self._writing() as connection:
            connection.execute(delete(judgements).where(mine))
            connection.execute(insert(judgements), rows)

    def judgements(self, run: str = "", *, below: float = 2.0) -> list[StoredJudgement]:
        """What was found, oldest first: about one run when it is named, and only scores below a number."""
        mine = self._among(judgements, run=run) & (judgements.c.score < below)
        order = (judgements.c.created_at, judgements.c.criterion)
        return self._nouns(StoredJudgement, judgements, mine, *order)

    def in_variants(self, experiment: str) -> list[str]:
        """The runs that took part in an experiment, oldest first."""
        began = events.c.record.like(f'{{"event": "RunStarted"%"variant": "{experiment}/%')
        query = select(events.c.run).where(self._mine(events) & began).order_by(events.c.created_at)
        return list(dict.fromkeys(run for (run,) in self._rows(query)))
