"""The walks this process is on. Each is a task of its own: a client who leaves does not end it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from answerable.asking import NAME_CHARS, keep_turn, pursue
from answerable.build import House
from answerable.domain.events import Event, OutcomeSettled, RunStarted, as_record
from answerable.domain.outcome import Failure, Outcome, as_contract
from answerable.domain.question import Question
from answerable.errors import AnswerableError
from answerable.server.board import Board, Place
from answerable.server.metrics import Metrics
from answerable.store.conversations import StoredEvent

# Walks at once; the rest wait their turn. Each keeps up to 16 requests open (net.at_once), and two cores were
# busy with extraction at four walks already, so more of them only take longer.
AT_ONCE = 8
# Questions that may wait before we say that we are full; at a second each the last one waits half a minute.
LINE = 256

_log = logging.getLogger("answerable.server")

_SAID = {
    ("stopped", "en"): "Stopped before an answer was found.",
    ("stopped", "de"): "Angehalten, bevor eine Antwort gefunden war.",
    ("failure", "en"): "Something went wrong on our side; nothing was changed. Please try again.",
    (
        "failure",
        "de",
    ): "Bei uns ist etwas schiefgegangen; geändert wurde nichts. Bitte noch einmal versuchen.",
}


class ConversationBusy(AnswerableError):
    """The conversation is still working on its last question; whoever asks must wait or stop it."""


class LineFull(AnswerableError):
    """More questions wait than we can promise to answer; whoever asks must come back later."""


@dataclass(frozen=True)
class Walk:
    """A question on its way."""

    question: Question
    task: asyncio.Task[Outcome]


class Walks:
    """Starts walks, keeps them going, stops them, and ends every one honestly."""

    def __init__(self, house: House, board: Board, metrics: Metrics) -> None:
        self._house, self._board, self._metrics = house, board, metrics
        self._on: dict[Place, Walk] = {}
        self._seats = asyncio.Semaphore(AT_ONCE)
        self.closing = False

    def __len__(self) -> int:
        return len(self._on)

    def find(self, where: Place) -> Walk | None:
        """The walk a conversation is on right now."""
        return self._on.get(where)

    def start(self, question: Question) -> Walk:
        """Set out at once; one walk per conversation at a time."""
        where = place_of(question)
        if where in self._on:
            raise ConversationBusy("This conversation is still working on its last question.")
        if len(self._on) >= LINE or self.closing:
            raise LineFull("More questions are waiting than can be answered soon.")
        walk = Walk(question, asyncio.create_task(self._go(question), name=f"walk {question.run}"))
        self._on[where] = walk
        walk.task.add_done_callback(lambda _: self._on.pop(where, None))
        return walk

    async def stop(self, where: Place) -> bool:
        """Stop the conversation's walk and wait until that is written down; False when there is none."""
        walk = self._on.get(where)
        if walk is None:
            return False
        walk.task.cancel()
        await asyncio.wait([walk.task])
        return True

    async def close(self, grace: float) -> None:
        """Take nothing new, give what is under way a little time, and stop the rest."""
        self.closing = True
        tasks = [walk.task for walk in self._on.values()]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=grace)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def _go(self, question: Question) -> Outcome:
        begun = False

        def kept(events: Sequence[StoredEvent]) -> None:
            nonlocal begun
            begun = True
            self._metrics.hear(events)
            self._board.pin(place_of(question), events)

        try:
            async with self._seats:
                return await pursue(self._house, question, kept=kept)
        except asyncio.CancelledError:
            outcome = _unreached(question, "stopped")
        except Exception:  # noqa: BLE001 - whatever broke, the one who asked is told that it did
            _log.exception("Run %s broke", question.run)
            outcome = _unreached(question, "failure")
        kept(self._keep(question, outcome, begun=begun))
        return outcome

    def _keep(self, question: Question, outcome: Outcome, *, begun: bool) -> Sequence[StoredEvent]:
        """Write down an ending for a walk that did not reach one; one stopped in the line never began."""
        conversations = self._house.store.conversations(question.user.tenant.id)
        events: list[Event] = [OutcomeSettled(as_contract(outcome))]
        if not begun:
            name = question.text[:NAME_CHARS]
            owner = {"user": question.user.id, "assistant": "website"}
            conversations.open(question.conversation, **owner, starts=question.starts, name=name)
            events.insert(0, RunStarted(question.run, question.conversation, question.text))
        keep_turn(self._house, question, outcome)
        return conversations.add_events(question.conversation, question.run, [as_record(e) for e in events])


def _unreached(question: Question, reason: Literal["stopped", "failure"]) -> Outcome:
    text = _SAID.get((reason, question.language), _SAID[reason, "en"])
    return Failure(text=text, conversation=question.conversation, run=question.run, reason=reason)


def place_of(question: Question) -> Place:
    """Where a question belongs: its tenant's conversation."""
    return question.user.tenant.id, question.conversation
