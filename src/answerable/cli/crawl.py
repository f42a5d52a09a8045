"""`answerable crawl`: read a site ahead of time, and show what was read, what was not, and why."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from answerable.build import House, check_starts, open_browser
from answerable.cli.terminal import shortened
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, PageFetched, PageSkipped, Tell, silence
from answerable.domain.evidence import Gap
from answerable.domain.question import User
from answerable.settings import read_settings
from answerable.sources.website.crawl import Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.reading import MOVED
from answerable.sources.website.rendering import LateRenderer
from answerable.sources.website.scope import Scope

EXIT_NOTHING_KNOWN = 3
# A crawl is not a question: somebody waits for it on purpose, or nobody does.
SECONDS = 600
# Pages shown one by one on a terminal; skipped ones are always shown, and --json tells all.
ROWS = 200
BECAME = ("fetched", "unchanged", "duplicate", "skipped")


@dataclass
class Log:
    """What happened to each page, in the order it happened."""

    pages: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    known: int = 0
    unread: list[Gap] = field(default_factory=list)  # what was not even tried, and why

    def hear(self, event: Event) -> None:
        match event:
            case PageFetched():
                self._add(event.url, _became(event), event.note, event.passages)
            case PageSkipped():
                self._add(event.url, "skipped", event.why)

    def _add(self, url: str, became: str, why: str, passages: int = 0) -> None:
        self.pages.append({"url": url, "became": became, "passages": passages, "why": why})

    def counts(self) -> Counter[str]:
        return Counter(page["became"] for page in self.pages)


def _became(event: PageFetched) -> str:
    if event.status == 304:
        return "unchanged"
    return "duplicate" if event.status == MOVED or event.note.startswith("same text") else "fetched"


@click.command(name="crawl")
@click.argument("urls", nargs=-1, required=True, metavar="URL …")
@click.option("--max-pages", type=click.IntRange(min=1), metavar="N", help="Pages that may be fetched.")
@click.option("--json", "as_json", is_flag=True, help="Print every page as JSON.")
def command(urls: tuple[str, ...], max_pages: int | None, as_json: bool) -> None:
    """Read a site ahead of time and show what was read and skipped."""
    starts = check_starts(urls)
    house = House.open(read_settings())
    pages = house.settings.website.max_pages if max_pages is None else max_pages
    log = Log()
    with _progress(pages, shown=not as_json and sys.stderr.isatty()) as moving:

        def hear(event: Event) -> None:
            log.hear(event)
            moving(event)

        asyncio.run(_crawl(house, starts, pages, log, hear))
    house.store.close()
    if as_json:
        click.echo(json.dumps(_record(log, starts), ensure_ascii=False, indent=2))
    else:
        _show(log)
    sys.exit(0 if log.known else EXIT_NOTHING_KNOWN)


async def _crawl(house: House, starts: Sequence[str], pages: int, log: Log, tell: Tell) -> None:
    """Start pages and sitemap together, then every link; what was known before counts too."""
    scope = Scope(starts, house.settings.website.allowed_domains)
    tenant = User().tenant.id
    budget = Budget(Limits(pages=pages, seconds=SECONDS), time.monotonic)
    site = Site(scope, budget, tell)
    async with house.door(starts) as door, LateRenderer(door, open_browser) as renderer:
        crawler = house.crawler(door, tenant, renderer)
        listed = [await crawler.sitemap(start, site) for start in starts]
        targets = [Target(url) for url in (*starts, *(url for urls in listed for url in urls))]
        gaps = await crawler.crawl(targets, site, follow=True)
    kept = house.store.pages(tenant).of_hosts(scope.hosts)
    log.known = sum(not page.twin_of and not scope.objection(page.url) for page in kept)
    log.seconds = budget.spent("seconds")
    log.unread = [gap for gap in gaps if "://" not in gap.asked]


@contextmanager
def _progress(pages: int, *, shown: bool) -> Iterator[Tell]:
    """A bar on a terminal; silence elsewhere."""
    if not shown:
        yield silence
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading …", total=pages)

        def hear(event: Event) -> None:
            if isinstance(event, PageFetched | PageSkipped):
                words = escape(shortened(event.url, 60))
                bar.update(task, advance=isinstance(event, PageFetched), description=words)

        yield hear


def _show(log: Log) -> None:
    console = Console(highlight=False)
    if console.is_terminal:
        skipped = [page for page in log.pages if page["became"] == "skipped"]
        shown = [page for page in log.pages if page["became"] != "skipped"][:ROWS] + skipped
        console.print(_table(shown))
        if len(log.pages) > len(shown):
            console.print(f"[dim]and {len(log.pages) - len(shown)} more; --json tells all[/dim]")
    else:
        for page in log.pages:
            why = f" ({page['why']})" if page["why"] else ""
            console.print(escape(f"{page['became']:10}{page['url']}{why}"), soft_wrap=True)
    for gap in log.unread:
        console.print(f"{gap.asked} not read: {gap.why}", soft_wrap=True)
    counts = log.counts()
    numbers = [f"{counts[name]} {name}" for name in BECAME]
    known = f"{log.known} pages of the site are known"
    console.print(" · ".join([*numbers, f"{log.seconds:.1f} s", known]), soft_wrap=True)


def _table(pages: Sequence[dict[str, Any]]) -> Table:
    table = Table("page", "became", "passages", "why", box=None, pad_edge=False)
    for page in pages:
        table.add_row(escape(page["url"]), page["became"], str(page["passages"] or ""), escape(page["why"]))
    return table


def _record(log: Log, starts: Sequence[str]) -> dict[str, Any]:
    return {
        "starts": list(starts),
        "pages": log.pages,
        "counts": dict(log.counts()),
        "unread": [{"asked": gap.asked, "why": gap.why} for gap in log.unread],
        "known": log.known,
        "seconds": round(log.seconds, 3),
    }
