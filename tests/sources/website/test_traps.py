"""A site full of traps for robots: every turn ends in time, within its pages, with an outcome."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Outcome, Refusal
from answerable.settings import BudgetSettings, Settings, WebsiteSettings
from tests.net.loopback import Loopback, Request, Site, page, redirect

SECONDS, PAGES = 0.6, 12
QUESTION = "How long is the warranty on the pumps?"
FACT = "The warranty on all pumps is five years from the day of purchase."
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"

Trap = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


def linked(*paths: str, words: str = "Pumps and their warranty.") -> bytes:
    links = "".join(f'<p><a href="{path}">Warranty of the pumps, part {path}</a></p>' for path in paths)
    return page(f"<html><head><title>Pumps</title></head><body><p>{words}</p>{links}</body></html>")


def says(make: Callable[[str, int], bytes]) -> Trap:
    """A trap that answers at once, with what it makes of the path and of how often it was asked."""
    count = itertools.count(1)

    async def reply(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(make(request.path, next(count)))

    return reply


def pours(head: bytes, more: bytes, every: float) -> Trap:
    """A trap that never ends its answer."""

    async def reply(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while True:
            writer.write(more)
            await writer.drain()
            await asyncio.sleep(every)

    return reply


TRAPS: dict[str, dict[str, Trap]] = {
    "slow drip": {"/trap": pours(PLAIN, b"x", 1.0)},
    "endless calendar": {
        "*": says(lambda _, n: linked(f"/day/{n}", f"/day/{n + 1}", words=f"Day {n} of pumps."))
    },
    "redirects in a circle": {
        "/trap": says(lambda *_: redirect("/back")),
        "/back": says(lambda *_: redirect("/trap")),
    },
    "redirects without end": {"*": says(lambda _, n: redirect(f"/hop/{n}"))},
    "session ids": {"*": says(lambda _, n: linked(f"/trap?sid={n:032x}", f"/a;jsessionid={n:x}"))},
    "tar pit": {"*": pours(b"", b"", 1.0)},
    "robots denial": {"/robots.txt": pours(b"", b"", 1.0), "*": says(lambda *_: linked("/a", "/b"))},
    "endless sitemap": {
        "/sitemap.xml": pours(PLAIN, b"<urlset>" + b"<url><loc>/p</loc></url>" * 500, 0.0),
        "*": says(lambda *_: linked("/a")),
    },
    "sitemaps of sitemaps": {
        "/robots.txt": says(lambda *_: page("Sitemap: /map/0", content_type="text/plain")),
        "/trap": says(lambda *_: linked("/a")),
        "*": says(
            lambda _, n: page(
                f"<sitemapindex><sitemap><loc>/map/{n}</loc></sitemap><sitemap><loc>/map/0</loc></sitemap></sitemapindex>"
            )
        ),
    },
    "huge header": {"*": pours(b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n" * 500, 0.0)},
    "queries that link to themselves": {
        "*": says(lambda path, n: linked(f"{path}{'&' if '?' in path else '?'}q={n}"))
    },
    "errors that say 200": {
        "*": says(lambda _, n: linked(f"/e/{n}", f"/e/{n}b", words="404: page not found."))
    },
    "endless body": {"*": pours(CHUNKED, b"1000\r\n" + b"x" * 4096 + b"\r\n", 0.0)},
    "packed bomb": {"*": says(lambda *_: page(gzip.compress(bytes(50_000_000)), content_encoding="gzip"))},
    "deep page": {"*": says(lambda *_: page("</img></math><dt><li>" * 150_000))},
}


async def closed(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(page("no such page", "404 Not Found"))


async def serve(loopback: Loopback, traps: dict[str, Trap]) -> Site:
    async def reply(request: Request, writer: asyncio.StreamWriter) -> None:
        path = request.path.partition("?")[0]
        if path in ("/robots.txt", "/sitemap.xml"):
            trap = traps.get(path, closed)
        else:
            trap = traps.get(path) or traps.get("*", closed)
        await trap(request, writer)

    return await loopback.serve(reply)


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    servers = Loopback()
    yield servers
    await servers.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    website = WebsiteSettings(max_pages=PAGES, use_browser=False)
    opened = House.open(Settings(home=tmp_path, website=website, budget=BudgetSettings(seconds=SECONDS)))
    yield opened
    opened.store.close()


async def turn(
    house: House, loopback: Loopback, traps: dict[str, Trap], start: str
) -> tuple[Site, Outcome, bool]:
    """One question to a site of these traps, and whether it ended in time.

    A late one is asked again of a new site: once or twice others may hold the processor, a trap that holds is late
    every time.
    """
    for _ in range(3):
        site = await serve(loopback, traps)
        began = time.monotonic()
        outcome = await answer(house, QUESTION, starts=[site.base + start])
        if in_time := time.monotonic() - began <= SECONDS + 0.25:
            break
    return site, outcome, in_time


async def test_every_trap_ends_within_its_budget(house: House, loopback: Loopback) -> None:
    late, greedy = [], {}
    for name, traps in TRAPS.items():
        site, outcome, in_time = await turn(house, loopback, traps, "/trap")
        assert isinstance(outcome, Answer | Refusal), (name, outcome)
        if not in_time:
            late.append(name)
        if outcome.usage.pages > PAGES or len(set(site.paths)) > 4 * PAGES:
            greedy[name] = site.paths
    assert late == []
    assert greedy == {}


async def test_traps_beside_the_answer_do_not_hide_it(house: House, loopback: Loopback) -> None:
    """One site with every trap in a folder of its own, and the page that answers among them."""
    home = linked("/warranty", *(f"/{n}/trap" for n in range(len(TRAPS))))
    folders = {f"/{n}/trap": traps.get("/trap") or traps["*"] for n, traps in enumerate(TRAPS.values())}
    fact = says(lambda *_: page(f"<title>Warranty</title><h1>Warranty</h1><p>{FACT}</p>"))
    everything = {"/": says(lambda *_: home), "/warranty": fact, **folders}
    _, outcome, in_time = await turn(house, loopback, everything, "")
    assert in_time
    assert isinstance(outcome, Answer), outcome
    assert "five years" in outcome.text
