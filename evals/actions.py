"""The long random walk over the bookstore's tools; `answerable eval run` plays its scenarios.

python evals/actions.py [calls of the walk] [seed]     exits 1 when an effect was forbidden
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from walks import Wanderer

CALLS = 100_000
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # a disk in memory, where there is one


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
    sys.exit(bool(asyncio.run(walk(*map(int, sys.argv[1:3])))))
