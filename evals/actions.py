"""The bookstore's tier 1, every scenario four times, and the long random walk over its tools.

python evals/actions.py [calls of the walk] [seed]  exits 1 when a scenario fails, runs differ or an effect is forbidden
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from walks import Wanderer

from answerable.assistants.folder import SHIPPED
from answerable.evals.scenarios import Theatre, read_scenarios
from answerable.settings import read_settings

TIMES = 4
CALLS = 100_000
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # a disk in memory, where there is one


async def tier_one() -> int:
    scenarios = read_scenarios(SHIPPED / "bookstore" / "evals.jsonl")
    once = every = differ = 0
    with tempfile.TemporaryDirectory() as folder, Theatre(read_settings({}), Path(folder)) as theatre:
        for scenario in scenarios:
            played = [await theatre.play(scenario) for _ in range(TIMES)]
            once += not played[0].failures
            every += not any(one.failures for one in played)
            differ += len({one.transcript for one in played}) > 1
            for failure in dict.fromkeys(words for one in played for words in one.failures):
                print(f"  {scenario.id}: {failure}")
    print(
        f"tier 1: {len(scenarios)} scenarios, pass^1 {once}, pass^{TIMES} {every}, runs that differ {differ}"
    )
    return len(scenarios) - every + differ


async def walk(calls: int = CALLS, seed: int = 11) -> int:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        walker = Wanderer(Path(folder), seed)
        for so_far in (*range(CALLS, calls, CALLS), calls):  # a long one says where it is
            await walker.wander(so_far)
            print(f"  {walker.calls} calls, {len(walker.forbidden)} forbidden", flush=True)
        walker.close()
    print(
        f"walk: {walker.calls} calls, {walker.refused} refused, {walker.effects} effects, "
        f"{len(walker.forbidden)} forbidden"
    )
    for words in walker.forbidden[:10]:
        print(f"  {words}")
    return len(walker.forbidden)


if __name__ == "__main__":
    wrong = asyncio.run(tier_one())
    wrong += asyncio.run(walk(*map(int, sys.argv[1:3])))
    sys.exit(1 if wrong else 0)
