"""Kills a process that walks a run, at every point that matters, and lets another process go on.

Run as a script, so that it can fork: each child is a process of its own that opens the home, walks, and is killed
with SIGKILL at its n-th tick. Ticks stand before and after every write to the journal, every permit and every
effect. Prints one JSON line for each way to die.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell
from answerable.domain.evidence import Findings, Gap, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.runs.runs import Runs
from answerable.stages.base import Seat
from answerable.store import Store
from answerable.store.permits import ISSUED, USED, StoredCall
from answerable.store.runs import RunJournal
from answerable.testing.house import FakeHouse, FakeSource

WAVES = (["a", "b"], ["c"], ["f"])  # the reads, as they share a record


class Death:
    """Comes at one tick of this process, or never."""

    at = 0
    ticks = 0

    @classmethod
    def tick(cls) -> None:
        cls.ticks += 1
        if cls.ticks == cls.at:
            os.kill(os.getpid(), signal.SIGKILL)


class MortalJournal(RunJournal):
    def write(self, jobs: Sequence[Callable[[Any], Any]]) -> list[Any]:
        Death.tick()
        gave = super().write(jobs)
        Death.tick()
        return gave


class MortalStore(Store):
    def journal(self, worker: str) -> RunJournal:
        return MortalJournal(self._engine, worker)


class World:
    """The other side of every read and call: it counts what really happened to it."""

    def __init__(self, home: Path) -> None:
        self._path = home / "world.db"
        with closing(sqlite3.connect(self._path)) as db, db:
            db.execute("CREATE TABLE IF NOT EXISTS happened (what TEXT, key TEXT UNIQUE)")

    def happen(self, what: str, key: str | None = None) -> None:
        """Something is done; with a key only once, as a service does that is sent an idempotency key."""
        with closing(sqlite3.connect(self._path)) as db, db:
            db.execute("INSERT OR IGNORE INTO happened VALUES (?, ?)", (what, key))
        Death.tick()

    def counted(self) -> dict[str, int]:
        with closing(sqlite3.connect(self._path)) as db, db:
            return dict(db.execute("SELECT what, count(*) FROM happened GROUP BY what"))


class CountedSource(FakeSource):
    """A source, and two tools behind the same door, of the world that counts."""

    def __init__(self, name: str, world: World, store: Store) -> None:
        super().__init__(name, f"{name} says 30 days.")
        self._world, self._permits = world, store.permits("local")

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        budget.spend("queries")
        if task.verb != "call":
            self._world.happen(task.id)
        elif task.id == "e":
            self._world.happen(task.id, f"{question.run}/{task.id}")
        elif not self._call_once(task, question):
            return Findings(gaps=(Gap(task.id, "in doubt"),))
        return await super().read(task, question, budget, tell)

    def _call_once(self, task: Task, question: Question) -> bool:
        """A tool that would do it twice when asked twice: only its permit stands before that."""
        key = f"{question.run}/{task.id}"
        where: dict[str, Any] = {"conversation": question.conversation, "user": "me", "run": question.run}
        what: dict[str, Any] = {"tool": task.id, "effect": "write", "arguments": {}, "digest": task.id}
        call = StoredCall(id=key, **where, **what, state=ISSUED, at=1.0)
        held = self._permits.issue(call, (), lambda _: None, 0.0)
        Death.tick()
        if held is not call:
            return held.state == USED
        self._world.happen(task.id)
        self._permits.end(key, USED)
        return True


class TwoRounds:
    """First reads side by side and one that waits for them, then two calls; asks a person where one is in doubt."""

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if Gap("d", "in doubt") in ledger.gaps:
            return Plan(
                Decision.ASK, reason="in_doubt", says="Was it done?", choices=(("Yes", "y"), ("No", "n"))
            )
        match len(ledger.plans):
            case 0:
                return Plan(Decision.ACT, (_task("a"), _task("b", "two"), _task("c", needs=("a", "b"))))
            case 1:
                calls = (_task("d", "two", verb="call"), _task("e", verb="call", needs=("d",)))
                return Plan(Decision.ACT, (*calls, _task("f", "two")))
        return Plan(Decision.ENOUGH, why="content")


def _task(name: str, source: str = "one", *, verb: str = "look", needs: tuple[str, ...] = ()) -> Task:
    return Task(name, source, verb, "How long?", needs=needs)


async def live(home: Path) -> None:
    """Start the run of this home if it has none, otherwise go on with it; ends with the run."""
    store, world = MortalStore.open(home), World(home)
    sources = [CountedSource(name, world, store) for name in ("one", "two")]
    fakes = FakeHouse(*sources, plan=TwoRounds())

    @asynccontextmanager
    async def open_engine(question: Question) -> AsyncIterator[Engine]:
        yield fakes.engine

    over = asyncio.Event()

    def heard(where: tuple[str, str], events: Sequence[Any]) -> None:
        if any(told.record["event"] == "OutcomeSettled" for told in events):
            over.set()

    runs = Runs(store, open_engine, heard)
    known = store.runs("local").get("run")
    if known is None:
        runs.start(fakes.question("How long?"), Limits(), "How long?")
    elif known.status != "running":
        over.set()
    runs.begin()
    async with asyncio.timeout(20):
        await over.wait()
    await runs.close(5)


def process(home: Path, death: int) -> bool:
    """One process; True when it was killed, False when it lived to the end of the run."""
    pid = os.fork()
    if pid == 0:
        Death.at = death
        asyncio.run(live(home))
        os._exit(0)
    return killed(pid, home)


def killed(pid: int, home: Path) -> bool:
    """Wait for a process; True when it was killed."""
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return True
    if status:
        sys.exit(f"{home}: a process ended with {status}")
    return False


def die(home: Path, deaths: Sequence[int]) -> dict[str, Any] | None:
    """Die these deaths one after the other, then live; None when the run was over before the first."""
    home.mkdir()
    if not process(home, deaths[0]):
        return None
    for death in deaths[1:]:
        process(home, death)
    before, done = World(home).counted(), recorded(home)
    process(home, 0)
    after = World(home).counted()
    return {
        "deaths": deaths,
        "again": [t for t in done if after[t] > before[t]],
        "happened": after,
        **told(home),
    }


def recorded(home: Path) -> list[str]:
    """The reads that a run has on record."""
    steps = Store.open(home).runs("local").steps("run")
    acts = sum(step.name == "act" for step in steps)
    return [name for wave in WAVES[:acts] for name in wave]


def told(home: Path) -> dict[str, Any]:
    store = Store.open(home)
    run = store.runs("local").get("run")
    talk = store.conversations("local")
    return {
        "status": run and run.status,
        "outcome": run and run.outcome,
        "events": [told.record for told in talk.events("talk")],
        "turns": len(talk.told("talk")),
    }


def main(place: Path) -> None:
    """Every first death; behind every sixth of them two more, of the processes that come to the rescue."""
    number = 0
    for first in range(1, 200):
        for more in ([], [3, 2]) if first % 6 == 0 else ([],):
            number += 1
            said = die(place / str(number), [first, *more])
            if said is None:
                return
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
