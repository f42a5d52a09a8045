"""One page at a time: refused, broken, moved, unchanged, gone, or written by scripts."""

from __future__ import annotations

import gzip

import pytest
from aiohttp import web

from answerable.domain.evidence import Gap
from answerable.net import FetchLimits
from tests.sources.website.extract.test_apart import SLOW
from tests.sources.website.small_site import Answer, Visitor, never, page, serve


async def test_an_old_page_is_asked_for_conditionally(visitor: Visitor) -> None:
    now = 1_000.0
    visitor.clock = lambda: now

    async def tagged(request: web.Request) -> web.StreamResponse:
        if request.headers.get("If-None-Match") == '"1"':
            return web.Response(status=304)
        return web.Response(text=page("a"), content_type="text/html", headers={"ETag": '"1"'})

    async with serve({"/": page("home", "/a"), "/a": tagged}) as site:
        await visitor.crawl(f"{site.url}/")
        now += 200_000
        crawled = await visitor.crawl(f"{site.url}/")
    assert {path: event.note for path, event in crawled.fetched.items()} == {"/": "", "/a": "unchanged"}
    assert visitor.kept()["/a"].fetched_at == now
    assert "has to say" in visitor.texts()["/a"]


async def test_a_page_that_moved_is_not_taken_as_unchanged(visitor: Visitor) -> None:
    now = 1_000.0
    visitor.clock = lambda: now
    when = {"Last-Modified": "Mon, 02 Feb 2026 00:00:00 GMT"}

    async def old(request: web.Request) -> web.StreamResponse:
        if now > 1_000:
            raise web.HTTPFound("/b")
        return web.Response(text=page("a"), content_type="text/html", headers=when)

    async def never_newer(request: web.Request) -> web.StreamResponse:
        if "If-Modified-Since" in request.headers:
            return web.Response(status=304)
        return web.Response(text=page("b"), content_type="text/html", headers=when)

    async with serve({"/a": old, "/b": never_newer}) as site:
        await visitor.crawl(f"{site.url}/a")
        now += 200_000
        await visitor.crawl(f"{site.url}/a")
    assert visitor.texts()["/a"] == ""
    assert "the page b has to say" in visitor.texts()["/b"]


async def test_a_page_that_is_gone_is_forgotten(visitor: Visitor) -> None:
    now = 1_000.0
    visitor.clock = lambda: now
    async with serve({"/": page("home", "/a", "/b"), "/a": page("a"), "/b": page("b")}) as site:
        await visitor.crawl(f"{site.url}/")
        now += 200_000
        del site.answers["/a"]
        site.answers["/b"] = web.Response(status=503)
        await visitor.crawl(f"{site.url}/")
    assert set(visitor.kept()) == {"/", "/b"}


async def test_a_page_for_scripts_says_what_it_needs(visitor: Visitor) -> None:
    shell = '<html><title>App</title><body><a href="/a">a</a><script>go()</script></body></html>'
    async with serve({"/": shell, "/a": page("a")}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
        assert "install Chromium" in crawled.skipped["/"]
        assert "/a" in visitor.kept()
        site.hits.clear()
        await visitor.crawl(f"{site.url}/")
    assert site.hits["/"] == 1  # not read whole, so not fresh


async def test_a_rendered_page_is_kept_as_written(visitor: Visitor) -> None:
    class Written:
        async def render(self, url: str, permitted: object) -> bytes:
            return page("App", "/a", text="Geöffnet bis achtzehn Uhr, sagt das Skript.").encode()

    shell = web.Response(
        text="<div id=app></div><script>go()</script>", content_type="text/html", charset="iso-8859-1"
    )
    visitor.renderer = Written()
    async with serve({"/": shell, "/a": page("a")}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert set(crawled.fetched) == {"/", "/a"}
    assert "Geöffnet" in visitor.texts()["/"]


async def test_a_page_that_forbids_indexing_is_only_passed_through(visitor: Visitor) -> None:
    hidden = page("hidden", "/b", head='<meta name="robots" content="noindex">')
    async with serve({"/": page("home", "/a"), "/a": hidden, "/b": page("b")}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert visitor.texts()["/a"] == ""
    assert "/b" in visitor.kept()
    assert crawled.fetched["/a"].note == "asks not to be indexed"


async def test_one_bad_page_costs_only_itself(visitor: Visitor) -> None:
    bomb = gzip.compress(b"<p>" + b"x" * 3_000_000)
    bad: dict[str, Answer] = {
        "/broken": web.Response(status=500, text="sorry"),
        "/bomb": web.Response(body=bomb, headers={"Content-Encoding": "gzip", "Content-Type": "text/html"}),
        "/picture": web.Response(body=b"\x89PNG\r\n", content_type="image/png"),
        "/empty": web.Response(body=b"", content_type="text/html"),
        "/never": never,
    }
    visitor.fetch_limits = FetchLimits(max_bytes=1_000_000, seconds=0.3)
    async with serve({"/": page("home", *bad, "/gone", "/good"), "/good": page("good"), **bad}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert set(crawled.fetched) == {"/", "/good"}
    assert set(crawled.skipped) == {*bad, "/gone"}
    assert {gap.asked for gap in crawled.gaps} == {site.url + path for path in crawled.skipped}
    assert "500" in crawled.skipped["/broken"]
    assert "larger" in crawled.skipped["/bomb"]
    assert "longer than 0.3 s" in crawled.skipped["/never"]


async def test_a_page_ended_at_work_is_a_gap(visitor: Visitor) -> None:
    async with serve(
        {"/": page("home", "/slow", "/good"), "/slow": SLOW.decode(), "/good": page("good")}
    ) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert set(crawled.fetched) == {"/", "/good"}
    assert crawled.gaps == [Gap(f"{site.url}/slow", "takes too long to read")]


async def test_a_page_stays_out_of_budget_when_refused(visitor: Visitor) -> None:
    rules = web.Response(text="User-agent: *\nDisallow: /no")
    home = page("home", "/no1", "/no2", "/yes")
    async with serve({"/robots.txt": rules, "/": home, "/yes": page("yes")}) as site:
        crawled = await visitor.crawl(f"{site.url}/", pages=2)
    assert list(crawled.fetched) == ["/", "/yes"]


async def test_redirects_outside_are_refused_at_their_hop(visitor: Visitor) -> None:
    to_b = web.Response(status=302, headers={"Location": "/b"})
    away = web.Response(status=302, headers={"Location": "http://127.0.0.2:1/x"})
    async with serve({"/": page("home", "/a"), "/a": to_b, "/b": away}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert "127.0.0.2" in crawled.skipped["/a"]


async def test_a_huge_page_is_read_like_any(visitor: Visitor) -> None:
    huge = page("huge", text="Every page may be long. " * 20_000)
    async with serve({"/": huge}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert crawled.gaps == []
    assert len(visitor.texts()["/"]) > 400_000


@pytest.mark.parametrize(
    "body",
    [
        b"<html><body>" + b"<div>" * 20_000 + b"deep",
        b"<p>\xff\xfe\x00\x01 <b><i></b></i> text \xc3\x28 that is broken in many ways</p>",
        b"<!doctype html><html><body><p>cut in the mid",
    ],
)
async def test_broken_html_is_read_or_skipped(visitor: Visitor, body: bytes) -> None:
    async with serve({"/": web.Response(body=body, content_type="text/html"), "/a": page("a")}) as site:
        crawled = await visitor.crawl(f"{site.url}/", f"{site.url}/a")
    assert "/a" in crawled.fetched
    assert "/" in {**crawled.fetched, **crawled.skipped}
