"""Reading pages for research: from the local index, from what the store keeps, and else through a crawl."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from answerable.domain.budget import Budget
from answerable.domain.events import PageFetched, Tell
from answerable.domain.evidence import Gap
from answerable.net import canonical, page_key
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.source import PageReading, ReadPage, ReadPassage
from answerable.store.pages import StoredPage, TenantPages

# Names that are nobody's on the network (RFC 2606).
_RESERVED = re.compile(r"https?://[^/:]*\.(?:example|test|invalid)(?:[/:]|$)", re.I)
Crawl = Callable[[Sequence[str], Budget, Tell], Awaitable[list[Gap]]]


class IndexReading:
    """Pages of an index cost nothing of the network; others are read by whoever comes after it."""

    def __init__(self, index: LocalIndex, then: PageReading | None = None) -> None:
        self._index, self._then = index, then

    async def __call__(
        self, urls: Sequence[str], budget: Budget, tell: Tell
    ) -> tuple[list[ReadPage], list[Gap]]:
        """Pages in the order asked for. What nobody has is a gap; a dead link inside the index leads nowhere."""
        pages, missing = list[ReadPage](), list[str]()
        for url in urls:
            page = self._index.page(url)
            if page is None:
                missing += [] if self._index.holds(url) or _RESERVED.match(url) else [url]
                continue
            budget.spend("pages")
            tell(PageFetched(url, 200, 0.0, len(page.passages), "from the local index"))
            pages.append(page)
        if missing and self._then:
            more, gaps = await self._then(missing, budget, tell)
            return pages + more, gaps
        return pages, [
            Gap(url, "is not in the index, and there is no network to read it from.") for url in missing
        ]


class StoredReading:
    """Pages through a crawl, which keeps them in the store; they are taken from there."""

    def __init__(self, pages: TenantPages, crawl: Crawl) -> None:
        self._pages, self._crawl = pages, crawl

    async def __call__(
        self, urls: Sequence[str], budget: Budget, tell: Tell
    ) -> tuple[list[ReadPage], list[Gap]]:
        """What the crawl could keep, page by page; a page that is another's twin is read from that one."""
        asked = [url for url in urls if canonical(url)]
        gaps = await self._crawl(asked, budget, tell) if asked else []
        odd = [Gap(url, "is no address of the web.") for url in urls if url not in asked]
        return [page for url in asked if (page := self._kept(url))], gaps + odd

    def _kept(self, url: str) -> ReadPage | None:
        stored = self._pages.get(page_key(url))
        if stored and stored.twin_of:
            stored = self._pages.get(stored.twin_of)
        if stored is None:
            return None
        return replace(_read_page(self._pages, stored), url=url)


def _read_page(pages: TenantPages, stored: StoredPage) -> ReadPage:
    hits = pages.passages(pages.passage_ids([stored.id]), {stored.id: stored})
    passages = tuple(ReadPassage(hit.path, hit.anchor, hit.text) for hit in hits)
    return ReadPage(stored.url, stored.title, passages, stored.links, stored.fetched_at)
