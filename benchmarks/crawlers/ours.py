"""Answerable: fetch, extract, keep and index, with every rule and limit in force."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from measure import Meter

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, PageFetched
from answerable.net import AddressRules, Door, Pace
from answerable.sources.website.crawl import Crawler, CrawlLimits, Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.store import Store


async def crawl(start: str, home: Path) -> None:
    store = Store.open(home)
    fetched: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, PageFetched):
            fetched.append(event.url)

    door = Door(
        agent="Answerable/benchmark",
        rules=AddressRules.for_starts([start]),
        pace=Pace(per_host=16, overall=16),
    )
    async with door:
        limits = CrawlLimits(max_links_per_page=2_000, max_depth=50, per_host=16)
        crawler = Crawler(door, store.pages("benchmark"), limits, time.time)
        site = Site(Scope([start]), Budget(Limits(pages=None, seconds=None), time.monotonic), hear)
        meter = Meter()
        await crawler.crawl([Target(start)], site, follow=True)
        meter.report(len(fetched))
    store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(crawl(sys.argv[1], Path(folder)))
