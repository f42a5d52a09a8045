"""The log of one run: events are stored in small batches as they occur."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from answerable.domain.events import Event, OutcomeSettled, as_record
from answerable.store.conversations import TenantConversations

Written = TypeVar("Written")


class EventLog:
    """Hears a walk without holding it up: while one batch is written in a thread, the next one gathers.

    The outcome is written when the log is closed, so that whoever reads of it finds the turn already kept.
    """

    def __init__(self, conversations: TenantConversations, conversation: str, run: str) -> None:
        self._conversations, self._conversation, self._run = conversations, conversation, run
        self._heard: list[dict[str, Any]] = []
        self._settled: list[dict[str, Any]] = []
        self._writing: asyncio.Task[None] | None = None

    def hear(self, event: Event) -> None:
        """Take an event; it is stored as soon as the batch before it is."""
        (self._settled if isinstance(event, OutcomeSettled) else self._heard).append(as_record(event))
        self._hurry()

    async def aclose(self) -> None:
        """Write what is left, the outcome last."""
        self._heard += self._settled
        await to_the_end(self._hurry())

    def _hurry(self) -> asyncio.Task[None]:
        # A batch that could not be written ends the log; whoever closes it hears why.
        if self._writing is None or (self._writing.done() and not self._writing.exception()):
            self._writing = asyncio.create_task(self._write())
        return self._writing

    async def _write(self) -> None:
        while self._heard:
            batch, self._heard = self._heard, []
            await asyncio.to_thread(self._conversations.add_events, self._conversation, self._run, batch)


async def to_the_end(write: asyncio.Future[Written]) -> Written:
    """Wait for a write whatever happens: a stop that comes now comes too late to undo it."""
    while not write.done():
        try:
            await asyncio.shield(write)
        except asyncio.CancelledError:
            if current := asyncio.current_task():
                current.uncancel()
    return write.result()
