"""The live engines against a server on loopback that answers as the real ones do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import pytest
from aiohttp import web

from answerable.errors import SourceUnreachable
from answerable.sources.search import EngineChain
from answerable.sources.search.remote import DuckDuckGo, Google, Tavily


@dataclass
class Service:
    url: str = ""
    reply: Any = None
    status: int = 200
    moved: str = ""
    seen: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.json() if request.method == "POST" else dict(request.query)
        self.seen.append((request.path, body, request.headers.get("Authorization", "")))
        if self.moved:
            raise web.HTTPTemporaryRedirect(self.moved)
        if isinstance(self.reply, bytes):
            return web.Response(body=self.reply, status=self.status)
        return web.json_response(self.reply, status=self.status)


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    service, app = Service(), web.Application()
    app.router.add_route("*", "/{path:.*}", service.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield service
    await runner.cleanup()


async def test_tavily_survives_none_and_mixed_results(service: Service) -> None:
    service.reply = {
        "results": [
            {"url": "https://a.example", "title": "A", "content": "short a", "raw_content": None},
            {"url": "https://b.example", "title": None, "content": None, "raw_content": None},
            {"title": "no address"},
            None,
            {"url": "https://c.example", "raw_content": "whole c", "content": "short c"},
        ]
    }
    found = await Tavily("key", address=service.url).search("cheese", 5)
    assert [(r.url, r.text) for r in found] == [
        ("https://a.example", "short a"),
        ("https://b.example", ""),
        ("https://c.example", "whole c"),
    ]
    path, body, auth = service.seen[0]
    assert (path, body["query"], auth) == ("/search", "cheese", "Bearer key")


async def test_google_reads_its_items(service: Service) -> None:
    service.reply = {"items": [{"link": "https://a.example", "title": "A", "snippet": "about a"}]}
    found = await Google("key", "cx", address=service.url).search("cheese", 20)
    assert [(r.url, r.title, r.text) for r in found] == [("https://a.example", "A", "about a")]
    assert service.seen[0][1] == {"key": "key", "cx": "cx", "q": "cheese", "num": "10"}


@pytest.mark.parametrize(
    ("reply", "status"), [({"error": "quota"}, 429), (b"<html>", 200), (b"\xff\xfe", 200)]
)
async def test_failures_tell_no_key(service: Service, reply: Any, status: int) -> None:
    service.reply, service.status = reply, status
    with pytest.raises(SourceUnreachable) as caught:
        await Google("secret-key", "cx", address=service.url).search("cheese", 5)
    assert "secret-key" not in str(caught.value)


@pytest.mark.parametrize("reply", [[], {"results": None}, {"results": "none"}])
async def test_an_odd_shape_gives_no_results(service: Service, reply: Any) -> None:
    service.reply = reply
    assert await Tavily("key", address=service.url).search("cheese", 5) == []


async def test_nobody_at_the_address_is_told() -> None:
    with pytest.raises(SourceUnreachable, match="could not be asked"):
        await Tavily("key", address="http://127.0.0.1:9").search("cheese", 5)


@pytest.mark.skipif(
    find_spec("ddgs") is not None, reason="the package is installed; it would ask the real service"
)
async def test_a_missing_package_names_its_extra() -> None:
    with pytest.raises(SourceUnreachable, match=r"answerable\[search\]"):
        await DuckDuckGo().search("cheese", 5)


async def test_a_long_reply_is_read_whole(service: Service) -> None:
    pages = [{"url": f"https://{n}.example", "raw_content": "words " * 50_000} for n in range(5)]
    service.reply = {"results": pages}
    found = await Tavily("key", address=service.url).search("cheese", 5)
    assert [one.url for one in found] == [page["url"] for page in pages]


async def test_an_endless_reply_is_left(service: Service) -> None:
    service.reply = b" " * 6_000_000
    with pytest.raises(SourceUnreachable, match="more than 5000000 bytes"):
        await Tavily("key", address=service.url).search("cheese", 5)


async def test_an_engine_that_moved_is_not_followed(service: Service) -> None:
    service.moved = "/elsewhere"
    with pytest.raises(SourceUnreachable, match="answered 307"):
        await Tavily("key", address=service.url).search("cheese", 5)
    assert [path for path, _, _ in service.seen] == ["/search"]


@pytest.mark.parametrize(
    ("reply", "status", "why"),
    [
        ({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}, 429, "answered 429."),
        (
            {"error": {"code": 403, "errors": [{"reason": "dailyLimitExceeded"}]}},
            200,
            "answered with an error.",
        ),
        ({"detail": {"error": "This request exceeds your plan's set usage limit."}}, 432, "answered 432."),
        (b"<!doctype html><title>Sorry...</title>", 200, "could not be asked (JSONDecodeError)."),
    ],
)
async def test_a_blocked_engine_hands_over(service: Service, reply: Any, status: int, why: str) -> None:
    blocked, app = Service(reply=reply, status=status), web.Application()
    app.router.add_route("*", "/{path:.*}", blocked.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    service.reply = {"results": [{"url": "https://a.example", "title": "A", "content": None}]}
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    chain = EngineChain([Google("key", "cx", address=address), Tavily("key", address=service.url)])
    found = await chain.search("cheese", 5)
    await runner.cleanup()
    assert (found.engine, [one.url for one in found.results]) == ("tavily", ["https://a.example"])
    assert [gap.why for gap in found.gaps] == [why]


async def test_nothing_found_is_no_failure(service: Service) -> None:
    service.reply = {"searchInformation": {"totalResults": "0"}, "queries": {"request": [{}]}}
    chain = EngineChain([Google("key", "cx", address=service.url), DuckDuckGo(client=Silent)])
    found = await chain.search("cheese", 5)
    assert (found.results, found.gaps) == ((), ())


class Silent:
    """A client as the package's: it raises where there is nothing, and when it was asked too often."""

    said = "No results found."

    def text(self, query: str, **asked: Any) -> list[dict[str, Any]]:
        raise RuntimeError(f"{self.said} {query} {asked}")


class Busy(Silent):
    said = "202 Ratelimit"


async def test_a_busy_duckduckgo_is_told() -> None:
    with pytest.raises(SourceUnreachable, match="could not be asked"):
        await DuckDuckGo(client=Busy).search("cheese", 5)
