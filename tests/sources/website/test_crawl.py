"""A crawl of small sites: what is read, what is left alone, what is kept when it ends early."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from aiohttp import web

from answerable.domain.events import Event, PageFetched
from answerable.errors import StoreError
from answerable.sources.website.crawl import CrawlLimits
from answerable.sources.website.frontier import REPEATS
from answerable.sources.website.scope import Scope
from answerable.store import Store
from tests.sources.website.small_site import Answer, Visitor, never, page, serve


def moved(to: str, status: int = 302) -> web.Response:
    return web.Response(status=status, headers={"Location": to})


async def test_a_site_is_followed_link_by_link(visitor: Visitor) -> None:
    async with serve({"/": page("home", "/a"), "/a": page("a", "/b"), "/b": page("b", "/")}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert list(crawled.fetched) == ["/", "/a", "/b"]
    assert crawled.gaps == []
    assert {path: kept.depth for path, kept in visitor.kept().items()} == {"/": 0, "/a": 1, "/b": 2}
    assert visitor.kept()["/"].links == ((f"{site.url}/a", "to /a — home"),)


async def test_without_following_only_the_targets_are_read(visitor: Visitor) -> None:
    async with serve({"/": page("home", "/a"), "/a": page("a")}) as site:
        await visitor.crawl(f"{site.url}/", follow=False)
    assert site.hits == {"/robots.txt": 1, "/": 1}


async def test_slow_pages_are_fetched_at_the_same_time(visitor: Visitor) -> None:
    async def slow(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(0.5)
        return web.Response(text=page(request.path), content_type="text/html")

    async with serve({f"/{name}": slow for name in "abcdef"}) as site:
        crawled = await visitor.crawl(*(f"{site.url}/{name}" for name in "abcdef"))
    assert len(crawled.fetched) == 6
    assert crawled.seconds <= 0.8


async def test_a_page_under_many_addresses_is_fetched_once(visitor: Visitor) -> None:
    links = ("/a", "/a/", "/a#part", "/a?utm_source=mail", "/a/index.html", "http://a.example/", "mailto:x")
    async with serve({"/": page("home", *links), "/a": page("a")}) as site:
        await visitor.crawl(f"{site.url}/")
    assert site.hits == {"/robots.txt": 1, "/": 1, "/a": 1}


async def test_what_robots_exclude_is_never_asked_for(visitor: Visitor) -> None:
    rules = web.Response(text="User-agent: *\nDisallow: /private")
    async with serve({"/robots.txt": rules, "*": page("home", "/private/a")}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert "robots.txt" in crawled.skipped["/private/a"]
    assert site.hits == {"/robots.txt": 1, "/": 1}


async def test_the_page_budget_ends_the_crawl(visitor: Visitor) -> None:
    names = [f"/{name}" for name in "abcdefgh"]
    async with serve({"/": page("home", *names), **{name: page(name) for name in names}}) as site:
        crawled = await visitor.crawl(f"{site.url}/", pages=4)
    assert len(crawled.fetched) == 4
    assert crawled.gaps[-1].asked == "5 more pages"
    assert "4 pages" in crawled.gaps[-1].why


async def test_links_that_lead_nowhere_are_no_pages(visitor: Visitor) -> None:
    names = [f"/{name}" for name in "abc"]
    pages = {name: page(name) for name in names}
    async with serve({"/": page("home", "/gone", "/lost", *names), **pages}) as site:
        crawled = await visitor.crawl(f"{site.url}/", pages=4)
    assert len(crawled.fetched) == 4
    assert set(crawled.skipped) == {"/gone", "/lost"}


async def test_endless_dead_links_end_the_crawl(visitor: Visitor) -> None:
    async with serve({"/": page("home", *(f"/gone/{number}" for number in range(100)))}) as site:
        await visitor.crawl(f"{site.url}/", pages=10)
    assert sum(site.hits.values()) <= 2 * 10 + 1


async def test_the_deadline_keeps_what_was_read(visitor: Visitor) -> None:
    async with serve({"/": page("home", "/slow", "/a"), "/a": page("a"), "/slow": never}) as site:
        crawled = await visitor.crawl(f"{site.url}/", seconds=0.4)
    assert crawled.seconds <= 0.4 + 0.25
    assert set(visitor.kept()) == {"/", "/a"}
    assert [gap.asked for gap in crawled.gaps] == [f"{site.url}/slow"]
    assert "0.4 seconds" in crawled.skipped["/slow"]


async def test_links_beyond_the_depth_are_not_followed(visitor: Visitor) -> None:
    visitor.limits = CrawlLimits(max_depth=2)
    chain = {f"/{step}": page(f"step {step}", f"/{step + 1}") for step in range(6)}
    async with serve({"/": page("home", "/0"), **chain}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    assert set(crawled.fetched) == {"/", "/0", "/1"}


async def test_links_beyond_the_limit_are_left(visitor: Visitor) -> None:
    visitor.limits = CrawlLimits(max_links_per_page=3)
    async with serve({"/": page("home", *(f"/{name}" for name in "abcdef"))}) as site:
        await visitor.crawl(f"{site.url}/")
    assert len(visitor.kept()["/"].links) == 3
    assert set(site.hits) == {"/robots.txt", "/", "/a", "/b", "/c"}


async def test_links_marked_nofollow_are_not_followed(visitor: Visitor) -> None:
    home = page("home", "/a") + '<a rel="nofollow ugc" href="/spam">cheap</a>'
    async with serve({"/": home, "/a": page("a"), "/spam": page("spam")}) as site:
        await visitor.crawl(f"{site.url}/")
    assert "/spam" not in site.hits


async def test_a_page_that_only_sends_on_is_followed(visitor: Visitor) -> None:
    sends_on = '<html><head><meta http-equiv="refresh" content="0; url=/real"></head><body></body></html>'
    async with serve({"/": sends_on, "/real": page("real")}) as site:
        crawled = await visitor.crawl(f"{site.url}/", follow=False)
    assert "has to say" in visitor.texts()["/real"]
    assert crawled.fetched["/"].note == f"leads on to {site.url}/real"


async def test_a_refresh_to_another_site_is_refused(visitor: Visitor) -> None:
    away = '<html><head><meta http-equiv="refresh" content="0;url=http://169.254.169.254/"></head></html>'
    async with serve({"/": away}) as site:
        crawled = await visitor.crawl(f"{site.url}/", follow=False)
    assert [gap.asked for gap in crawled.gaps] == ["http://169.254.169.254/"]
    assert "outside the allowed domains" in crawled.gaps[0].why


async def test_a_base_cannot_lead_outside(visitor: Visitor) -> None:
    home = page("home", "a", head='<base href="http://169.254.169.254/">')
    async with serve({"/": home}) as site:
        await visitor.crawl(f"{site.url}/")
    assert visitor.kept()["/"].links == ()


async def test_a_moved_page_is_kept_under_its_new_name(visitor: Visitor) -> None:
    answers: dict[str, Answer] = {"/": page("home", "/old", "/older", "/new"), "/new": page("new")}
    async with serve({**answers, "/old": moved("/new", 301), "/older": moved("/old")}) as site:
        await visitor.crawl(f"{site.url}/")
        assert site.hits["/new"] == 1
        assert {path: kept.twin_of for path, kept in visitor.kept().items() if kept.twin_of} == {
            "/old": f"{site.url}/new",
            "/older": f"{site.url}/new",
        }
        site.hits.clear()
        await visitor.crawl(f"{site.url}/older")
    assert "/older" not in site.hits
    assert "/new" not in site.hits


async def test_equal_texts_are_one_page(visitor: Visitor) -> None:
    same = "The same words stand on both of these pages, one for the screen and one for paper."
    copies = {"/a": page("a", text=same), "/b": page("a", text=same)}
    async with serve({"/": page("home", *copies), **copies}) as site:
        crawled = await visitor.crawl(f"{site.url}/")
    notes = {path: event.note for path, event in crawled.fetched.items()}
    assert notes == {"/": "", "/a": "", "/b": f"same text as {site.url}/a"}


async def test_a_fresh_page_is_not_asked_for_again(visitor: Visitor) -> None:
    async with serve({"/": page("home", "/a"), "/a": page("a", "/b"), "/b": page("b")}) as site:
        await visitor.crawl(f"{site.url}/", pages=2)
        site.hits.clear()
        await visitor.crawl(f"{site.url}/")
    assert site.hits == {"/robots.txt": 1, "/b": 1}


async def test_an_endless_calendar_does_not_eat_the_budget(visitor: Visitor) -> None:
    async def calendar(request: web.Request) -> web.StreamResponse:
        day = int(request.query.get("day", "1"))
        ways = [f"/calendar?day={day + step}" for step in range(1, 6)]
        text = page(f"Day {day}", *ways, text=f"There is nothing on day {day} of this year, or of any.")
        return web.Response(text=text, content_type="text/html")

    async with serve({"/": page("home", "/calendar", "/a"), "/calendar": calendar, "/a": page("a")}) as site:
        crawled = await visitor.crawl(f"{site.url}/", pages=200)
    assert sum(count for path, count in site.hits.items() if "calendar" in path) <= REPEATS + 10
    assert "/a" in visitor.kept()
    assert any("repeated what others say" in why for why in crawled.skipped.values())


async def test_session_ids_in_folders_lead_nowhere_new(visitor: Visitor) -> None:
    count = 0

    async def tar_pit(request: web.Request) -> web.StreamResponse:
        nonlocal count
        count += 1
        ways = (f"/s/{count:08x}{way:08x}/next" for way in range(4))
        return web.Response(text=page("shop", *ways), content_type="text/html")

    async with serve({"*": tar_pit, "/robots.txt": web.Response(status=404)}) as site:
        await visitor.crawl(f"{site.url}/", pages=200)
    assert count <= REPEATS + 12


async def test_sitemaps_name_pages_nobody_links_to(visitor: Visitor) -> None:
    rules = web.Response(text="Sitemap: /all.xml\nSitemap: http://127.0.0.2:1/foreign.xml")
    listing = "<urlset><url><loc>/hidden</loc></url><url><loc>http://127.0.0.2:1/x</loc></url></urlset>"
    answers: dict[str, Answer] = {
        "/robots.txt": rules,
        "/all.xml": web.Response(text=listing, content_type="application/xml"),
        "/": page("home"),
        "/hidden": page("hidden"),
    }
    async with serve(answers) as site:
        crawled = await visitor.crawl(f"{site.url}/", sitemap=True)
    assert set(crawled.fetched) == {"/", "/hidden"}


async def test_a_sitemap_that_never_comes_costs_the_deadline_only(visitor: Visitor) -> None:
    async with serve({"/": page("home"), "/sitemap.xml": never}) as site:
        async with asyncio.timeout(2):
            await visitor.crawl(f"{site.url}/", sitemap=True, seconds=0.3)


async def test_scopes_by_path_keep_the_rest_out(visitor: Visitor) -> None:
    async with serve({"*": page("other"), "/docs": page("docs", "/docs/a", "/docs-evil", "/blog")}) as site:
        scope = Scope([], [site.url.removeprefix("http://") + "/docs"])
        crawled = await visitor.crawl(f"{site.url}/docs", scope=scope)
    assert set(crawled.fetched) == {"/docs", "/docs/a"}


async def test_two_tenants_do_not_see_each_others_pages(store: Store) -> None:
    mine, theirs = Visitor(store.pages("mine")), Visitor(store.pages("theirs"))
    async with serve({"/": page("home", "/a"), "/a": page("a")}) as site:
        await mine.crawl(f"{site.url}/")
        assert theirs.kept() == {}
        site.hits.clear()
        await theirs.crawl(f"{site.url}/")
        assert site.hits["/a"] == 1
    assert set(theirs.kept()) == set(mine.kept())


async def test_a_cancelled_crawl_keeps_whole_pages(visitor: Visitor, tmp_path: Path) -> None:
    names = [f"/{number}" for number in range(60)]
    answers: dict[str, Answer] = {"/": page("home", *names), **{name: page(name) for name in names}}
    read = asyncio.Event()

    def hear(event: Event) -> None:
        if isinstance(event, PageFetched) and len(visitor.kept()) > 1:
            read.set()

    visitor.heard = hear
    async with serve({**answers, "/59": never}) as site:
        crawl = asyncio.create_task(visitor.crawl(f"{site.url}/"))
        await read.wait()
        crawl.cancel()
        with pytest.raises(asyncio.CancelledError):
            await crawl
        _check(tmp_path, visitor)
        before = len(visitor.kept())
        site.answers["/59"] = page("/59")
        site.hits.clear()
        await visitor.crawl(f"{site.url}/")
    assert len(visitor.kept()) == 61
    assert sum(site.hits.values()) <= 61 - before + 1


def _check(home: Path, visitor: Visitor) -> None:
    """Every page that is kept is whole, and the index holds exactly its passages."""
    texts = visitor.texts()
    assert all("has to say" in text for text in texts.values()), texts
    database = sqlite3.connect(home / "answerable.db")
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    passages, index = (
        database.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("passages", "passage_index")
    )
    assert passages == index
    database.close()


CRAWL = """
import asyncio, sys, time
from pathlib import Path
from answerable.store import Store
from tests.sources.website.small_site import Visitor

store = Store.open(Path(sys.argv[1]))
visitor = Visitor(store.pages("mine"), heard=lambda event: print(event.url, flush=True))
asyncio.run(visitor.crawl(sys.argv[2], seconds=60))
"""


async def test_a_killed_process_is_continued_by_another(visitor: Visitor, tmp_path: Path) -> None:
    names = [f"/{number}" for number in range(120)]
    answers: dict[str, Answer] = {"/": page("home", *names), **{name: page(name) for name in names}}
    async with serve({**answers, "/119": never}) as site:
        words = ("-c", CRAWL, str(tmp_path), f"{site.url}/")
        victim = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}
        )
        assert victim.stdout
        for _ in range(40):
            assert await victim.stdout.readline()
        victim.send_signal(signal.SIGKILL)
        await victim.wait()
        await victim.stdout.read()
        _check(tmp_path, visitor)
        assert len(visitor.kept()) >= 40
        site.answers["/119"] = page("/119")
        await visitor.crawl(f"{site.url}/")
    assert len(visitor.kept()) == 121
    assert max(site.hits.values()) <= 2


async def test_a_store_that_fails_ends_the_crawl(visitor: Visitor, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "answerable.db")
    database.execute("DROP TABLE passage_index")
    database.close()
    async with serve({"/": page("home", "/never"), "/never": never}) as site:
        with pytest.raises(StoreError):
            await visitor.crawl(f"{site.url}/")
