from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, Tell, silence
from answerable.domain.evidence import Gap
from answerable.net import AddressRules, Door
from answerable.sandbox.web.page import slug
from answerable.sandbox.web.site import WebServer, make_web
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.reading import IndexReading, StoredReading
from answerable.sources.search.source import ReadPage, ReadPassage
from answerable.sources.website.crawl import Crawler, CrawlLimits, Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.store import Store
from answerable.store.pages import StoredPage, StoredPassage, TenantPages

URL = "https://a.example/acme"


def keep(pages: TenantPages) -> None:
    page = StoredPage(
        URL, URL, "a.example", "Acme", "en", "digest", 5.0, links=(("https://a.example/b", "B"),)
    )
    pages.put([(page, [StoredPassage(("Acme",), "", "Acme makes cheese.", "Acme", "Acme makes cheese.")])])


def budget() -> Budget:
    return Budget(Limits(), lambda: 0.0)


async def test_the_index_is_read_before_the_web() -> None:
    index, later = LocalIndex(), list[str]()
    index.add([ReadPage(URL, "Acme", (ReadPassage((), "", "Cheese."),))])

    async def then(urls: Sequence[str], budget: Budget, tell: Tell) -> tuple[list[ReadPage], list[Gap]]:
        later.extend(urls)
        return [], []

    heard: list[Event] = []
    dead = ["https://a.example/gone", "http://nobody.test/"]  # inside the index, and a name that is nobody's
    pages, gaps = await IndexReading(index, then)([URL, "https://b.org/", *dead], budget(), heard.append)
    assert ([page.url for page in pages], later, gaps) == ([URL], ["https://b.org/"], [])
    assert len(heard) == 1


async def test_without_a_network_the_rest_are_gaps() -> None:
    pages, gaps = await IndexReading(LocalIndex())(["https://b.org/"], budget(), silence)
    assert pages == []
    assert "no network" in gaps[0].why


async def test_crawled_pages_come_from_the_store(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    pages = store.pages("local")

    async def crawl(urls: Sequence[str], budget: Budget, tell: Tell) -> list[Gap]:
        keep(pages)
        return [Gap("https://a.example/none", "answered 404.")]

    found, gaps = await StoredReading(pages, crawl)([URL, "https://a.example/none"], budget(), silence)
    assert [(page.url, page.title, [p.text for p in page.passages]) for page in found] == [
        (URL, "Acme", ["Acme makes cheese."])
    ]
    assert len(gaps) == 1
    store.close()


async def test_a_real_crawl_reads_for_research(tmp_path: Path) -> None:
    store, web = Store.open(tmp_path), make_web(7, ("first",))
    pages = store.pages("local")
    town = web.world.towns[0]
    async with (
        WebServer(web) as server,
        Door(agent="test", rules=AddressRules.for_starts([server.url])) as door,
    ):
        crawler = Crawler(door, pages, CrawlLimits(), time.time)

        async def crawl(urls: Sequence[str], budget: Budget, tell: Tell) -> list[Gap]:
            site = Site(Scope(urls), budget, tell)
            return await crawler.crawl([Target(url) for url in urls], site, follow=False)

        urls = [f"{server.url}/{slug(town.name)}.example/index.html", f"{server.url}/nobody.example/x.html"]
        found, gaps = await StoredReading(pages, crawl)(urls, budget(), silence)
    assert [page.title for page in found] == [f"Town of {town.name}"]
    assert town.mayor is not None
    assert town.mayor.name in " ".join(passage.text for passage in found[0].passages)
    assert ["404" in gap.why for gap in gaps] == [True]
    store.close()
