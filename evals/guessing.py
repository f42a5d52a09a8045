"""T14: nobody finds out which orders exist. Somebody else's order and no order at all look the same, and take as long.

python evals/guessing.py [tries of each kind]     exits 1 when a body differs, or the times tell the two apart
"""

from __future__ import annotations

import asyncio
import math
import random
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from answerable.assistants.folder import SHIPPED, read_assistant
from answerable.build.dialog import read_kit
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.plan import Task
from answerable.domain.question import Question, User
from answerable.sandbox.bookstore import build_bookstore
from answerable.store import Store
from answerable.tools.desk import PermitDesk
from answerable.tools.source import ToolSource

TRIES = 10_000
ORDERS = 300
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
STRANGER = "stranger@example.org"
# A disk in memory, where there is one: what is measured is our code, not the machine's disk.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


@dataclass
class Seen:
    """What a stranger sees of one kind of miss."""

    bodies: set[str] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)


async def guess(tries: int, seed: int = 14) -> tuple[Seen, Seen]:
    """Guess others' orders and orders that do not exist, in random order, through the permit desk."""
    chance, theirs, nobodys = random.Random(seed), Seen(), Seen()
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        build_bookstore(folder / "bookstore.db", orders=ORDERS)
        kit = read_kit(read_assistant(SHIPPED / "bookstore"), folder)
        store = Store.open(folder)
        desk = PermitDesk(store.permits("local"), kit.dialog.hear)
        look = ToolSource(kit.tools["lookup_order"], kit.world, desk, kit.dialog.sentences)
        kinds = [theirs, nobodys] * tries
        chance.shuffle(kinds)
        for number, seen in enumerate(kinds):
            order = f"BK-{1001 + chance.randrange(ORDERS) + (5_000 if seen is nobodys else 0)}"
            # A new visitor each time: whoever guesses five times is locked out (tests/tools/test_desk.py).
            question = Question(f"{order} {STRANGER}", f"c{number}", f"r{number}", NOW, User(f"u{number}"))
            asked = Task("t", "lookup_order", "call", "", arguments={"order_id": order, "email": STRANGER})
            began = perf_counter()
            found = await look.read(asked, question, Budget(Limits(), lambda: 0.0), silence)
            seen.seconds.append(perf_counter() - began)
            seen.bodies.add(repr(found))
        store.close()
    return theirs, nobodys


def kolmogorov(one: list[float], other: list[float]) -> float:
    """How likely two samples of one distribution lie as far apart as these (two-sample Kolmogorov-Smirnov test)."""
    merged = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    below, apart = [0, 0], 0.0
    for place, (value, which) in enumerate(merged):
        below[which] += 1
        if place + 1 == len(merged) or merged[place + 1][0] != value:
            apart = max(apart, abs(below[0] / len(one) - below[1] / len(other)))
    root = math.sqrt(len(one) * len(other) / (len(one) + len(other)))
    reach = (root + 0.12 + 0.11 / root) * apart
    if reach < 0.2:  # the series does not converge there, and the answer is one
        return 1.0
    terms = [(-1.0) ** (k - 1) * math.exp(-2 * (k * reach) ** 2) for k in range(1, 101)]
    return min(1.0, max(0.0, 2 * math.fsum(terms)))


def verdict(theirs: Seen, nobodys: Seen) -> int:
    """Say what was seen; the number of ways to tell the two apart."""
    bodies = theirs.bodies | nobodys.bodies
    apart = abs(median(theirs.seconds) - median(nobodys.seconds))
    likely = kolmogorov(theirs.seconds, nobodys.seconds)
    print(
        f"guesses: {len(theirs.seconds)} of each kind, {len(bodies)} body, medians {1000 * apart:.3f} ms apart, "
        f"Kolmogorov-Smirnov p = {likely:.3f}"
    )
    return (len(bodies) != 1) + (apart >= 0.001) + (likely <= 0.01)


if __name__ == "__main__":
    seen = asyncio.run(guess(int(sys.argv[1]) if sys.argv[1:] else TRIES))
    sys.exit(1 if verdict(*seen) else 0)
