"""Before the first question: what every question to an assistant needs is loaded while the page already opens."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Sequence

from answerable.asking import take
from answerable.assistants import Assistant
from answerable.build import House, check_starts
from answerable.build.late import late
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.outcome import Weighing
from answerable.domain.question import User
from answerable.stages.base import Seat

# A plan is thought through, and paid for by nobody: no model is called and no page fetched.
UNPAID = Limits(rounds=1, pages=0, seconds=60.0, model_calls=0)
_log = logging.getLogger("answerable.server")


async def warm(house: House, starts: Sequence[str]) -> None:
    """Load each assistant's code in a thread, then have it plan its first starter; nothing is acted upon or kept."""
    for assistant in house.assistants.values():
        try:
            module = f"answerable.build.{assistant.walks}"
            await asyncio.to_thread(late, module, setting=assistant.name, extra=assistant.walks)
            await _plan(house, assistant, starts)
        except Exception as error:  # noqa: BLE001 - whoever asks is told what is wrong; nobody asked yet
            _log.debug("%s could not be warmed: %s", assistant.name, error)


async def _plan(house: House, assistant: Assistant, starts: Sequence[str]) -> None:
    text = next(iter(assistant.says("en").starters), "What is this about?")
    sites = check_starts(house.sites(house.settings.tenant) or starts) if assistant.needs_site else ()
    question = take(house, text, starts=sites, assistant=assistant.name, user=User())
    seat = Seat(Budget(UNPAID, time.monotonic), silence)
    async with house.engine(question) as engine:
        await engine.guard(question, seat)
        question, ledger = await engine.recall(question, seat)
        await engine.plan(question, ledger, Weighing(confidence=0.0, enough=False), seat)


def spare() -> None:
    """Have the garbage collector leave alone what is loaded by now, and look at the rest less often.

    Its rounds held the loop up for 100 ms and more while a thousand viewers were told something at once. With the
    thresholds below the middle round stays under 10 ms, and passing events on costs 1.2 to 1.4 of a bare generator
    instead of 1.6 (benchmarks/streams.py; larger ones brought the long rounds back).
    """
    gc.freeze()
    gc.set_threshold(5_000, 4, 100)
