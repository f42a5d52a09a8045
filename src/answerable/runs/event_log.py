"""The log of one run: events are stored in small batches as they occur, and passed on only then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from answerable.domain.events import Event, OutcomeSettled, as_record
from answerable.store.conversations import StoredEvent, TenantConversations

Written = TypeVar("Written")
Kept = Callable[[Sequence[StoredEvent]], None]


def nobody(events: Sequence[StoredEvent]) -> None:
    """The ear of one who does not follow."""


class EventLog:
    """Hears a walk without holding it up: while one batch is written in a thread, the next one gathers.

    The outcome waits for the end of the `async with` block, so that whoever is told of it finds the turn
    already kept.
    """

    def __init__(self, conversations: TenantConversations, conversation: str, run: str, kept: Kept) -> None:
        self._conversations, self._kept = conversations, kept
        self._conversation, self._run = conversation, run
        self._heard: list[Event] = []
        self._news = asyncio.Event()
        self._ended = False
        self._writing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._writing = asyncio.create_task(self._write())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._news.set()
        if self._writing:
            await to_the_end(self._writing)

    def hear(self, event: Event) -> None:
        """Take an event; it is stored as soon as the batch before it is."""
        self._heard.append(event)
        self._news.set()

    async def _write(self) -> None:
        while not (self._ended and not self._heard):
            await self._news.wait()
            if not self._ended:
                self._news.clear()
            batch = self._take()
            records = [as_record(event) for event in batch]
            kept = await asyncio.to_thread(
                self._conversations.add_events, self._conversation, self._run, records
            )
            self._kept(kept)

    def _take(self) -> list[Event]:
        batch = self._heard
        if not self._ended and batch and isinstance(batch[-1], OutcomeSettled):
            batch, self._heard = batch[:-1], batch[-1:]
        else:
            self._heard = []
        return batch


async def to_the_end(write: asyncio.Future[Written]) -> Written:
    """Wait for a write whatever happens: a stop that comes now comes too late to undo it."""
    while not write.done():
        try:
            await asyncio.shield(write)
        except asyncio.CancelledError:
            if current := asyncio.current_task():
                current.uncancel()
    return write.result()
