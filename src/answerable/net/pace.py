"""How fast a host may be asked: at once, one after another, or not for a while."""

from __future__ import annotations

import asyncio
from asyncio import Lock, Semaphore
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from answerable.errors import SourceUnreachable

# Browsers open six connections to a host; eight is near that, and sixteen overall keeps two hosts busy.
PER_HOST = 8
OVERALL = 16
LONGEST_GAP = 10.0  # some sites ask for a minute between pages; a question cannot wait that long
LONGEST_QUIET = 30.0  # after this a host that asked for quiet counts as unreachable
FIRST_QUIET = 1.0  # doubled with every further complaint


@dataclass
class _Host:
    """What is remembered about one host."""

    slots: Semaphore
    gate: Lock
    gap: float = 0.0
    next_start: float = 0.0
    quiet_until: float = 0.0
    complaints: int = 0


class Pace:
    """Hands out turns: so many at once for a host and overall, a gap between two, quiet when asked for it.

    It lasts as long as its door, which is opened for one question or one crawl, and forgets no host.
    """

    def __init__(self, *, per_host: int = PER_HOST, overall: int = OVERALL) -> None:
        self._per_host = per_host
        self._overall = Semaphore(overall)
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait until this host may be asked once; `SourceUnreachable` when it wants long quiet."""
        known = self._host(host)
        # The host's slot first: those who wait for a slow host must not hold up the others.
        async with known.slots:
            await self._wait(host, known)
            async with self._overall:
                yield

    def keep_gap(self, host: str, seconds: float) -> None:
        """Leave at least so long between two requests to this host (its crawl-delay)."""
        # The order matters: whatever is no number at all ("nan" in robots.txt) becomes no gap.
        self._host(host).gap = min(max(0.0, seconds), LONGEST_GAP)

    def back_off(self, host: str, seconds: float | None = None) -> float:
        """The host said it is too much; says how long it is left alone now."""
        known = self._host(host)
        asked = FIRST_QUIET * 2.0 ** min(known.complaints, 10) if seconds is None else seconds
        known.complaints += 1
        known.quiet_until = max(known.quiet_until, _now() + asked)
        return asked

    def settle(self, host: str) -> None:
        """The host answered as it should; earlier complaints are forgotten."""
        self._host(host).complaints = 0

    async def _wait(self, host: str, known: _Host) -> None:
        async with known.gate:  # one after another: a late start must push the next one back
            while (wait := max(known.quiet_until, known.next_start) - _now()) > 0:
                if (quiet := known.quiet_until - _now()) > LONGEST_QUIET:
                    raise SourceUnreachable(host, f"asked to be left alone for another {quiet:.0f} s.")
                await asyncio.sleep(wait)
            known.next_start = _now() + known.gap

    def _host(self, host: str) -> _Host:
        if host not in self._hosts:
            self._hosts[host] = _Host(Semaphore(self._per_host), Lock())
        return self._hosts[host]


def _now() -> float:
    return asyncio.get_running_loop().time()
