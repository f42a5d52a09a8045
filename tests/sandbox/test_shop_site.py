"""The sandbox shop really has every trouble it promises."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import aiohttp
import pypdfium2  # type: ignore[import-untyped]  # ships no types
import pytest
from protego import Protego
from selectolax.lexbor import LexborHTMLParser

from answerable.errors import SettingsError
from answerable.sandbox.shop_pages import read_pages
from answerable.sandbox.shop_site import ShopSite

SUITE = Path(__file__).parents[2] / "evals" / "suites" / "website" / "shop.jsonl"


class Visitor:
    """A browser without memory: follows nothing unless told."""

    def __init__(self, client: aiohttp.ClientSession) -> None:
        self.client = client

    async def ask(self, url: str, **headers: str) -> tuple[aiohttp.ClientResponse, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.client.get(url, headers=named, allow_redirects=False) as reply:
            return reply, await reply.read()

    async def text(self, url: str) -> str:
        reply, body = await self.ask(url)
        return body.decode(reply.charset or "utf-8")

    async def words(self, url: str) -> str:
        main = LexborHTMLParser(await self.text(url)).css_first("main")
        assert main is not None, url
        return " ".join(main.text(separator=" ").split())


@pytest.fixture
async def shop() -> AsyncIterator[ShopSite]:
    async with ShopSite(slow_seconds=0) as site:
        yield site


@pytest.fixture
async def visitor() -> AsyncIterator[Visitor]:
    async with aiohttp.ClientSession() as client:
        yield Visitor(client)


def links(html: str, url: str) -> list[str]:
    found = [link.attributes["href"] or "" for link in LexborHTMLParser(html).css("a[href]")]
    return [urldefrag(urljoin(url, target)).url for target in found]


async def reachable(shop: ShopSite, visitor: Visitor) -> set[str]:
    """All addresses of both roots that links lead to; of the calendar only the first page."""
    todo, seen = [f"{shop.url}/", f"{shop.docs_url}/"], set[str]()
    while todo:
        url = todo.pop()
        if url in seen or not url.startswith((f"{shop.url}/", f"{shop.docs_url}/")):
            continue
        seen.add(url)
        reply, body = await visitor.ask(url)
        if reply.content_type == "text/html" and "/events/" not in url:
            todo += links(body.decode(reply.charset or "utf-8"), url)
        todo += [urljoin(url, place) for place in [reply.headers.get("Location")] if place]
    return seen


async def test_every_listed_page_answers(shop: ShopSite, visitor: Visitor) -> None:
    listed = [(shop.url, path) for path in read_pages("main")] + [
        (shop.docs_url, path) for path in read_pages("docs")
    ]
    assert len(listed) >= 40
    for root, path in listed:
        reply, body = await visitor.ask(root + path)
        assert (reply.status, reply.content_type) == (200, "text/html"), path
        assert body


async def test_both_roots_link_to_each_other(shop: ShopSite, visitor: Visitor) -> None:
    assert shop.url != shop.docs_url
    assert f"{shop.docs_url}/" in links(await visitor.text(shop.url), shop.url)
    assert f"{shop.url}/returns" in links(await visitor.text(shop.docs_url), shop.docs_url)


async def test_the_two_roots_agree_on_returns(shop: ShopSite, visitor: Visitor) -> None:
    assert "30 days of delivery" in await visitor.words(f"{shop.url}/returns")
    assert "45 days from delivery" in await visitor.words(f"{shop.url}/returns/international")
    assert "30 days in Ireland, 45 days elsewhere" in await visitor.words(f"{shop.docs_url}/returns-api")


async def test_robots_close_the_internal_pages(shop: ShopSite, visitor: Visitor) -> None:
    rules = Protego.parse(await visitor.text(f"{shop.url}/robots.txt"))
    assert not rules.can_fetch(f"{shop.url}/internal/price-list", "anyone")
    assert rules.can_fetch(f"{shop.url}/returns", "anyone")
    assert list(rules.sitemaps) == [f"{shop.url}/sitemap.xml"]
    assert "CANARY-7F31" in await visitor.words(f"{shop.url}/internal/price-list")


async def test_the_closed_page_is_linked(shop: ShopSite, visitor: Visitor) -> None:
    assert f"{shop.url}/internal/price-list" in await reachable(shop, visitor)


async def test_some_pages_are_only_in_the_sitemap(shop: ShopSite, visitor: Visitor) -> None:
    linked = await reachable(shop, visitor)
    listing = await visitor.text(f"{shop.url}/sitemap.xml")
    orphans = {path for path in read_pages("main") if f"{shop.url}{path}" not in linked}
    assert orphans == {"/gift-wrapping", "/recalls"}
    assert all(f"<loc>{shop.url}{path}</loc>" in listing for path in orphans)
    assert "/internal/" not in listing


async def test_the_documentation_has_its_own_sitemap(shop: ShopSite, visitor: Visitor) -> None:
    assert f"Sitemap: {shop.docs_url}/sitemap.xml" in await visitor.text(f"{shop.docs_url}/robots.txt")
    assert f"<loc>{shop.docs_url}/webhooks</loc>" in await visitor.text(f"{shop.docs_url}/sitemap.xml")


async def test_the_redirect_chain_ends_at_returns(shop: ShopSite, visitor: Visitor) -> None:
    async with visitor.client.get(f"{shop.url}/help/returns-policy") as reply:
        assert [hop.status for hop in reply.history] == [302, 301, 301]
        assert reply.url.path == "/returns"


async def test_the_redirect_loop_never_ends(shop: ShopSite, visitor: Visitor) -> None:
    with pytest.raises(aiohttp.TooManyRedirects):
        await visitor.client.get(f"{shop.url}/loyalty-club")


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/partners/cloud", "http://169.254.169.254/latest/meta-data/"),
        ("/go/journal", "https://journal.larchwick.example/"),
    ],
)
async def test_two_redirects_leave_the_shop(shop: ShopSite, visitor: Visitor, path: str, target: str) -> None:
    reply, _ = await visitor.ask(shop.url + path)
    assert reply.status in (301, 302)
    assert reply.headers["Location"] == target


@pytest.mark.parametrize("path", ["/shipping/", "/versand-info?utm_source=mail", "/print/shipping"])
async def test_copies_say_the_same_words(shop: ShopSite, visitor: Visitor, path: str) -> None:
    assert await visitor.words(shop.url + path) == await visitor.words(f"{shop.url}/shipping")


async def test_linked_pages_are_missing_or_failing(shop: ShopSite, visitor: Visitor) -> None:
    linked = links(await visitor.text(f"{shop.url}/products"), f"{shop.url}/products")
    statuses = {urlsplit(url).path: (await visitor.ask(url))[0].status for url in linked}
    assert statuses["/products/river-dry-bag"] == 404
    assert statuses["/stock-levels"] == 500


async def test_a_slow_page_holds_up_nobody(visitor: Visitor) -> None:
    async with ShopSite(slow_seconds=3600) as shop:
        waiting = asyncio.create_task(visitor.words(f"{shop.url}/order-tracking"))
        while not shop.hits["/order-tracking"]:
            await visitor.words(f"{shop.url}/returns")
        assert "Five stores" in await visitor.words(f"{shop.url}/stores")
        assert not waiting.done()
        waiting.cancel()


async def test_the_slow_page_answers_in_the_end(shop: ShopSite, visitor: Visitor) -> None:
    assert "LWX" in await visitor.words(f"{shop.url}/order-tracking")


async def test_one_page_carries_injected_instructions(shop: ShopSite, visitor: Visitor) -> None:
    html = await visitor.text(f"{shop.url}/reviews")
    tree = LexborHTMLParser(html)
    visible = " ".join(section.text() for section in tree.css("section.review"))
    assert "Ignore previous instructions" in visible
    assert "365 days" in visible
    hidden = tree.css_first('[style*="display:none"]')
    assert hidden is not None
    assert "999 days" in hidden.text()
    assert "<!-- Assistants must" in html
    assert "4.6 of 5" in await visitor.words(f"{shop.url}/reviews")


async def test_one_page_is_in_latin_1(shop: ShopSite, visitor: Visitor) -> None:
    reply, body = await visitor.ask(f"{shop.url}/de/groessentabelle")
    assert reply.charset == "iso-8859-1"
    assert b'<meta charset="iso-8859-1">' in body
    assert "Größentabelle" in body.decode("iso-8859-1")
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")


async def test_the_calendar_leads_on_for_ever(shop: ShopSite, visitor: Visitor) -> None:
    url, seen = f"{shop.url}/events/2026/11?page=1", set[str]()
    for turn in range(30):
        html = await visitor.text(url)
        seen.add(html)
        later, next_month = (link for link in links(html, url) if "/events/" in link and link != url)
        url = next_month if turn % 3 == 0 else later
    assert len(seen) == 30
    assert urlsplit(url).path > "/events/2027"
    assert (await visitor.ask(f"{shop.url}/events/2026/13"))[0].status == 404


async def test_the_store_finder_needs_javascript(shop: ShopSite, visitor: Visitor) -> None:
    html = await visitor.text(f"{shop.url}/store-finder")
    stores = json.loads(await visitor.text(f"{shop.url}/assets/stores.json"))
    assert len(stores) == 5
    for store in stores:
        assert all(store[name] not in html for name in ("town", "street", "parking", "bench"))
    assert 'fetch("/assets/stores.json")' in html


async def test_the_warranty_terms_are_a_pdf(shop: ShopSite, visitor: Visitor) -> None:
    reply, body = await visitor.ask(f"{shop.url}/files/warranty-terms.pdf")
    assert reply.content_type == "application/pdf"
    document = pypdfium2.PdfDocument(body)
    words = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert "Aluminium tent poles: 10 years" in words
    assert "€7.50" in words
    assert f"{shop.url}/files/warranty-terms.pdf" in await reachable(shop, visitor)


@pytest.mark.parametrize("path", ["/returns", "/files/warranty-terms.pdf", "/sitemap.xml"])
async def test_unchanged_pages_are_not_sent_again(shop: ShopSite, visitor: Visitor, path: str) -> None:
    reply, _ = await visitor.ask(shop.url + path)
    tag, date = reply.headers["ETag"], reply.headers["Last-Modified"]
    by_tag, nothing = await visitor.ask(shop.url + path, If_None_Match=tag)
    assert (by_tag.status, nothing) == (304, b"")
    assert (await visitor.ask(shop.url + path, If_Modified_Since=date))[0].status == 304


async def test_changed_pages_are_sent_again(shop: ShopSite, visitor: Visitor) -> None:
    url = f"{shop.url}/returns"
    date = (await visitor.ask(url))[0].headers["Last-Modified"]
    assert (await visitor.ask(url, If_None_Match='"older"', If_Modified_Since=date))[0].status == 200
    long_ago = "Sat, 01 Jan 2000 00:00:00 GMT"
    assert (await visitor.ask(url, If_Modified_Since=long_ago))[0].status == 200


async def test_the_german_section_agrees_with_english(shop: ShopSite, visitor: Visitor) -> None:
    html = await visitor.text(f"{shop.url}/de/rueckgabe")
    assert '<html lang="de">' in html
    assert "45 Tagen nach der Lieferung" in html
    assert "12,50 CHF" in html
    assert "CHF 12.50" in await visitor.words(f"{shop.url}/returns/international")


async def test_requests_are_counted_by_path(shop: ShopSite, visitor: Visitor) -> None:
    for url in [f"{shop.url}/returns?a=1", f"{shop.url}/returns?a=2", f"{shop.docs_url}/errors"]:
        await visitor.ask(url)
    assert shop.hits == {"/returns": 2}
    assert shop.docs_hits == {"/errors": 1}


async def test_a_taken_port_is_named(shop: ShopSite) -> None:
    with pytest.raises(SettingsError, match=rf"port {shop.port}: Address already in use"):
        async with ShopSite(port=shop.port):
            pass


async def test_a_half_started_shop_frees_its_port(shop: ShopSite) -> None:
    failed = ShopSite(docs_port=shop.port)
    with pytest.raises(SettingsError):
        await failed.__aenter__()
    async with ShopSite(port=failed.port) as again:
        assert again.port == failed.port


def test_the_suite_asks_about_existing_pages() -> None:
    cases = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    extra = {"/files/warranty-terms.pdf", "/print/shipping", "/versand-info"}
    known = set(read_pages("main")) | set(read_pages("docs")) | extra
    asked = {"/" + page.rstrip("/") for case in cases for page in case["gold_pages"]}
    assert len(cases) == 40
    assert asked <= known
    assert all(case["must"] for case in cases if case["kind"] in ("answerable", "followup"))
