"""Runs and what each recorded: for a tenant to read, and for the one process that walks them to write.

A writer holds a run by its owner and fence. Both are checked in the transaction that writes, so that a worker
that was thought dead and comes back writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Engine, Index, func, insert, select, text, update

from answerable.domain.evidence import Evidence
from answerable.errors import QuotaSpent
from answerable.store.conversations import StoredEvent, TenantConversations, events
from answerable.store.handle import Handle, TenantHandle, writing
from answerable.store.schema import FrailJson, table_of
from answerable.store.usage import TenantUsage

# What every run writes is said by statements that are built once, as in store/conversations.py.
# How a conversation stands, and the moment written last: one look, as fifty runs may begin in one transaction.
_STANDS = text(
    "SELECT max(status = 'running'), max(status = 'waiting'), (SELECT max(updated_at) FROM runs)"
    " FROM runs WHERE tenant = :tenant AND conversation = :conversation"
)
_REPLIED = text(
    "UPDATE runs SET status = 'completed'"
    " WHERE tenant = :tenant AND conversation = :conversation AND status = 'waiting'"
)
_HOLD = text(
    "UPDATE runs SET updated_at = :now, tries = tries * :tried"
    " WHERE tenant = :tenant AND id = :run AND owner = :owner AND fence = :fence AND status = 'running'"
)
_NEWEST = text("SELECT max(updated_at) FROM runs")

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
    question: Mapping[str, Any]  # whole, so that another process can go on
    limits: Mapping[str, Any] = field(default_factory=dict)  # what it may spend
    status: str = RUNNING
    owner: str = ""  # the worker that walks it, or "" when it waits for one
    fence: int = 0  # counts owners: whoever holds an older number may write nothing
    tries: int = 0  # owners since it last made progress
    beats: int = 0  # grows while its owner lives
    stop: int = 0  # 1 when somebody asked that it ends
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
    event: int = 0  # the last that was stored before it


runs = table_of(
    "runs",
    StoredRun,
    key=("id",),
    also={"question": FrailJson, "limits": FrailJson, "outcome": FrailJson | None},
)
Index("runs_by_conversation", runs.c.tenant, runs.c.conversation)
Index("runs_by_owner", runs.c.status, runs.c.owner)
Index("runs_by_time", runs.c.updated_at)
steps = table_of(
    "steps",
    StoredStep,
    key=("run", "place"),
    also={"run": str, "conversation": str, "created_at": float},
)
_BEGIN, _STEP = insert(runs), insert(steps)


@dataclass(frozen=True)
class Ending:
    """Everything that is written in one go when a run is over."""

    status: str
    outcome: Mapping[str, Any]
    evidence: Sequence[Evidence] = ()
    waits: Mapping[str, Any] = field(default_factory=dict)


class TenantRuns(TenantHandle):
    def get(self, run: str) -> StoredRun | None:
        return self._noun(StoredRun, runs, self._mine(runs, id=run))

    def latest(self, *, conversation: str = "", status: str = "", limit: int = 100) -> list[StoredRun]:
        """The newest runs first; of one conversation or status when one is named."""
        mine = self._among(runs, conversation=conversation, status=status)
        return self._nouns(StoredRun, runs, mine, runs.c.created_at.desc(), runs.c.id, limit=limit)

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
        connection.execute(_BEGIN, vars(begun))
        return begun

    def keep(self, run: StoredRun, recorded: Sequence[StoredStep], ending: Ending) -> None:
        """Store a run that was walked without a journal and has ended: nobody takes it up, anybody can replay it."""
        of = {"tenant": run.tenant, "run": run.id, "conversation": run.conversation}
        with writing(self._engine) as connection:
            ended = {"status": ending.status, "outcome": dict(ending.outcome), "owner": self.worker}
            connection.execute(_BEGIN, vars(run) | ended | {"updated_at": _later(connection)})
            for step in recorded:
                connection.execute(_STEP, of | vars(step) | {"created_at": run.created_at})

    def append(
        self,
        connection: Connection,
        run: StoredRun,
        records: Sequence[dict[str, Any]],
        step: StoredStep | None = None,
    ) -> list[StoredEvent]:
        """Store events of a run we hold, and the step that they led to."""
        mine = {"tenant": run.tenant, "run": run.id}
        held = {
            "owner": self.worker,
            "fence": run.fence,
            "now": _later(connection),
            "tried": 0 if step else 1,
        }
        if connection.execute(_HOLD, mine | held).rowcount != 1:
            raise RunLost(run.id)
        told = TenantConversations(self._engine, run.tenant, connection)
        kept = told.add_events(run.conversation, run.id, records)
        if step:
            last = kept[-1].place if kept else told.last_event(run.conversation)
            at = {"conversation": run.conversation, "event": last, "created_at": time.time()}
            connection.execute(_STEP, mine | vars(step) | at)
        return kept

    def end(
        self, connection: Connection, run: StoredRun, records: Sequence[dict[str, Any]], ending: Ending
    ) -> list[StoredEvent]:
        """Store how a run we hold ended: its status, its turn and its last events, or none of them."""
        asked, outcome = str(run.question.get("text", "")), dict(ending.outcome)
        self._hold(connection, run, status=ending.status, outcome=outcome, updated_at=_later(connection))
        TenantUsage(self._engine, run.tenant, connection).end(outcome.get("usage", {}))
        told = TenantConversations(self._engine, run.tenant, connection)
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
        return self._value(_NEWEST) or 0.0

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
        return sorted((StoredRun(**row._mapping) for row in found), key=lambda run: run.created_at)

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
