"""A small website on loopback, written by the test, and a crawl of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, PageFetched, PageSkipped
from answerable.domain.evidence import Gap
from answerable.net import AddressRules, Door, FetchLimits
from answerable.sources.website.crawl import Crawler, CrawlLimits, Renderer, Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.store import StoredPage, TenantPages

Answer = str | web.Response | Callable[[web.Request], Awaitable[web.StreamResponse]]
AGENT = "Answerable/test"


def page(title: str, *links: str, text: str = "", head: str = "") -> str:
    """A whole page with a paragraph of its own and a list of links."""
    items = "".join(f'<li><a href="{link}">to {link}</a></li>' for link in links)
    words = text or f"This is what the page {title} has to say, and nobody else says it."
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head>'
        f"<body><main><h1>{title}</h1><p>{words}</p></main><ul>{items}</ul></body></html>"
    )


@dataclass
class SmallSite:
    """The server: what it answers, where it is, and what was asked of it."""

    answers: dict[str, Answer]
    url: str = ""
    hits: Counter[str] = field(default_factory=Counter)
    requests: list[web.Request] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.hits[request.path_qs] += 1
        self.requests.append(request)
        names = (request.path_qs, request.path, "*")
        found = next((self.answers[name] for name in names if name in self.answers), None)
        if callable(found):
            return await found(request)
        if isinstance(found, str):
            return web.Response(text=found, content_type="text/html")
        if isinstance(found, web.Response):
            return web.Response(status=found.status, headers=found.headers, body=found.body)
        return web.Response(status=404, text="no such page")


@asynccontextmanager
async def serve(answers: dict[str, Answer]) -> AsyncIterator[SmallSite]:
    site = SmallSite(answers)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", site.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    site.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield site
    finally:
        await runner.cleanup()


@dataclass
class Crawled:
    """How a crawl ended."""

    gaps: list[Gap]
    events: list[Event]
    seconds: float

    @property
    def fetched(self) -> dict[str, PageFetched]:
        return {path_of(event.url): event for event in self.events if isinstance(event, PageFetched)}

    @property
    def skipped(self) -> dict[str, str]:
        return {path_of(event.url): event.why for event in self.events if isinstance(event, PageSkipped)}


def path_of(url: str) -> str:
    """The path and query of an address or key."""
    return "/" + url.partition("://")[2].partition("/")[2]


@dataclass
class Visitor:
    """Crawls with what a test leaves at its default."""

    pages: TenantPages
    limits: CrawlLimits = field(default_factory=CrawlLimits)
    fetch_limits: FetchLimits = field(default_factory=FetchLimits)
    clock: Callable[[], float] = time.time
    renderer: Renderer | None = None
    heard: Callable[[Event], None] = lambda event: None

    async def crawl(
        self,
        *starts: str,
        follow: bool = True,
        pages: int | None = 300,
        seconds: float | None = 10.0,
        scope: Scope | None = None,
        sitemap: bool = False,
    ) -> Crawled:
        events: list[Event] = []

        def hear(event: Event) -> None:
            events.append(event)
            self.heard(event)

        budget = Budget(Limits(pages=pages, seconds=seconds), time.monotonic)
        site = Site(scope or Scope(starts), budget, hear)
        rules = AddressRules.for_starts(starts)
        async with Door(agent=AGENT, rules=rules, limits=self.fetch_limits) as door:
            crawler = Crawler(door, self.pages, self.limits, self.clock, self.renderer)
            listed = await crawler.sitemap(starts[0], site) if sitemap else []
            began = time.perf_counter()
            gaps = await crawler.crawl([*map(Target, starts), *map(Target, listed)], site, follow=follow)
        return Crawled(gaps, events, time.perf_counter() - began)

    def kept(self) -> dict[str, StoredPage]:
        """Every page that is kept, by its path."""
        return {path_of(page.key): page for page in self.pages.of_hosts(["127.0.0.1"])}

    def texts(self) -> dict[str, str]:
        """The text that is kept of every page, by its path; twins have none of their own."""
        words = dict.fromkeys(self.kept(), "")
        passages = self.pages.passage_ids([page.id for page in self.kept().values()])
        for hit in self.pages.passages(passages):
            words[path_of(hit.page.key)] += f"{' '.join(hit.path)} {hit.text} "
        return words


async def never(_: web.Request) -> web.StreamResponse:
    """A page that does not come before the visitor leaves."""
    await asyncio.Event().wait()
    raise AssertionError
