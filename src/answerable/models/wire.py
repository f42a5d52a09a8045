"""The HTTP client all vendors' libraries are given: bounded in bytes, impatient in connecting."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator

import httpx2

# Eight times the longest text we would read: room for JSON escapes and for a stream's wrapping.
MAX_BODY_BYTES = 8_000_000
# A server that does not take the connection in 5 s is down; the rest of a call's time is for the reply.
CONNECT_SECONDS = 5.0


class BodyTooLarge(Exception):
    """The server sends more than any reply can be."""


class _Bounded(httpx2.AsyncByteStream):
    """A response body that stops once it has been too long. No generator, so nothing is left to clean up."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream
        self._pieces = aiter(stream)
        self._seen = 0

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        piece = await anext(self._pieces)
        self._seen += len(piece)
        if self._seen > MAX_BODY_BYTES:
            raise BodyTooLarge(f"more than {MAX_BODY_BYTES} bytes")
        return piece

    async def aclose(self) -> None:
        await self._stream.aclose()


# Reading the trusted certificates takes 40 ms; once is enough.
_tls = functools.cache(httpx2.create_ssl_context)


async def _bound(response: httpx2.Response) -> None:
    # We asked for no compression; a server that compresses all the same could unpack to any size.
    if response.headers.get("content-encoding", "identity") != "identity":
        raise BodyTooLarge("a compressed body, which was not asked for")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(response.stream)


def open_client() -> httpx2.AsyncClient:
    """A client with bounded bodies; each call brings its own time limit. Proxies of the environment count."""
    return httpx2.AsyncClient(
        verify=_tls(),
        headers={"accept-encoding": "identity"},
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
        event_hooks={"response": [_bound]},
        follow_redirects=False,
    )
