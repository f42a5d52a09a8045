"""A crawl of the sandbox shop, which has most of what crawlers meet in the wild."""

from __future__ import annotations

import pytest

from answerable.sandbox.shop_site import FAILING_PAGE, SLOW_PAGE, WARRANTY_PDF, ShopSite
from answerable.sources.website.frontier import REPEATS
from tests.sources.website.small_site import Crawled, Visitor


@pytest.fixture
async def crawled(shop: ShopSite, visitor: Visitor) -> Crawled:
    return await visitor.crawl(f"{shop.url}/", sitemap=True)


def test_what_robots_exclude_stays_unread(crawled: Crawled, visitor: Visitor, shop: ShopSite) -> None:
    assert "robots.txt" in crawled.skipped["/internal/price-list"]
    assert shop.hits["/internal/price-list"] == 0
    assert not any("CANARY" in text for text in visitor.texts().values())


def test_each_trap_costs_one_page(crawled: Crawled) -> None:
    assert "169.254.169.254" in crawled.skipped["/partners/cloud"]
    assert "circle" in crawled.skipped["/loyalty-club"]
    assert "500" in crawled.skipped[FAILING_PAGE]
    assert "404" in crawled.skipped["/products/river-dry-bag"]
    assert "journal.larchwick.example" in crawled.skipped["/go/journal"]
    assert {gap.asked.partition("/")[0] for gap in crawled.gaps} == {"http:"}


def test_copies_are_one_page(crawled: Crawled, visitor: Visitor, shop: ShopSite) -> None:
    assert {path for path, event in crawled.fetched.items() if "same text as" in event.note} == {
        "/versand-info",
        "/print/shipping",
    }
    assert shop.hits["/returns"] == 1
    assert visitor.kept()["/help/returns-policy"].twin_of == f"{shop.url}/returns"


def test_the_endless_calendar_is_bounded(crawled: Crawled, shop: ShopSite) -> None:
    months = sum(count for path, count in shop.hits.items() if path.startswith("/events/"))
    assert 1 <= months <= REPEATS + 10


def test_hard_pages_are_read(crawled: Crawled, visitor: Visitor) -> None:
    texts = visitor.texts()
    assert SLOW_PAGE in crawled.fetched
    assert "warranty" in texts[WARRANTY_PDF].lower()
    assert "größe" in texts["/de/groessentabelle"].lower()


def test_pages_only_the_sitemap_names_are_found(crawled: Crawled, visitor: Visitor) -> None:
    linked = {url for kept in visitor.kept().values() for url, _ in kept.links}
    unlinked = {path for path, kept in visitor.kept().items() if kept.url not in linked and not kept.twin_of}
    assert unlinked - {"/"}


async def test_words_for_machines_are_only_words(shop: ShopSite, visitor: Visitor, crawled: Crawled) -> None:
    poisoned = [path for path, text in visitor.texts().items() if "ignore" in text.lower()]
    assert poisoned == ["/reviews"]
    assert set(shop.docs_hits) == set()


async def test_a_second_crawl_asks_for_nothing_again(
    crawled: Crawled, shop: ShopSite, visitor: Visitor
) -> None:
    before = dict(shop.hits)
    again = await visitor.crawl(f"{shop.url}/", sitemap=True)
    asked = {path for path, count in shop.hits.items() if count > before.get(path, 0)}
    assert not asked & {path for path, event in crawled.fetched.items() if not event.note}
    assert len(again.fetched) <= REPEATS + 10
