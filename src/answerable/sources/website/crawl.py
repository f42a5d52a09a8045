"""Read pages, several at once and politely; each page that fails costs that page only."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from answerable.domain.events import PageFetched, PageSkipped
from answerable.domain.evidence import Gap
from answerable.errors import BudgetSpent, SourceError
from answerable.net import Door, canonical, page_key, walk_sitemaps
from answerable.sources.website.frontier import REPEATS, Frontier, Target
from answerable.sources.website.keeping import Keeper
from answerable.sources.website.links import LinkReader
from answerable.sources.website.reading import PageRead, PageReader, Renderer, Site, Visit
from answerable.store.pages import TenantPages

__all__ = ["CrawlLimits", "Crawler", "Renderer", "Site"]


@dataclass(frozen=True, kw_only=True)
class CrawlLimits:
    """How far one crawl may go; pages and seconds stand in the budget."""

    max_links_per_page: int = 300
    max_depth: int = 8
    fresh_seconds: float = 86_400.0
    at_once: int = 16
    per_host: int = 8


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
        self._door, self._pages, self._limits, self._clock = door, pages, limits, clock
        self._reader = PageReader(door, pages, clock, renderer)

    async def sitemap(self, start: str, site: Site) -> list[str]:
        """Pages the site itself lists; a sitemap that is missing, broken or slow is no gap."""
        listed: list[str] = []
        try:
            async with asyncio.timeout(_seconds_left(site)):
                named = await self._reader.robots.sitemaps(start)
                named = named or tuple(filter(None, [canonical("/sitemap.xml", start)]))
                walk = walk_sitemaps(self._door, named, permitted=self._reader.permitted(site.scope))
                async for page in walk:
                    if not site.scope.objection(page):
                        listed.append(page)
        except (SourceError, TimeoutError):
            pass
        return listed

    async def crawl(self, targets: Sequence[Target], site: Site, *, follow: bool) -> list[Gap]:
        """Read the targets (and, when following, what they link to); returns what could not be read."""
        crawl = _Crawl(self._reader, self._pages, self._limits, self._clock, site, follow=follow)
        # While it runs the collector of cycles need not look through all that was there before, 40 ms each time.
        gc.freeze()
        try:
            async with asyncio.timeout(_seconds_left(site)):
                await crawl.run(targets)
        except TimeoutError:
            crawl.out_of_time()
        finally:
            gc.unfreeze()
            await crawl.end()
        return crawl.gaps


def _seconds_left(site: Site) -> float | None:
    left = site.budget.left("seconds")
    return None if left == float("inf") else left


class _Crawl:
    """One crawl under way: the frontier, the visits that are out, and what could not be read."""

    def __init__(
        self,
        reader: PageReader,
        pages: TenantPages,
        limits: CrawlLimits,
        clock: Callable[[], float],
        site: Site,
        *,
        follow: bool,
    ) -> None:
        self._reader, self._pages, self._limits, self._clock = reader, pages, limits, clock
        self._site, self._follow = site, follow
        self._frontier = Frontier(per_host=limits.per_host)
        links = LinkReader(site.scope, most=limits.max_links_per_page)
        self._visit = Visit(site, reader.permitted(site.scope), self._frontier.has_read, links)
        self._known = pages.known_of(site.scope.hosts).get if follow else pages.known
        self._likenesses: set[bytes] = set()
        self._out: dict[asyncio.Task[None], Target] = {}
        self._over = asyncio.Event()
        self._spent: BudgetSpent | None = None
        self._unread = 0
        self._trouble: BaseException | None = None
        self._keeper = Keeper(pages, clock, kept=self._kept, failed=self._stop)
        self.gaps: list[Gap] = []

    async def run(self, targets: Sequence[Target]) -> None:
        """Visit until nothing is left to visit and nobody can bring more."""
        for target in targets:
            self._frontier.add(target)
        self._send_out()
        await self._over.wait()

    def _send_out(self) -> None:
        # No more than there are pages left: one that is out may yet lead nowhere, which costs none.
        while len(self._out) < max(1, min(self._limits.at_once, self._site.budget.left("pages"))):
            if self._spent:
                break
            target = self._frontier.take()
            if target is None:
                break
            visit = asyncio.create_task(self._go(target))
            self._out[visit] = target
            visit.add_done_callback(self._came_back)
        if not self._out:
            self._over.set()

    def _came_back(self, visit: asyncio.Task[None]) -> None:
        del self._out[visit]
        if visit.cancelled():
            return
        if trouble := visit.exception():
            self._stop(trouble)
        elif not self._over.is_set():
            self._send_out()

    def _stop(self, trouble: BaseException) -> None:
        """Something failed that is no page's fault (the store, or a bug of ours): nothing goes on."""
        self._trouble = trouble
        self._over.set()

    async def _go(self, target: Target) -> None:
        """One visit: read the page, follow what it links to, and hand it over to be kept."""
        read_as = ""
        try:
            key = page_key(target.url)
            known = self._known(key)
            if known and known.whole and self._clock() - known.fetched_at < self._limits.fresh_seconds:
                self._follow_known(key, target)
                return
            reading = await self._reader.read(target, known, self._visit)
            read_as = reading.key
            self._look_on(reading, target)
            self._keeper.add(reading)
        except SourceError as error:
            self._skip(target.url, error.why)
        except BudgetSpent as error:
            self._spent = error
            self._unread += 1
            self._site.tell(PageSkipped(target.url, _spent(error)))
        finally:
            self._frontier.come_back(target, read_as)

    def _look_on(self, reading: PageRead, target: Target) -> None:
        """Add the ways on to the frontier, and note a page that only repeats others."""
        if reading.page is None:
            self._follow_known(reading.key, target)
            return
        repeats = reading.likeness in self._likenesses
        self._likenesses.add(reading.likeness)
        if repeats:
            self._frontier.repeat(target.url)
        if target.depth >= self._limits.max_depth:
            return
        if reading.refresh:
            self._frontier.add(Target(reading.refresh, target.depth + 1, target.score), doubtful=repeats)
        if self._follow:
            self._frontier.add_all(reading.page.links, target.depth + 1, doubtful=repeats)

    def _follow_known(self, key: str, target: Target) -> None:
        """Go on from a page that need not be read again."""
        page = self._pages.get(key)
        if page is None or target.depth >= self._limits.max_depth:
            return
        # Adds nothing, unless what is known here is another name of a page.
        self._frontier.add(Target(page.url, target.depth, target.score))
        if self._follow:
            self._frontier.add_all(page.links, target.depth + 1)

    def _kept(self, reading: PageRead, twin: str) -> None:
        if reading.missing:
            self._skip(reading.url, reading.missing)
            return
        note = f"same text as {twin}" if twin else reading.note
        passages = 0 if twin else len(reading.passages)
        self._site.tell(PageFetched(reading.url, reading.status, reading.seconds, passages, note))

    def _skip(self, url: str, why: str) -> None:
        self._site.tell(PageSkipped(url, why))
        self.gaps.append(Gap(url, why))

    def out_of_time(self) -> None:
        """The deadline came: name what was on its way and how much was waiting."""
        limit = self._site.budget.limits.seconds or 0.0
        why = f"the budget of {limit:g} seconds was spent before it was read."
        for target in self._out.values():
            self._skip(target.url, why)
        if waiting := self._frontier.clear():
            self.gaps.append(_more(waiting, why))

    async def end(self) -> None:
        """Stop the visits that are still out, keep what was read, and say what was left out."""
        self._over.set()
        visits = list(self._out)
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        self._keeper.write()
        if self._trouble:
            raise self._trouble
        if self._spent:
            self.gaps.append(_more(self._frontier.clear() + self._unread, _spent(self._spent)))
        for urls in self._frontier.left_out.values():
            more = f" So were {len(urls) - 1} more like it." if len(urls) > 1 else ""
            why = f"left out: {REPEATS} pages at such addresses repeated what others say.{more}"
            self._site.tell(PageSkipped(urls[0], why))


def _spent(error: BudgetSpent) -> str:
    return f"the budget of {error.limit:g} {error.kind} is spent."


def _more(pages: int, why: str) -> Gap:
    return Gap("1 more page" if pages == 1 else f"{pages} more pages", why)
