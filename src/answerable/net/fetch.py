"""Fetch one page: every hop permitted, every address vetted, every size and time bounded."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self

import aiohttp
from yarl import URL

from answerable.errors import AddressRefused, FetchRefused, SettingsError, SourceUnreachable
from answerable.net import unpack
from answerable.net.address import AddressRules
from answerable.net.connect import Lookup, VettedResolver, connecting_for, system_lookup
from answerable.net.pace import Pace
from answerable.net.reply import (
    Fetched,
    content_type_of,
    printable,
    readable,
    seconds_to_wait,
    translated,
)
from answerable.net.url import canonical, origin_of

# Says None when a URL may be fetched, or why not. May be async: a redirect may lead to a host whose
# robots.txt has not been read yet.
Permitted = Callable[[str], str | Awaitable[str | None] | None]

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_TOO_MUCH = frozenset((429, 503))
_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5"


@dataclass(frozen=True, kw_only=True)
class FetchLimits:
    """How much one page may cost. All finite."""

    max_bytes: int = 5_000_000  # after unpacking
    seconds: float = 10.0  # on the wire, all hops together; waiting for a turn does not count
    connect_seconds: float = 5.0
    hops: int = 10
    header_bytes: int = 16_384  # one line or field; twice the usual 8 kB, for long security policies
    headers: int = 128
    wait_seconds: float = 5.0  # the longest Retry-After that is waited out, once

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not (math.isfinite(value) and value > 0):
                what = f"is {value!r}, which bounds nothing."
                raise SettingsError(f"net.{name}", what, hint="Give a finite number above 0.")


@dataclass(slots=True)
class _Journey:
    """One fetch on its way over its hops."""

    asked: str
    permitted: Permitted
    conditions: dict[str, str]
    cut_at: int | None
    hops: list[str]
    spent: float = 0.0
    waited: bool = False


class Door:
    """The one way out. Use as `async with Door(...) as door`, in one event loop.

    The door takes a turn at its `pace` for every hop; do not take another around `fetch`.
    """

    def __init__(
        self,
        *,
        agent: str,
        rules: AddressRules | None = None,
        limits: FetchLimits | None = None,
        pace: Pace | None = None,
        lookup: Lookup = system_lookup,
    ) -> None:
        self.agent = agent
        self.limits = limits or FetchLimits()
        self.pace = pace or Pace()
        self._resolver = VettedResolver(rules or AddressRules(), lookup)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        limits = self.limits
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=self._resolver, socket_factory=self._resolver.socket_for),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=limits.connect_seconds),
            headers={"User-Agent": self.agent, "Accept": _ACCEPT, "Accept-Encoding": unpack.ACCEPTED},
            max_line_size=limits.header_bytes,
            max_field_size=limits.header_bytes,
            max_headers=limits.headers,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def fetch(
        self,
        url: str,
        *,
        permitted: Permitted,
        etag: str = "",
        last_modified: str = "",
        cut_at: int | None = None,
    ) -> Fetched:
        """Fetch a page over its redirects. Raises `FetchRefused`, `AddressRefused` or `SourceUnreachable`.

        A body larger than the limit is refused, unless `cut_at` says that its first so many bytes will do.
        """
        start = canonical(url)
        if start is None:
            raise FetchRefused(url, "it is not an http or https address that can be fetched.")
        conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        conditions = {name: printable(value) for name, value in conditions.items() if value}
        journey = _Journey(url, permitted, conditions, cut_at, [start])
        while True:
            fetched = await self._hop(journey)
            if fetched is not None:
                return fetched

    async def _hop(self, journey: _Journey) -> Fetched | None:
        """Ask the last URL of the journey; None when it led on to another."""
        url = journey.hops[-1]
        verdict = journey.permitted(url)
        reason = verdict if verdict is None or isinstance(verdict, str) else await verdict
        if reason is not None:
            raise FetchRefused(url, reason)
        host = origin_of(url)[1]
        async with self.pace.turn(host):
            began = time.perf_counter()
            try:
                async with asyncio.timeout(self.limits.seconds - journey.spent):
                    return await self._ask(url, journey)
            except TimeoutError as exc:
                raise SourceUnreachable(url, f"took longer than {self.limits.seconds:g} s.") from exc
            finally:
                journey.spent += time.perf_counter() - began

    async def _ask(self, url: str, journey: _Journey) -> Fetched | None:
        began = time.perf_counter()
        if self._session is None:
            raise RuntimeError("The door is closed; use it as `async with Door(...) as door`.")
        origin = origin_of(url)
        target = URL(url, encoded=True)
        if (target.raw_host or "") != origin[1].strip("[]") or target.port != origin[2]:
            raise FetchRefused(url, "its host is read differently by different programs.")
        same_site = origin == origin_of(journey.hops[0])
        token = connecting_for.set(origin[1:])
        try:
            async with self._session.get(
                target, allow_redirects=False, headers=journey.conditions if same_site else None
            ) as reply:
                if not await self._settled(reply, url, journey):
                    return None
                body = b"" if reply.status == 304 else await self._body(reply, url, journey.cut_at)
                return _fetched(reply, url, journey, body, journey.spent + time.perf_counter() - began)
        except AddressRefused as exc:
            raise AddressRefused(url, exc.why) from exc
        except (aiohttp.ClientError, OSError, ValueError) as exc:
            raise translated(url, exc, self.limits.connect_seconds) from exc
        finally:
            connecting_for.reset(token)

    async def _settled(self, reply: aiohttp.ClientResponse, url: str, journey: _Journey) -> bool:
        """Whether this reply is the page; a redirect or a "later" adds to the journey and is not."""
        host = origin_of(url)[1]
        if reply.status in _TOO_MUCH:
            self._come_back_later(reply, url, host, journey)
            return False
        self.pace.settle(host)
        if reply.status in _REDIRECTS and (location := reply.headers.get("Location")):
            journey.hops.append(self._next_hop(url, location, journey))
            return False
        if reply.status == 304 and not journey.conditions:
            raise SourceUnreachable(url, "answered 304 (unchanged) though nothing was known of it.")
        return True

    def _come_back_later(self, reply: aiohttp.ClientResponse, url: str, host: str, journey: _Journey) -> None:
        """Tell the pace; wait once when it is short, else give up."""
        asked = seconds_to_wait(reply.headers.get("Retry-After", ""))
        quiet = self.pace.back_off(host, asked)
        hopeless = reply.status == 503 and asked is None  # down, not busy
        if journey.waited or hopeless or quiet > self.limits.wait_seconds:
            later = "" if asked is None else f" and asks to come back in {asked:.0f} s"
            raise SourceUnreachable(url, f"answered {reply.status}{later}.")
        journey.waited = True

    def _next_hop(self, url: str, location: str, journey: _Journey) -> str:
        target = canonical(readable(location), url)
        if target is None:
            raise FetchRefused(url, f"it redirects to {location[:200]!r}, which cannot be fetched.")
        if target in journey.hops:
            raise SourceUnreachable(url, f"its redirects run in a circle back to {target}.")
        if len(journey.hops) > self.limits.hops:
            raise SourceUnreachable(journey.asked, f"it redirects more than {self.limits.hops} times.")
        return target

    async def _body(self, reply: aiohttp.ClientResponse, url: str, cut_at: int | None) -> bytes:
        """The unpacked body, given up as soon as it passes the cap (by at most one step)."""
        cap = self.limits.max_bytes
        if (reply.content_length or 0) > cap:
            raise FetchRefused(url, f"it is {reply.content_length} bytes; at most {cap} are read.")
        stop = cap if cut_at is None else min(cap, cut_at)
        try:
            unpacker = unpack.Unpacker(reply.headers.get("Content-Encoding", ""))
            body = bytearray()
            arrived = 0
            async for packed in reply.content.iter_any():
                arrived += len(packed)
                for plain in unpacker.feed(packed):
                    body += plain
                    if len(body) > stop:
                        break
                if max(arrived, len(body)) > stop:
                    if cut_at is None:
                        raise FetchRefused(url, f"it is larger than {cap} bytes.")
                    return bytes(body[:cut_at])
            unpacker.finish()
        except unpack.Garbled as exc:
            raise SourceUnreachable(url, str(exc)) from exc
        return bytes(body)


def _fetched(
    reply: aiohttp.ClientResponse, url: str, journey: _Journey, body: bytes, seconds: float
) -> Fetched:
    headers = reply.headers
    content_type, charset = content_type_of(headers.get("Content-Type", ""))
    return Fetched(
        url=url,
        asked=journey.asked,
        hops=tuple(journey.hops),
        status=reply.status,
        content_type=content_type,
        charset=charset,
        body=body,
        etag=headers.get("ETag", ""),
        last_modified=headers.get("Last-Modified", ""),
        seconds=seconds,
        unchanged=reply.status == 304,
    )
