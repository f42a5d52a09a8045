"""T13: nothing happens twice. Processes are killed at any moment of a call and resumed; threads race for one right.

python evals/doubles.py [kills] [races]     exits 1 when an effect happened twice, or got lost without being in doubt

The tool's side keeps its own book: one line per effect, written with O_APPEND, whatever the desk believes. A tool that
knows keys writes a key once; one that does not writes whenever it is called.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from answerable.domain.calls import Call, Effect, Permit
from answerable.domain.question import Question
from answerable.errors import ToolRefused
from answerable.store import Store
from answerable.tools import Gave, Tool, tool
from answerable.tools.desk import PermitDesk

KILLS, RACES = 30_000, 10_000
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
# A whole call takes about two milliseconds here; half the deaths come at a random moment of it, half at a chosen place.
MOMENT_SECONDS = 0.004
PLACES = ("before", "after", "any", "any")
# A disk in memory, where there is one: a killed process loses nothing of it, and it is fast.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
FRESH_EVERY = 500  # calls of one store, so that its journal stays as long as a day's and not a year's


@tool(effect=Effect.WRITE, once_per=("to",))
def deliver(permit: Permit, to: str) -> Gave:
    """Deliver something."""
    return Gave({"to": to, "permit": permit.id})


class Book:
    """The tool's own side: what really happened."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, key: str, to: str, *, knows_keys: bool) -> None:
        line = os.open(self._path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        fcntl.flock(line, fcntl.LOCK_EX)  # looking for the key and writing it are one step; death lets go
        if not (knows_keys and f"{key} {to}\n" in self.read()):
            os.write(line, f"{key} {to}\n".encode())
        os.close(line)

    def read(self) -> list[str]:
        return self._path.read_text(encoding="utf-8").splitlines(keepends=True) if self._path.exists() else []

    def effects(self) -> Counter[str]:
        return Counter(line.split()[1] for line in self.read())


async def call(store: Store, book: Book, to: str, run: str, one: Tool, dies: str = "") -> str:
    """One call as a run makes it; "made" or the refusal's code."""

    async def act(permit: Permit) -> Gave:
        if dies == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        book.write(permit.id, to, knows_keys=one.idempotent)
        if dies == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return Gave({"to": to})

    question = Question(f"deliver to {to}", f"talk-{to}", run, NOW)
    try:
        await PermitDesk(store.permits("local")).do(one, Call("deliver", {"to": to}), question, act)
    except ToolRefused as refused:
        return refused.code
    return "made"


def die(store: Store, book: Book, to: str, one: Tool, dies: str) -> None:
    """A child that makes the call and is killed: at its place, or at a random moment by its parent."""
    store.close()  # no connection crosses the fork; both sides open their own
    child = os.fork()
    if child == 0:
        asyncio.run(call(store, book, to, "run", one, dies))
        os._exit(0)
    if dies == "any":
        time.sleep(random.random() * MOMENT_SECONDS)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def kill(kills: int) -> int:
    """Kill, resume, ask again in a new run; then look into the book."""
    wrong, doubts, died = 0, 0, 0
    while died < kills:
        with tempfile.TemporaryDirectory(dir=MEMORY) as name:
            folder = Path(name)
            store, book = Store.open(folder), Book(folder / "book")
            part = min(FRESH_EVERY, kills - died)
            ends: dict[str, tuple[bool, str, str]] = {}
            for n in range(part):
                one, dies = replace(deliver, idempotent=n % 2 == 0), random.choice(PLACES)
                to = f"to{n}"
                die(store, book, to, one, dies)
                resumed = asyncio.run(call(store, book, to, "run", one))
                anew = asyncio.run(call(store, book, to, "another", one))
                ends[to] = (one.idempotent, resumed, anew)
            store.close()
            effects = book.effects()
            for to, (repeatable, resumed, anew) in ends.items():
                doubts += resumed == "in_doubt"
                lost = resumed == "made" and effects[to] == 0
                odd = (repeatable and resumed != "made") or anew not in ("already_initiated", "in_doubt")
                wrong += effects[to] > 1 or lost or odd
                if effects[to] > 1 or lost or odd:
                    print(f"  {to}: {effects[to]} effects, {resumed}, then {anew}")
            died += part
    print(f"kills: {died}, wrong {wrong}, in doubt {doubts} (only tools that know no keys)", flush=True)
    return wrong


def race(races: int) -> int:
    """Two threads with a store each want the same; one right, one effect, whoever comes first."""
    wrong = 0
    for begin in range(0, races, FRESH_EVERY):
        part = min(FRESH_EVERY, races - begin)
        with tempfile.TemporaryDirectory(dir=MEMORY) as name:
            folder, door = Path(name), threading.Barrier(2)
            Store.open(folder).close()

            def rival(
                run: str, folder: Path = folder, door: threading.Barrier = door, part: int = part
            ) -> None:
                store, book = Store.open(folder), Book(folder / "book")
                for n in range(part):
                    one = replace(deliver, idempotent=n % 2 == 0)
                    door.wait()
                    # Half of them are one run that two workers walk, half are two runs (two tabs, a double click).
                    mine = "run" if n % 4 < 2 else run
                    asyncio.run(call(store, book, f"to{n}", mine, one))
                store.close()

            rivals = [threading.Thread(target=rival, args=(name,)) for name in ("one", "two")]
            for one in rivals:
                one.start()
            for one in rivals:
                one.join()
            effects = Book(folder / "book").effects()
            wrong += sum(count != 1 for count in effects.values()) + part - len(effects)
    print(f"races: {races}, wrong {wrong}", flush=True)
    return wrong


if __name__ == "__main__":
    counts = [int(words) for words in sys.argv[1:]]
    failed = kill(counts[0] if counts else KILLS) + race(counts[1] if counts[1:] else RACES)
    sys.exit(1 if failed else 0)
