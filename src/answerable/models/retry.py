"""Ask again within the seconds given, and stop asking a model that says it is overloaded.

One `Patience` belongs to one opened model and is shared by all its calls, so what one call learns (come back
in 20 seconds) holds for the rest, and a storm of refusals is not answered with a storm of retries.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from answerable.errors import ModelUnreachable

T = TypeVar("T")

# Chosen, not measured: two more tries pass over a dropped connection or one busy second.
MAX_RETRIES = 2
# Retries may add a fifth to the normal number of calls, also in a storm of refusals (a tested bound).
RETRY_SHARE = 0.2
# A quiet model may retry twice at once; a full purse after a long calm may not start a storm.
FIRST_RETRIES, MOST_RETRIES = 2.0, 10.0
# Waits grow 0.5, 1, 2, ... seconds, each drawn between half and all of it: calls must not come back in step.
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
# One call with its retries makes three failures; a fourth in a row says it is not that call. Then all wait.
FAILURES_UNTIL_CLOSED = 4
# A header that says "tomorrow" may be a mistake; after five minutes one call finds out.
LONGEST_RETRY_AFTER = 300.0


class Transient(Exception):
    """One try failed in a way that may pass. `after` is what the server asked us to wait, in seconds."""

    def __init__(self, why: str, *, after: float | None = None) -> None:
        self.why, self.after = why, after
        super().__init__(why)


@dataclass
class Patience:
    """How long we wait for one model, shared by all its calls. Clock, sleep and chance can be handed in."""

    name: str
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random
    retries_left: float = FIRST_RETRIES
    failures: int = 0
    closed_until: float = float("-inf")
    last_failure: str = ""

    async def ask(self, attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
        """Run `attempt` until it succeeds, fails for good, or patience or time runs out."""
        if seconds <= 0:
            raise ModelUnreachable(f"{self.name}: not asked, because no time is left.")
        deadline = self.clock() + seconds
        self.retries_left = min(MOST_RETRIES, self.retries_left + RETRY_SHARE)
        await self._wait_until_open(deadline)
        for tries in range(MAX_RETRIES + 1):
            try:
                reply = await self._try(attempt, deadline)
            except Transient as error:
                self._note_failure(error)
            else:
                self.failures = 0
                return reply
            if tries == MAX_RETRIES or self.retries_left < 1:
                break
            self.retries_left -= 1
            await self._sleep(max(self._wait(tries), self.closed_until - self.clock()), deadline)
            await self._wait_until_open(deadline)
        raise ModelUnreachable(f"{self.name}: {self.last_failure}; given up after {tries + 1} tries.")

    async def _try(self, attempt: Callable[[], Awaitable[T]], deadline: float) -> T:
        left = deadline - self.clock()
        try:
            async with asyncio.timeout(left):
                return await attempt()
        except TimeoutError:
            raise Transient(f"no reply within {left:.1f} s") from None

    def _note_failure(self, error: Transient) -> None:
        self.failures += 1
        self.last_failure = error.why
        wait = min(error.after or 0.0, LONGEST_RETRY_AFTER)
        if self.failures >= FAILURES_UNTIL_CLOSED:  # also when it says "at once": it has said so before
            wait = max(wait, self._wait(self.failures - FAILURES_UNTIL_CLOSED))
        self.closed_until = max(self.closed_until, self.clock() + wait)

    def _wait(self, steps: int) -> float:
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(steps, 10)) * (0.5 + self.chance() / 2)

    async def _wait_until_open(self, deadline: float) -> None:
        while (wait := self.closed_until - self.clock()) > 0:
            # Spread those who wait for the same moment: the first to come back tells the others how it went.
            await self._sleep(wait * (1 + self.chance() / 10), deadline)

    async def _sleep(self, wait: float, deadline: float) -> None:
        """Sleep, unless no time would be left afterwards: then say so now rather than later."""
        left = deadline - self.clock()
        if wait >= left:
            raise ModelUnreachable(
                f"{self.name}: {self.last_failure}; next try in {wait:.1f} s, but {left:.1f} s are left."
            )
        await self.sleep(wait)
