"""The walks of this server: how many may wait, and who hears what they tell. What makes them durable is in runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from answerable.build import House
from answerable.domain.question import Question
from answerable.errors import AnswerableError
from answerable.language.titles import title
from answerable.runs.runs import ConversationBusy, RunLeft, Runs, Walk
from answerable.server.board import Board, Place
from answerable.server.metrics import Metrics
from answerable.store.conversations import StoredEvent

__all__ = ["ConversationBusy", "LineFull", "RunLeft", "Walk", "Walks"]

# Questions that may wait before we say that we are full; at a second each the last one waits half a minute.
LINE = 256


class LineFull(AnswerableError):
    """More questions wait than we can promise to answer; whoever asks must come back later."""


class RunEar(Protocol):
    """Hears what runs told once it is stored, and never holds them up."""

    def hear(self, tenant: str, events: Sequence[StoredEvent]) -> None: ...
    def close(self, patience: float) -> None: ...


class Walks:
    """Starts walks and passes on what they tell; walks that a server before this one left behind go on."""

    def __init__(self, house: House, board: Board, metrics: Metrics, *, ears: Sequence[RunEar] = ()) -> None:
        self._house, self._board, self._metrics, self._ears = house, board, metrics, ears
        self.runs = Runs(house.store, house.engine, self._pass_on, elsewhere=board.look_again)
        self.closing = False

    def __len__(self) -> int:
        return len(self.runs)

    def start(self, question: Question) -> Walk:
        """Set out at once; one walk per conversation at a time. Nothing can lose it once `walk.taken` is done."""
        if len(self.runs) >= LINE or self.closing:
            raise LineFull("More questions are waiting than can be answered soon.")
        house, tenant = self._house.of(question.variant), question.user.tenant.id
        limits = house.budget(question.assistant, tenant).limits
        return self.runs.start(question, limits, title(question.text))

    async def close(self, grace: float) -> None:
        """Take nothing new, give what is under way a little time, and leave the rest to the next server."""
        self.closing = True
        await self.runs.close(grace)
        for ear in self._ears:
            await asyncio.to_thread(ear.close, grace)

    def _pass_on(self, where: Place, events: Sequence[StoredEvent]) -> None:
        self._metrics.hear(events)
        self._board.pin(where, events)
        for ear in self._ears:
            ear.hear(where[0], events)
