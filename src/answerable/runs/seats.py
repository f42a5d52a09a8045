"""Seats for walks: so many at once, so many of one tenant, and tenants take turns, however long each one's line is."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class Seats:
    """Who came first goes first within a tenant; between tenants whoever sits on fewest seats goes first."""

    def __init__(self, at_once: int, per_tenant: int) -> None:
        self._at_once, self._per_tenant = at_once, per_tenant
        self._seated: Counter[str] = Counter()
        self._called: dict[str, int] = {}  # when each tenant was last called, to call another one of equals
        self._calls = count(1)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def seat(self, tenant: str) -> AsyncIterator[None]:
        """Wait for a seat and hold it for the length of the block."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(tenant, deque()).append(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # called and cancelled in one moment: pass the seat on
                self._leave(tenant)
            raise
        try:
            yield
        finally:
            self._leave(tenant)

    def _leave(self, tenant: str) -> None:
        self._seated[tenant] -= 1
        self._call()

    def _call(self) -> None:
        """Give free seats to those who wait."""
        while self._seated.total() < self._at_once:
            for tenant in list(self._waiting):
                line = self._waiting[tenant]
                while line and line[0].done():  # left the line
                    line.popleft()
                if not line:
                    del self._waiting[tenant]
            ready = [tenant for tenant in self._waiting if self._seated[tenant] < self._per_tenant]
            if not ready:
                return
            tenant = min(ready, key=lambda one: (self._seated[one], self._called.get(one, 0)))
            self._seated[tenant] += 1
            self._called[tenant] = next(self._calls)
            self._waiting[tenant].popleft().set_result(None)
