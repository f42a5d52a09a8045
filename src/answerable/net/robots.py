"""What a site lets robots read: one robots.txt per origin, and "could not tell" counts as no."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import aiohttp
from protego import Protego

from answerable.errors import SourceError
from answerable.net.fetch import Door
from answerable.net.reply import Fetched
from answerable.net.url import canonical, host_of, origin_of

# RFC 9309 asks crawlers to read at least 500 KiB of it; the rest is cut.
LARGEST = 512_000
MOST_SITEMAPS = 50  # as many files as a walk over sitemaps reads

Origin = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class _Rules:
    """One origin's rules: parsed, or nothing at all (then all is open), or why they could not be had."""

    parsed: Protego | None = None
    trouble: str = ""


class Robots:
    """Answers for any URL whether its site lets this robot read it. Concurrent questions share one fetch.

    What was read holds as long as the door is open: for one question or one crawl. Redirects of a robots.txt are
    followed where they stay on the host or on its `www.` twin.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._name = door.agent.partition("/")[0].strip()  # the token site owners write into their rules
        self._rules: dict[Origin, _Rules] = {}
        self._reading: dict[Origin, asyncio.Lock] = {}

    async def allowed(self, url: str) -> str | None:
        """None when the site's robots.txt lets us read this URL, or the reason why not."""
        rules = await self._rules_of(url)
        if rules.trouble:
            return rules.trouble
        if rules.parsed is not None and not rules.parsed.can_fetch(url, self._name):
            return "its robots.txt asks robots not to read it."
        return None

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps the site names; each still has to be permitted like any link."""
        rules = await self._rules_of(url)
        named = islice(rules.parsed.sitemaps, MOST_SITEMAPS) if rules.parsed else ()
        return tuple(sitemap for line in named if (sitemap := canonical(line, url)))

    async def _rules_of(self, url: str) -> _Rules:
        origin = origin_of(url)
        if origin not in self._rules:
            async with self._reading.setdefault(origin, asyncio.Lock()):
                if origin not in self._rules:
                    self._rules[origin] = await self._read(origin)
        return self._rules[origin]

    async def _read(self, origin: Origin) -> _Rules:
        scheme, host, port = origin
        try:
            fetched = await self._door.fetch(
                f"{scheme}://{host}:{port}/robots.txt", permitted=_stays_with(host), cut_at=LARGEST
            )
        except SourceError as exc:
            # A host that nobody can ask anything is not to be blamed on one of its files.
            dead = isinstance(exc.__cause__, aiohttp.ClientConnectorError | aiohttp.ServerTimeoutError)
            return _Rules(trouble=exc.why if dead else f"its robots.txt could not be read: {exc.why}")
        rules = _judge(fetched)
        if rules.parsed is not None and (delay := rules.parsed.crawl_delay(self._name)):
            self._door.pace.keep_gap(host, delay)
        return rules


def _judge(fetched: Fetched) -> _Rules:
    """RFC 9309: a site without robots.txt (4xx) is open; one that fails (5xx) could not be asked."""
    if 400 <= fetched.status < 500:
        return _Rules()
    if fetched.status != 200:
        return _Rules(trouble=f"its robots.txt could not be read: answered {fetched.status}.")
    body = fetched.body
    if len(body) >= LARGEST:  # half a line is not a rule
        body = body[: body.rfind(b"\n") + 1]
    if b"\x00" in body:
        return _Rules(trouble="its robots.txt is not text.")
    try:
        return _Rules(Protego.parse(body.decode("utf-8-sig", "replace")))
    except Exception as exc:  # noqa: BLE001 - whatever trips a parser on hostile text: could not tell means no
        return _Rules(trouble=f"its robots.txt cannot be understood ({type(exc).__name__}).")


def _stays_with(host: str) -> Callable[[str], str | None]:
    def scope(url: str) -> str | None:
        if host_of(url).removeprefix("www.") == host.removeprefix("www."):
            return None
        return f"robots.txt of {host} leads to another host."

    return scope
