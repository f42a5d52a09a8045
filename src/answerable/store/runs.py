"""Runs and what each recorded: for a tenant to read, and for the one process that walks them to write.

A writer holds a run by its owner and fence. Both are checked in the transaction that writes, so that a worker
that was thought dead and comes back writes nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, insert, select, text, update

from answerable.domain.evidence import Evidence
from answerable.errors import QuotaSpent
from answerable.store.conversations import StoredEvent, TenantConversations
from answerable.store.handle import Handle, TenantHandle, writing
from answerable.store.schema import events, runs, steps
from answerable.store.usage import TenantUsage

# What every step of every run writes, as plain statements: built with the expression language they took twice as long
# (benchmarks/runs.py, one task after the other).
# How a conversation stands, and the moment written last: one look, as fifty runs may begin in one transaction.
_STANDS = text(
    "SELECT max(status = 'running'), max(status = 'waiting'), (SELECT max(updated_at) FROM runs)"
    " FROM runs WHERE tenant = :tenant AND conversation = :conversation"
)
_REPLIED = text(
    "UPDATE runs SET status = 'completed'"
    " WHERE tenant = :tenant AND conversation = :conversation AND status = 'waiting'"
)
_BEGIN = insert(runs)
_HOLD = text(
    "UPDATE runs SET updated_at = :now, tries = tries * :tried"
    " WHERE tenant = :tenant AND id = :run AND owner = :owner AND fence = :fence AND status = 'running'"
)
_NEWEST = text("SELECT max(updated_at) FROM runs")
_LAST = text("SELECT max(place) FROM events WHERE tenant = :tenant AND conversation = :conversation")
_EVENT = text(
    "INSERT INTO events (tenant, conversation, place, run, created_at, record)"
    " VALUES (:tenant, :conversation, :place, :run, :now, :record)"
)
_STEP = text(
    "INSERT INTO steps (tenant, run, place, conversation, name, gave, spent, event, created_at)"
    " VALUES (:tenant, :run, :place, :conversation, :name, :gave, :spent, :event, :now)"
)

RUNNING, WAITING, COMPLETED, STOPPED, ERROR = "running", "waiting", "completed", "stopped", "error"


class RunLost(Exception):
    """Another worker owns the run now; whoever held it before must let go."""


class RunUnderWay(Exception):
    """The conversation is on a run already."""


@dataclass(frozen=True, kw_only=True)
class StoredRun:
    """A run: what was asked, where it stands, who walks it."""

    tenant: str
    id: str
    conversation: str
    question: Mapping[str, Any]
    limits: Mapping[str, Any] = field(default_factory=dict)
    status: str = RUNNING
    owner: str = ""
    fence: int = 0
    tries: int = 0
    beats: int = 0
    stop: int = 0
    outcome: Mapping[str, Any] | None = None
    created_at: float = 0.0
    updated_at: float = 0.0


@dataclass(frozen=True)
class StoredStep:
    """What one stage gave, and the purse after it."""

    place: int
    name: str
    gave: Any
    spent: Mapping[str, float]
    event: int = 0


@dataclass(frozen=True)
class Ending:
    """Everything that is written in one go when a run is over."""

    status: str
    outcome: Mapping[str, Any]
    evidence: Sequence[Evidence] = ()
    waits: Mapping[str, Any] = field(default_factory=dict)


class TenantRuns(TenantHandle):
    def get(self, run: str) -> StoredRun | None:
        return next(iter(self._find(self._mine(runs, id=run), 1)), None)

    def latest(self, *, conversation: str = "", status: str = "", limit: int = 100) -> list[StoredRun]:
        """The newest runs first; of one conversation or status when one is named."""
        return self._find(self._among(runs, conversation=conversation, status=status), limit)

    def steps(self, run: str) -> list[StoredStep]:
        """What a run recorded, in order."""
        return self._nouns(StoredStep, steps, self._mine(steps, run=run), steps.c.place)

    def recorded(self, wanted: Sequence[str]) -> dict[str, int]:
        """How many steps each of these runs recorded."""
        mine = self._mine(steps) & steps.c.run.in_(wanted)
        query = select(steps.c.run, func.count()).where(mine).group_by(steps.c.run)
        return {run: int(count) for run, count in self._rows(query)}

    def told_after(self, run: str, place: int) -> int:
        """How many events of a run stand behind this number."""
        mine = self._mine(events, run=run) & (events.c.place > place)
        return self._value(select(func.count()).select_from(events).where(mine)) or 0

    def ask_to_stop(self, conversation: str, run: str = "") -> str | None:
        """Ask whoever walks the conversation's run (or only this one) to end it; gives its id when there is one."""
        mine = self._among(runs, conversation=conversation, status=RUNNING, id=run)
        with self._writing() as connection:
            found: str | None = connection.scalar(select(runs.c.id).where(mine))
            connection.execute(update(runs).where(mine).values(stop=1))
        return found

    def touch(self, run: str) -> None:
        """Say to every worker that something was told about a run that has ended; by a person, of whom none is."""
        mine = self._mine(runs, id=run) & (runs.c.status != RUNNING)
        with self._writing() as connection:
            connection.execute(update(runs).where(mine).values(owner="", updated_at=_later(connection)))

    def _find(self, wanted: ColumnElement[bool], limit: int) -> list[StoredRun]:
        newest = select(runs).where(wanted).order_by(runs.c.created_at.desc(), runs.c.id).limit(limit)
        return [_to_run(row._mapping) for row in self._rows(newest)]


class RunJournal(Handle):
    """What one worker writes. Several writes are one transaction; one that fails does not sink the others."""

    def __init__(self, engine: Engine, worker: str) -> None:
        super().__init__(engine)
        self.worker = worker

    def write(self, jobs: Sequence[Callable[[Connection], Any]]) -> list[Any]:
        """Do these writes in one transaction that is on the disk when it ends; gives results or errors."""
        gave: list[Any] = []
        with writing(self._engine, sturdy=True) as connection:
            for job in jobs:
                try:  # both errors come before a job has written anything, so nothing of it must be undone
                    gave.append(job(connection))
                except (RunLost, RunUnderWay, QuotaSpent) as error:
                    gave.append(error)
        return gave

    def begin(self, connection: Connection, run: StoredRun, name: str) -> StoredRun:
        """Write a new run down as ours, and its conversation; one that waited for its user has its reply now."""
        talk = {"tenant": run.tenant, "conversation": run.conversation}
        busy, waiting, newest = connection.execute(_STANDS, talk).one()
        if busy:
            raise RunUnderWay(run.conversation)
        TenantUsage(self._engine, run.tenant, connection).begin()
        if waiting:
            connection.execute(_REPLIED, talk)
        asked = run.question
        TenantConversations(self._engine, run.tenant, connection).open(
            run.conversation,
            user=asked["user"]["id"],
            assistant=asked["assistant"],
            starts=asked["starts"],
            name=name,
        )
        now = time.time()
        begun = replace(run, owner=self.worker, fence=1, tries=1, created_at=now, updated_at=_behind(newest))
        connection.execute(
            _BEGIN, vars(begun) | {"question": _json(run.question), "limits": _json(run.limits)}
        )
        return begun

    def append(
        self,
        connection: Connection,
        run: StoredRun,
        records: Sequence[dict[str, Any]],
        step: StoredStep | None = None,
    ) -> list[StoredEvent]:
        """Store events of a run we hold, and the step that they led to."""
        now, fields = time.time(), {"tenant": run.tenant, "run": run.id, "conversation": run.conversation}
        held = {"now": _later(connection), "tried": 0 if step else 1}
        if (
            connection.execute(_HOLD, {**fields, **held, "owner": self.worker, "fence": run.fence}).rowcount
            != 1
        ):
            raise RunLost(run.id)
        last = int(connection.scalar(_LAST, fields) or 0)
        kept = [StoredEvent(last + n, run.id, now, record) for n, record in enumerate(records, 1)]
        if kept:
            rows = [
                {**fields, "place": event.place, "now": now, "record": _json(event.record)} for event in kept
            ]
            connection.execute(_EVENT, rows)
        if step:
            gave = {
                "gave": _json(step.gave),
                "spent": _json(step.spent),
                "event": last + len(kept),
                "now": now,
            }
            connection.execute(_STEP, {**fields, **gave, "place": step.place, "name": step.name})
        return kept

    def end(
        self, connection: Connection, run: StoredRun, records: Sequence[dict[str, Any]], ending: Ending
    ) -> list[StoredEvent]:
        """Store how a run we hold ended: its status, its turn and its last events, or none of them."""
        words = _json(ending.outcome)
        self._hold(connection, run, status=ending.status, outcome=words, updated_at=_later(connection))
        TenantUsage(self._engine, run.tenant, connection).end(ending.outcome.get("usage", {}))
        told = TenantConversations(self._engine, run.tenant, connection)
        asked, outcome = str(run.question.get("text", "")), dict(ending.outcome)
        told.add_turn(run.conversation, run.id, asked, outcome, ending.evidence, ending.waits)
        return told.add_events(run.conversation, run.id, records)

    def let_go(self, connection: Connection, run: StoredRun) -> None:
        """Leave a run for the next worker."""
        self._hold(connection, run, owner="")

    def beat(self, connection: Connection) -> None:
        """Show that we live."""
        connection.execute(update(runs).where(self._ours()).values(beats=runs.c.beats + 1))

    def to_stop(self) -> list[tuple[str, str]]:
        """Tenant and id of the runs of ours that somebody asked to end."""
        wanted = select(runs.c.tenant, runs.c.id).where(self._ours() & (runs.c.stop == 1))
        return [(tenant, run) for tenant, run in self._rows(wanted)]

    def others(self) -> dict[str, int]:
        """The owners of running runs that are not ours, and how often each has shown that it lives."""
        theirs = (runs.c.status == RUNNING) & (runs.c.owner != self.worker)
        query = select(runs.c.owner, func.sum(runs.c.beats)).where(theirs).group_by(runs.c.owner)
        return {owner: int(beats) for owner, beats in self._rows(query)}

    def newest(self) -> float:
        """The moment of what was written last."""
        with self._engine.connect() as connection:
            return connection.scalar(_NEWEST) or 0.0

    def told_elsewhere(self, since: float) -> tuple[set[tuple[str, str]], float]:
        """Tenant and conversation of runs that others have written to since a moment, and the newest moment."""
        query = select(runs.c.tenant, runs.c.conversation, runs.c.updated_at, runs.c.owner)
        rows = self._rows(query.where(runs.c.updated_at > since))
        newest = max((at for _, _, at, _ in rows), default=since)
        return {(tenant, talk) for tenant, talk, _, owner in rows if owner != self.worker}, newest

    def take_over(self, connection: Connection, owner: str, only: StoredRun | None = None) -> list[StoredRun]:
        """Make the running runs of an owner who is gone (or only this one) ours; of two who try, one gets them."""
        theirs = (runs.c.status == RUNNING) & (runs.c.owner == owner)
        if only:
            theirs &= (runs.c.tenant == only.tenant) & (runs.c.id == only.id) & (runs.c.fence == only.fence)
        ours = {"owner": self.worker, "fence": runs.c.fence + 1, "tries": runs.c.tries + 1}
        found = connection.execute(update(runs).where(theirs).values(**ours).returning(runs))
        return sorted((_to_run(row._mapping) for row in found), key=lambda run: run.created_at)

    def _ours(self) -> Any:
        return (runs.c.status == RUNNING) & (runs.c.owner == self.worker)

    def _hold(self, connection: Connection, run: StoredRun, **news: Any) -> None:
        mine = (runs.c.tenant == run.tenant) & (runs.c.id == run.id) & self._ours()
        changed = connection.execute(update(runs).where(mine & (runs.c.fence == run.fence)).values(**news))
        if changed.rowcount != 1:
            raise RunLost(run.id)


def _later(connection: Connection) -> float:
    """Now, and behind every moment written so far: what came since one of them must not hang on two servers' clocks."""
    return _behind(connection.scalar(_NEWEST))


def _behind(newest: float | None) -> float:
    return max(time.time(), (newest or 0.0) + 1e-6)


def _to_run(row: Any) -> StoredRun:
    kept = {name: row[name] for name in StoredRun.__dataclass_fields__}
    kept |= {name: _read(row[name]) for name in ("question", "limits")}
    kept["outcome"] = row["outcome"] and _read(row["outcome"])
    return StoredRun(**kept)


def _read(words: str) -> dict[str, Any]:
    """What a column holds; a damaged one holds nothing, so that it costs its own run and no list of runs."""
    try:
        held: dict[str, Any] = json.loads(words)
    except ValueError:
        return {}
    return held


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
