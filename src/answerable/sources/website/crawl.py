"""Reading pages, several at once and politely; each page that fails costs that page only."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from answerable.domain.budget import Budget
from answerable.domain.events import PageFetched, PageSkipped, Tell
from answerable.domain.evidence import Gap
from answerable.errors import BudgetSpent, FetchRefused, SourceError, SourceUnreachable
from answerable.language.words import stems
from answerable.net import Door, Fetched, Robots, canonical, host_of, page_key, walk_sitemaps
from answerable.sources.website.extract import PageContent, extract
from answerable.sources.website.frontier import Frontier, Target
from answerable.sources.website.scope import Scope, plain_host
from answerable.store.pages import StoredPage, StoredPassage, TenantPages

# Bodies above this are taken apart in a thread, so that one huge page (measured: 2.6 MB, 40 ms) does not hold up
# the other fetches and streams of the process; below it the hand-over costs more than it saves.
LARGE_BODY = 300_000
# Pages per transaction: a commit costs about 0.2 ms, a page's rows about 0.4 ms (benchmarks/crawl.py).
BATCH = 16


@dataclass(frozen=True, kw_only=True)
class CrawlLimits:
    """How far one crawl may go; pages and seconds stand in the budget."""

    max_links_per_page: int = 300
    max_depth: int = 8
    fresh_seconds: float = 86_400.0
    at_once: int = 16


class Renderer(Protocol):
    """A real browser, for pages that are written by their own scripts."""

    async def render(self, url: str, permitted: Callable[[str], Awaitable[str | None]]) -> bytes: ...


@dataclass(frozen=True)
class Site:
    """Where a crawl happens and whom it tells."""

    scope: Scope
    budget: Budget
    tell: Tell


class Crawler:
    """Reads pages through the one door and keeps them for one tenant."""

    def __init__(
        self,
        door: Door,
        pages: TenantPages,
        limits: CrawlLimits,
        clock: Callable[[], float],
        renderer: Renderer | None = None,
    ) -> None:
        self._door, self._robots = door, Robots(door)
        self._pages, self._limits, self._clock, self._renderer = pages, limits, clock, renderer

    async def sitemap(self, start: str, site: Site) -> list[str]:
        """Pages the site itself lists; a sitemap that is missing or broken is no gap."""
        try:
            named = await self._robots.sitemaps(start)
            listed = [url for name in named if (url := canonical(name, start))]
            if not listed and (usual := canonical("/sitemap.xml", start)):
                listed = [usual]
            walk = walk_sitemaps(self._door, listed, permitted=self._permitted(site.scope))
            return [entry.loc async for entry in walk if not site.scope.objection(entry.loc)]
        except SourceError:
            return []

    def _permitted(self, scope: Scope) -> Callable[[str], Awaitable[str | None]]:
        """What the door asks at every hop: inside the site, and not against its robots.txt."""

        async def permitted(url: str) -> str | None:
            return scope.objection(url) or await self._robots.allowed(url)

        return permitted

    async def crawl(self, targets: Sequence[Target], site: Site, *, follow: bool) -> list[Gap]:
        """Read the targets (and, when following, what they link to); returns what could not be read."""
        work = _Work(Frontier(), site, follow=follow)
        for target in targets:
            work.frontier.add(target)
        workers = [asyncio.create_task(self._work(work)) for _ in range(self._limits.at_once)]
        left = site.budget.left("seconds")
        try:
            async with asyncio.timeout(None if left == float("inf") else left):
                await asyncio.gather(*workers)
        except TimeoutError:
            work.gaps.append(Gap("the rest of the site", "the time of this question is spent"))
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            self._keep(work)
        return work.gaps

    async def _work(self, work: _Work) -> None:
        """Take targets until none is left and nobody else can bring new ones."""
        while True:
            target = work.frontier.take()
            if target is None:
                if not work.busy:
                    work.changed.set()
                    return
                work.changed.clear()
                await work.changed.wait()
                continue
            work.busy += 1
            try:
                await self._visit(target, work)
            finally:
                work.busy -= 1
                work.changed.set()

    async def _visit(self, target: Target, work: _Work) -> None:
        site = work.site
        try:
            page = await self._read(target, site)
        except SourceError as error:
            site.tell(PageSkipped(target.url, error.why))
            work.gaps.append(Gap(target.url, error.why))
            return
        except BudgetSpent as error:
            site.tell(PageSkipped(target.url, f"the budget of {error.limit:g} {error.kind} is spent"))
            work.frontier = Frontier()
            return
        if page is None:
            return
        stored, passages, fetched = page
        twin = work.digests.get(stored.digest) or self._pages.twin(stored.digest, stored.key)
        if twin and passages:
            stored, passages = replace(stored, twin_of=twin), []
        work.digests.setdefault(stored.digest, stored.key)
        work.fresh.append((stored, passages))
        note = f"same text as {twin}" if stored.twin_of else ""
        site.tell(PageFetched(fetched.url, fetched.status, fetched.seconds, len(passages), note))
        if work.follow and stored.depth < self._limits.max_depth:
            for url, _ in stored.links:
                work.frontier.add(Target(url, stored.depth + 1))
        if len(work.fresh) >= BATCH:
            self._keep(work)

    def _keep(self, work: _Work) -> None:
        if work.fresh:
            self._pages.put(work.fresh)
            work.fresh = []

    async def _read(
        self, target: Target, site: Site
    ) -> tuple[StoredPage, list[StoredPassage], Fetched] | None:
        """One page, from the door to rows ready to keep; None when what is kept is still good."""
        known = self._pages.get(page_key(target.url))
        if known and self._clock() - known.fetched_at < self._limits.fresh_seconds:
            return None
        if objection := await self._permitted(site.scope)(target.url):
            raise FetchRefused(target.url, objection)
        site.budget.spend("pages")
        fetched = await self._door.fetch(
            target.url,
            permitted=self._permitted(site.scope),
            etag=known.etag if known else "",
            last_modified=known.last_modified if known else "",
        )
        if known and fetched.unchanged:
            self._pages.touch(known.key, self._clock())
            site.tell(PageFetched(fetched.url, 304, fetched.seconds, 0, "unchanged"))
            return None
        if fetched.status >= 400:
            raise SourceUnreachable(target.url, f"answered {fetched.status}.")
        content = await self._content(fetched, site.scope)
        page, passages = self._rows(fetched, content, target, site.scope)
        return page, passages, fetched

    async def _content(self, fetched: Fetched, scope: Scope) -> PageContent:
        content = await _extract(fetched, fetched.body)
        if content.script_only and self._renderer:
            body = await self._renderer.render(fetched.url, self._permitted(scope))
            content = await _extract(fetched, body)
        return content

    def _rows(
        self, fetched: Fetched, content: PageContent, target: Target, scope: Scope
    ) -> tuple[StoredPage, list[StoredPassage]]:
        key = page_key(target.url)
        digest = hashlib.blake2b(content.main_text.encode(), digest_size=16).hexdigest()
        page = StoredPage(
            key=key,
            url=fetched.url,
            host=plain_host(host_of(fetched.url)),
            title=content.title,
            language=content.language,
            digest=digest,
            fetched_at=self._clock(),
            etag=fetched.etag,
            last_modified=fetched.last_modified,
            depth=target.depth,
            links=self._links(fetched.url, content, scope),
        )
        wanted = () if content.noindex else content.passages
        return page, [_passage_row(p.path, p.anchor, p.text, content) for p in wanted]

    def _links(self, url: str, content: PageContent, scope: Scope) -> tuple[tuple[str, str], ...]:
        base = canonical(content.base, url) if content.base else url
        found: dict[str, str] = {}
        for link in content.links:
            href = canonical(link.href, base or url)
            if href is None or href in found or scope.objection(href):
                continue
            found[href] = f"{link.text} — {link.context}" if link.context else link.text
            if len(found) >= self._limits.max_links_per_page:
                break
        if content.refresh and (target := canonical(content.refresh, url)) and not scope.objection(target):
            found.setdefault(target, content.title)
        return tuple(found.items())


@dataclass
class _Work:
    """What the workers of one crawl share."""

    frontier: Frontier
    site: Site
    follow: bool

    def __post_init__(self) -> None:
        self.busy = 0
        self.changed = asyncio.Event()
        self.gaps: list[Gap] = []
        self.digests: dict[str, str] = {}
        self.fresh: list[tuple[StoredPage, list[StoredPassage]]] = []


async def _extract(fetched: Fetched, body: bytes) -> PageContent:
    def work() -> PageContent:
        return extract(body, content_type=fetched.content_type, charset=fetched.charset, url=fetched.url)

    return await asyncio.to_thread(work) if len(body) > LARGE_BODY else work()


def _passage_row(path: tuple[str, ...], anchor: str, text: str, content: PageContent) -> StoredPassage:
    heading = " ".join(path) or content.title
    if content.language == "de":  # FTS5 stems English only; German words go in as stems
        return StoredPassage(path, anchor, text, " ".join(stems(heading, "de")), " ".join(stems(text, "de")))
    return StoredPassage(path, anchor, text, heading, text)
