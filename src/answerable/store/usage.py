"""What a tenant has used on each day, and the most it may: counted in the transaction that begins or ends a run."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, select, text

from answerable.errors import QuotaSpent
from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

DAY_SECONDS = 86_400
# When to come back where a run of one's own must end first. Chosen: most runs take a second.
SOON_SECONDS = 5
# Plain statements, as every run begins with them: 0.05 ms a run instead of 0.14 (50 in one transaction, CPU).
_QUOTA = text("SELECT quota FROM tenants WHERE tenant = :tenant")
_UNDER_WAY = text("SELECT count(*) FROM runs WHERE tenant = :tenant AND status = 'running'")
_ADD = text(
    "INSERT INTO usage (tenant, day, runs, tokens, cost_usd) VALUES (:tenant, :day, :runs, :tokens, :cost_usd)"
    " ON CONFLICT (tenant, day) DO UPDATE SET runs = usage.runs + excluded.runs,"
    " tokens = usage.tokens + excluded.tokens, cost_usd = usage.cost_usd + excluded.cost_usd"
)


@dataclass(frozen=True, kw_only=True)
class Quota:
    """The most a tenant may use; None where there is no such limit."""

    runs_per_day: int | None = None
    tokens_per_day: int | None = None
    cost_usd_per_day: float | None = None
    at_once: int | None = None  # runs under way


QUOTA_NAMES = tuple(limit.name for limit in fields(Quota))


@dataclass(frozen=True)
class DayUsage:
    """What was used on one day (UTC)."""

    day: str
    runs: int
    tokens: int
    cost_usd: float


usage = table_of("usage", DayUsage, key=("day",))


class TenantUsage(TenantHandle):
    def __init__(
        self,
        engine: Engine,
        tenant: str,
        within: Connection | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(engine, tenant, within)
        self._clock = clock

    def begin(self) -> None:
        """Count a run, or raise `QuotaSpent` where the tenant has used up what it may."""
        with self._writing() as connection:
            self._check(connection)
            self._add(connection, runs=1)

    def end(self, used: Mapping[str, Any]) -> None:
        """Count what a run cost, as its outcome's `usage` says."""
        tokens = int(used.get("tokens_in", 0)) + int(used.get("tokens_out", 0))
        cost = float(used.get("cost_usd", 0.0))
        if tokens or cost:
            with self._writing() as connection:
                self._add(connection, tokens=tokens, cost_usd=cost)

    def days(self, *, last: int = 31) -> list[DayUsage]:
        """What was used, the newest day first."""
        return self._nouns(DayUsage, usage, self._mine(usage), usage.c.day.desc(), limit=last)

    def _check(self, connection: Connection) -> None:
        words = connection.scalar(_QUOTA, {"tenant": self._tenant})
        if words in (None, "{}"):
            return
        quota = Quota(**json.loads(words))
        today = select(usage.c.runs, usage.c.tokens, usage.c.cost_usd).where(
            self._mine(usage, day=self._day())
        )
        used = connection.execute(today).first() or (0, 0, 0.0)
        rest = int(DAY_SECONDS - self._clock() % DAY_SECONDS) + 1
        per_day = (quota.runs_per_day, quota.tokens_per_day, quota.cost_usd_per_day)
        for kind, most, spent in zip(("runs", "tokens", "US dollars"), per_day, used, strict=True):
            if most is not None and spent >= most:
                raise QuotaSpent(f"{kind} a day", most, rest)
        if quota.at_once is not None:
            busy = connection.scalar(_UNDER_WAY, {"tenant": self._tenant})
            if busy >= quota.at_once:
                raise QuotaSpent("runs at once", quota.at_once, SOON_SECONDS)

    def _add(self, connection: Connection, *, runs: int = 0, tokens: int = 0, cost_usd: float = 0.0) -> None:
        added = {"runs": runs, "tokens": tokens, "cost_usd": cost_usd}
        connection.execute(_ADD, {"tenant": self._tenant, "day": self._day(), **added})

    def _day(self) -> str:
        return datetime.fromtimestamp(self._clock(), UTC).date().isoformat()
