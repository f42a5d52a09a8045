"""The live engines: DuckDuckGo (package `ddgs`), Google's custom search and Tavily (HTTP, base address settable)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import aiohttp

try:
    from ddgs import DDGS  # type: ignore[import-not-found, unused-ignore]  # an extra that may be missing
except ModuleNotFoundError:
    DDGS = None

from answerable.errors import SourceUnreachable
from answerable.sources.search.engine import SearchResult, read_results

GOOGLE, TAVILY = "https://www.googleapis.com/customsearch/v1", "https://api.tavily.com"
# Replies above this are not read: ten results with raw content measure far less.
MOST_BYTES = 5_000_000
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "url": ("url", "link", "href", "formattedUrl"),
    "title": ("title", "htmlTitle", "name"),
    "text": ("raw_content", "content", "snippet", "body", "description"),
}


class DuckDuckGo:
    """DuckDuckGo through the `ddgs` package; needs no key."""

    name = "duckduckgo"

    def __init__(self, client: Any = DDGS) -> None:
        self._client = client

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        """Results; a missing package or a blocked request is a `SourceUnreachable`."""
        rows = await asyncio.to_thread(_ask_ddgs, self._client, query, limit)
        return read_results(rows, **_FIELDS)[:limit]


def _ask_ddgs(client: Any, query: str, limit: int) -> list[Any]:
    if client is None:
        raise SourceUnreachable("duckduckgo", "needs the package 'ddgs': pip install 'answerable[search]'.")
    try:
        return list(client().text(query, max_results=limit, backend="duckduckgo") or ())
    except Exception as error:  # the package raises its own errors and those of its client alike
        if "no results" in str(error).lower():
            return []  # it found nothing, which is no failure
        raise SourceUnreachable("duckduckgo", f"could not be asked ({type(error).__name__}).") from error


class Google:
    """Google's custom search: a key and the id of a search engine (cx)."""

    name = "google"

    def __init__(self, key: str, engine_id: str, *, address: str = GOOGLE, seconds: float = 10.0) -> None:
        self._key, self._engine_id, self._address, self._seconds = key, engine_id, address, seconds

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        """Results, at most ten (the service gives no more at once)."""
        values = {"key": self._key, "cx": self._engine_id, "q": query, "num": str(min(limit, 10))}
        reply = await _ask("google", "GET", self._address, self._seconds, params=values)
        return read_results(reply.get("items"), **_FIELDS)[:limit]


class Tavily:
    """Tavily's search; asks for the pages' text as well, which is often None."""

    name = "tavily"

    def __init__(self, key: str, *, address: str = TAVILY, seconds: float = 10.0) -> None:
        self._key, self._address, self._seconds = key, address.rstrip("/"), seconds

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        """Results with what text there is."""
        wanted = {"query": query, "max_results": limit, "include_raw_content": True}
        headers = {"Authorization": f"Bearer {self._key}"}
        reply = await _ask(
            "tavily", "POST", f"{self._address}/search", self._seconds, json=wanted, headers=headers
        )
        return read_results(reply.get("results"), **_FIELDS)[:limit]


async def _ask(engine: str, method: str, address: str, seconds: float, **request: Any) -> Mapping[str, Any]:
    """One request, one JSON object. What went wrong is told without the address: it may hold the key."""
    timeout = aiohttp.ClientTimeout(total=seconds)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, address, allow_redirects=False, **request) as reply,
        ):
            if reply.status != 200:
                raise SourceUnreachable(engine, f"answered {reply.status}.")
            body = bytearray()
            async for piece in reply.content.iter_any():  # read(n) gives what has arrived so far
                body += piece
                if len(body) > MOST_BYTES:
                    raise SourceUnreachable(engine, f"answered with more than {MOST_BYTES} bytes.")
            read = json.loads(body) if body else {}
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise SourceUnreachable(engine, f"could not be asked ({type(error).__name__}).") from error
    if isinstance(read, Mapping) and ("error" in read or "detail" in read):
        raise SourceUnreachable(engine, "answered with an error.")  # a quota, told under status 200
    return read if isinstance(read, Mapping) else {}
