"""`answerable crawl`: read a site ahead of time, and show what was read, what was not, and why."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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


@click.command(name="crawl")
@click.argument("urls", nargs=-1, required=True, metavar="URL …")
@click.option("--max-pages", type=click.IntRange(min=1), metavar="N", help="Pages that may be fetched.")
@click.option("--json", "as_json", is_flag=True, help="Print every page as JSON.")
def command(urls: tuple[str, ...], max_pages: int | None, as_json: bool) -> None:
    """Read a site ahead of time and show what was read and skipped."""
    starts = check_starts(urls)
    house = House.open(read_settings())
    pages = house.settings.website.max_pages if max_pages is None else max_pages
    with _progress(pages, shown=not as_json and sys.stderr.isatty()) as tell:
        told = asyncio.run(_crawl(house, starts, pages, tell))
    house.store.close()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        _show(told)
    sys.exit(0 if told["known"] else EXIT_NOTHING_KNOWN)


async def _crawl(house: House, starts: Sequence[str], pages: int, tell: Tell) -> dict[str, Any]:
    """Start pages and sitemap together, then every link; what was known before counts too."""
    seen: list[dict[str, Any]] = []

    def hear(event: Event) -> None:
        if isinstance(event, PageFetched | PageSkipped):
            seen.append(_became(event))
        tell(event)

    scope = Scope(starts, house.settings.website.allowed_domains)
    tenant = User().tenant.id
    budget = Budget(Limits(pages=pages, seconds=SECONDS), time.monotonic)
    site = Site(scope, budget, hear)
    async with house.door(starts) as door, LateRenderer(door, open_browser) as renderer:
        crawler = house.crawler(door, tenant, renderer)
        listed = [await crawler.sitemap(start, site) for start in starts]
        targets = [Target(url) for url in (*starts, *(url for urls in listed for url in urls))]
        gaps = await crawler.crawl(targets, site, follow=True)
    kept = house.store.pages(tenant).of_hosts(scope.hosts)
    return {
        "starts": list(starts),
        "pages": seen,
        "counts": dict(Counter(page["became"] for page in seen)),
        # What was not even tried, and why.
        "unread": [{"asked": gap.asked, "why": gap.why} for gap in gaps if "://" not in gap.asked],
        "known": sum(not page.twin_of and not scope.objection(page.url) for page in kept),
        "seconds": round(budget.spent("seconds"), 3),
    }


def _became(event: PageFetched | PageSkipped) -> dict[str, Any]:
    """What happened to a page."""
    if isinstance(event, PageSkipped):
        return {"url": event.url, "became": "skipped", "passages": 0, "why": event.why}
    twin = event.status == MOVED or event.note.startswith("same text")
    became = "unchanged" if event.status == 304 else "duplicate" if twin else "fetched"
    return {"url": event.url, "became": became, "passages": event.passages, "why": event.note}


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


def _show(told: dict[str, Any]) -> None:
    console, pages = Console(highlight=False), told["pages"]
    if console.is_terminal:
        skipped = [page for page in pages if page["became"] == "skipped"]
        shown = [page for page in pages if page["became"] != "skipped"][:ROWS] + skipped
        console.print(_table(shown))
        if len(pages) > len(shown):
            console.print(f"[dim]and {len(pages) - len(shown)} more; --json tells all[/dim]")
    else:
        for page in pages:
            why = f" ({page['why']})" if page["why"] else ""
            console.print(escape(f"{page['became']:10}{page['url']}{why}"), soft_wrap=True)
    for gap in told["unread"]:
        console.print(f"{gap['asked']} not read: {gap['why']}", soft_wrap=True)
    numbers = [f"{told['counts'].get(name, 0)} {name}" for name in BECAME]
    known = f"{told['known']} pages of the site are known"
    console.print(" · ".join([*numbers, f"{told['seconds']:.1f} s", known]), soft_wrap=True)


def _table(pages: Sequence[dict[str, Any]]) -> Table:
    table = Table("page", "became", "passages", "why", box=None, pad_edge=False)
    for page in pages:
        table.add_row(escape(page["url"]), page["became"], str(page["passages"] or ""), escape(page["why"]))
    return table
