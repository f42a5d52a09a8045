"""Reads one page: permitted, fetched, rendered when it must be, taken apart, made into rows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.errors import FetchRefused, SourceError, SourceUnreachable
from answerable.net import Door, Fetched, Robots, page_key
from answerable.sources.website.extract import PageContent, extract, is_heavy
from answerable.sources.website.frontier import Target
from answerable.sources.website.links import LinkReader
from answerable.sources.website.rows import likeness, other_names, page_row, passage_rows
from answerable.sources.website.scope import Scope
from answerable.store.pages import KnownPage, StoredPage, StoredPassage, TenantPages

GONE = (404, 410)
MOVED = 301

Permitted = Callable[[str], Awaitable[str | None]]


class Renderer(Protocol):
    """A real browser, for pages that are written by their own scripts."""

    async def render(self, url: str, permitted: Permitted) -> bytes: ...


@dataclass(frozen=True)
class Site:
    """Where a crawl happens, what it may spend, and whom it tells."""

    scope: Scope
    budget: Budget
    tell: Tell


@dataclass(frozen=True)
class Visit:
    """What holds for every page of one crawl."""

    site: Site
    permitted: Permitted
    has_read: Callable[[str], bool]  # whether this crawl has read the page with this key
    links: LinkReader
    gone: list[str] = field(default_factory=list)  # addresses where no page is

    def give_back(self, url: str) -> None:
        """A link that leads nowhere is no page, as long as more pages than such links were met."""
        self.gone.append(url)
        if len(self.gone) <= self.site.budget.spent("pages"):
            self.site.budget.note("pages", -1)


@dataclass(frozen=True)
class PageRead:
    """One page as it was read, ready to be kept. Without `page`, what is kept of it is still good."""

    url: str
    status: int
    seconds: float
    key: str
    page: StoredPage | None = None
    passages: Sequence[StoredPassage] = ()
    other_names: tuple[StoredPage, ...] = ()
    likeness: bytes = b""
    refresh: str | None = None
    note: str = ""
    missing: str = ""  # why it could not be read whole


class _ReadBefore(Exception):
    """A redirect leads to a page that this crawl has read; it need not be asked for again."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


class PageReader:
    """Reads pages through the one door."""

    def __init__(
        self, door: Door, pages: TenantPages, clock: Callable[[], float], renderer: Renderer | None
    ) -> None:
        self._door, self._pages, self._clock, self._renderer = door, pages, clock, renderer
        self.robots = Robots(door)
        self._one_heavy = asyncio.Lock()

    def permitted(self, scope: Scope) -> Permitted:
        """What the door asks at every hop: inside the site, and not against its robots.txt."""
        allowed: set[str] = set()

        async def permitted(url: str) -> str | None:
            if url in allowed:
                return None
            objection = scope.objection(url) or await self.robots.allowed(url)
            if objection is None:
                allowed.add(url)
            return objection

        return permitted

    async def read(self, target: Target, known: KnownPage | None, visit: Visit) -> PageRead:
        """One page, from the door to rows ready to keep. A refused page costs nothing of the budget."""
        if objection := await visit.permitted(target.url):
            raise FetchRefused(target.url, objection)
        visit.site.budget.spend("pages")
        own_key, hops = page_key(target.url), list[str]()

        async def permitted(url: str) -> str | None:
            key = page_key(url)
            if key != own_key and visit.has_read(key):
                raise _ReadBefore(url)
            hops.append(url)
            return await visit.permitted(url)

        try:
            fetched = await self._fetch(target.url, permitted, known)
        except _ReadBefore as moved:
            names = other_names(hops, moved.url, depth=target.depth, at=self._clock())
            note = "read before under another address"
            return PageRead(moved.url, MOVED, 0.0, page_key(moved.url), other_names=names, note=note)
        if fetched.status in GONE:
            self._pages.forget([page_key(hop) for hop in fetched.hops])
            visit.give_back(target.url)
        return await self._take_in(fetched, target, visit)

    async def _take_in(self, fetched: Fetched, target: Target, visit: Visit) -> PageRead:
        reading = PageRead(
            url=fetched.url,
            status=fetched.status,
            seconds=fetched.seconds,
            key=page_key(fetched.url),
            other_names=other_names(fetched.hops, fetched.url, depth=target.depth, at=self._clock()),
        )
        if fetched.unchanged:
            return replace(reading, note="unchanged")
        if fetched.status >= 300:
            raise SourceUnreachable(target.url, f"answered {fetched.status}.")
        try:
            return await self._read_body(reading, fetched, target, visit)
        except SourceError:
            raise
        except Exception as error:  # whatever hostile bytes trip costs that page only
            why = f"could not be taken apart ({type(error).__name__})."
            raise SourceUnreachable(fetched.url, why) from error

    async def _read_body(self, reading: PageRead, fetched: Fetched, target: Target, visit: Visit) -> PageRead:
        start = target.depth == 0
        content = await self._extract(fetched, start=start)
        missing = ""
        if content.script_only:
            # What a server says of the page's age says nothing about what its scripts fetch.
            fetched = replace(fetched, etag="", last_modified="")
            content, missing = await self._render(fetched, content, visit.permitted, start=start)
        links, refresh = visit.links.links(content, fetched.url), visit.links.refresh(content, fetched.url)
        note = "asks not to be indexed" if content.noindex else f"leads on to {refresh}" if refresh else ""
        return replace(
            reading,
            page=page_row(fetched, content, links, depth=target.depth, at=self._clock(), whole=not missing),
            passages=passage_rows(content),
            likeness=likeness(content),
            refresh=refresh,
            note=note,
            missing=missing,
        )

    async def _render(
        self, fetched: Fetched, content: PageContent, permitted: Permitted, *, start: bool
    ) -> tuple[PageContent, str]:
        """What the page's scripts write; else what it holds without them, and why that is all."""
        if self._renderer is None:
            return content, "is written by its scripts and needs a browser: install Chromium."
        try:
            body = await self._renderer.render(fetched.url, permitted)
            written = replace(fetched, body=body, content_type="text/html", charset="utf-8")
            return await self._extract(written, start=start), ""
        except SourceError as error:
            return content, error.why

    async def _fetch(self, url: str, permitted: Permitted, known: KnownPage | None) -> Fetched:
        if known is None or not known.whole:
            return await self._door.fetch(url, permitted=permitted)
        fetched = await self._door.fetch(
            url, permitted=permitted, etag=known.etag, last_modified=known.last_modified
        )
        if fetched.unchanged and page_key(fetched.url) != page_key(url):
            # It moved: what has not changed is another page than the one that is known.
            return await self._door.fetch(url, permitted=permitted)
        return fetched

    async def _extract(self, fetched: Fetched, *, start: bool) -> PageContent:
        if not is_heavy(fetched.body):
            return _take_apart(fetched, start)
        async with self._one_heavy:  # a process each, so that none holds up the other fetches of this one
            return await asyncio.to_thread(_take_apart, fetched, start)


def _take_apart(fetched: Fetched, start: bool) -> PageContent:
    kind, charset = fetched.content_type, fetched.charset
    return extract(fetched.body, content_type=kind, charset=charset, url=fetched.url, footer=start)
