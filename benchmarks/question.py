"""What one question costs a process that knows the site: CPU at 25,000 indexed passages, and when it is asked again.

    python benchmarks/question.py                       two documentation sites of Debian, read whole
    python benchmarks/question.py --site NAME=FOLDER    any folders of pages that start at index.html

Questions go the whole walk, from words to outcome, as `answerable ask` does. Exits with 1 when a bound is passed.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from crawl import SITES, served

from answerable.asking import answer
from answerable.build import House
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.settings import Settings
from answerable.sources.website.crawl import Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope

PASSAGES = 25_000
MOST_CPU = 0.300  # of one question, after warm-up, with so many passages
MOST_WORK = 0.25  # of a question that was asked before, after a whole crawl
TENANT = "local"
QUESTIONS = (
    "How do I create a temporary table?",
    "What is the default value of max_connections?",
    "How can I read a file line by line?",
    "Which function returns the current date and time?",
    "What is the difference between a list and a tuple?",
    "How do I restore a dump?",
    "When was asyncio.TaskGroup added?",
    "Can a view be updated?",
    "How do I sort a dictionary by its values?",
    "Who may create extensions?",
)


@dataclass(frozen=True)
class Cost:
    cpu: float
    wall: float


async def crawl(house: House, starts: Sequence[str]) -> int:
    """Read the sites whole; says how many passages are known after that."""
    scope = Scope(starts)
    site = Site(scope, Budget(Limits(pages=None, seconds=None), time.monotonic), silence)
    async with house.door(starts) as door:
        await house.crawler(door, TENANT).crawl([Target(start) for start in starts], site, follow=True)
    pages = house.store.pages(TENANT)
    return pages.count([page.id for page in pages.of_hosts(scope.hosts)])


async def cost_of(house: House, question: str, starts: Sequence[str], conversation: str) -> Cost:
    cpu, wall = time.process_time(), time.perf_counter()
    await answer(house, question, starts=starts, conversation=conversation)
    return Cost(time.process_time() - cpu, time.perf_counter() - wall)


async def measure(house: House, starts: Sequence[str]) -> bool:
    """Ask everything once after a warm-up, then once more; says whether the bounds hold."""
    passages = await crawl(house, starts)
    first = await cost_of(house, QUESTIONS[0], starts, "warm-up")
    fresh = [await cost_of(house, text, starts, f"first {n}") for n, text in enumerate(QUESTIONS)]
    again = [await cost_of(house, text, starts, f"again {n}") for n, text in enumerate(QUESTIONS)]
    print(f"{passages} passages; warm-up (vectors are computed and kept) {first.cpu:.2f} s of CPU")
    held = passages >= PASSAGES
    if not held:
        print(f"fewer than {PASSAGES} passages: give more sites")
    for words, costs, bound in (("a question", fresh, MOST_CPU), ("asked again", again, MOST_WORK)):
        cpu = statistics.median(cost.cpu for cost in costs)
        slowest = max(cost.cpu for cost in costs)
        wall = statistics.median(cost.wall for cost in costs)
        good = cpu <= bound
        held = held and good
        print(
            f"{words:12} CPU {1000 * cpu:5.0f} ms (<= {1000 * bound:.0f}: {'yes' if good else 'NO'}),"
            f" slowest {1000 * slowest:5.0f} ms, wall {1000 * wall:5.0f} ms"
        )
    return held


def main() -> None:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--site", action="append", default=[], metavar="NAME=FOLDER")
    options = parser.parse_args()
    named = [Path(one.split("=", 1)[1]) for one in options.site] or list(SITES.values())
    folders = [folder for folder in named if (folder / "index.html").is_file()]
    if not folders:
        raise SystemExit("No site: install python3-doc and postgresql-doc-15, or give --site NAME=FOLDER.")
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        starts = [stack.enter_context(served(folder)) for folder in folders]
        house = House.open(replace(Settings(), home=Path(home)))
        held = asyncio.run(measure(house, starts))
        house.store.close()
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
