"""The walks of this server: how many may wait, and who hears what they tell. What makes them durable is in runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from answerable.asking import NAME_CHARS
from answerable.build import House
from answerable.domain.question import Question
from answerable.errors import AnswerableError
from answerable.runs.runs import AT_ONCE, ConversationBusy, RunLeft, Runs, Walk, place_of
from answerable.runs.shift import LEASE_SECONDS
from answerable.server.board import Board, Place
from answerable.server.metrics import Metrics
from answerable.store.conversations import StoredEvent
from answerable.trace import Exporter

__all__ = ["AT_ONCE", "ConversationBusy", "LineFull", "RunLeft", "Walk", "Walks", "place_of"]

# Questions that may wait before we say that we are full; at a second each the last one waits half a minute.
LINE = 256


class LineFull(AnswerableError):
    """More questions wait than we can promise to answer; whoever asks must come back later."""


class Walks:
    """Starts walks and passes on what they tell; walks that a server before this one left behind go on."""

    def __init__(
        self,
        house: House,
        board: Board,
        metrics: Metrics,
        *,
        exporter: Exporter | None = None,
        lease: float = LEASE_SECONDS,
    ) -> None:
        self._house, self._board, self._metrics, self._exporter = house, board, metrics, exporter
        self._runs = Runs(house.store, house.engine, self._pass_on, elsewhere=board.look_again, lease=lease)
        self.closing = False

    def __len__(self) -> int:
        return len(self._runs)

    def open(self) -> None:
        """Look after runs from now on, inside the loop that serves."""
        self._runs.begin()

    def find(self, where: Place) -> Walk | None:
        """The walk a conversation is on right now."""
        return self._runs.find(where)

    def start(self, question: Question) -> Walk:
        """Set out at once; one walk per conversation at a time. Nothing can lose it once `walk.taken` is done."""
        if len(self._runs) >= LINE or self.closing:
            raise LineFull("More questions are waiting than can be answered soon.")
        name = question.text if len(question.text) <= NAME_CHARS else question.text[: NAME_CHARS - 1] + "…"
        return self._runs.start(question, self._house.budget(question.assistant).limits, name)

    async def stop(self, where: Place) -> bool:
        """Stop the conversation's walk and wait until that is written down; False when there is none."""
        return await self._runs.stop(where)

    async def close(self, grace: float) -> None:
        """Take nothing new, give what is under way a little time, and leave the rest to the next server."""
        self.closing = True
        await self._runs.close(grace)
        if self._exporter:
            await asyncio.to_thread(self._exporter.close, grace)

    def _pass_on(self, where: Place, events: Sequence[StoredEvent]) -> None:
        self._metrics.hear(events)
        self._board.pin(where, events)
        if self._exporter:
            self._exporter.hear(where[0], events)
