"""What a trace of one tenant's run is made of: its events and its tool calls, which are stored anyway."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Engine, select

from answerable.store.conversations import StoredEvent
from answerable.store.schema import calls, events


class TenantTraces:
    """Cannot see another tenant's runs."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine, self._tenant = engine, tenant

    def read(self, run: str) -> tuple[list[StoredEvent], list[dict[str, Any]]]:
        """A run's events, and its calls as plain data, both in order; nothing when there is no such run."""
        mine = (events.c.tenant == self._tenant) & (events.c.run == run)
        columns = (events.c.place, events.c.run, events.c.created_at, events.c.record)
        talk = select(events.c.conversation).where(mine).limit(1).scalar_subquery()
        made = (calls.c.tenant == self._tenant) & (calls.c.conversation == talk) & (calls.c.run == run)
        with self._engine.connect() as connection:
            told = connection.execute(select(*columns).where(mine).order_by(events.c.place)).all()
            called = connection.execute(select(calls).where(made).order_by(calls.c.place)).all()
        lines = [StoredEvent(place, run, at, json.loads(record)) for place, run, at, record in told]
        parsed = ("arguments", "gave")
        return lines, [
            {**row._mapping, **{name: json.loads(row._mapping[name]) for name in parsed}} for row in called
        ]
