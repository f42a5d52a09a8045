"""The two streams: a question followed from its start, and a conversation followed as long as one likes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query

from answerable.server.desk import Desk, ToAsk, ToRead
from answerable.server.problems import Refused, documented
from answerable.server.shapes import MessageId, StreamRequest
from answerable.server.wire import CATEGORIES, RETRY, SILENCE, SSE, ChatWire, EventStream

router = APIRouter(prefix="/api", tags=["follow"])

LastEventId = Annotated[int | None, Header(ge=0, description="Wins over `after`: sent on reconnect.")]
After = Annotated[int, Query(ge=0, description="Begin behind the event of this number.")]


@router.post(
    "/chatbot/start/stream",
    response_class=EventStream,
    responses={**SSE, **documented(400, 404, 409, 413, 415, 422, 503)},
)
async def start(
    asked: StreamRequest, desk: ToAsk, message_id: MessageId = None, last_event_id: LastEventId = None
) -> EventStream:
    """Ask and follow, or follow again: `{type: message|log|stat, createdAt, item}`.

    Without a question the conversation `workflowId` is told from its beginning, from `roundNumber` on or
    from behind `Last-Event-ID`. Closed by complete, stopped or error.
    """
    if asked.words:
        started = await desk.begin(asked.asking(message_id))
        run, conversation, after = started.run, started.conversation, started.after
        rounds = await asyncio.to_thread(_rounds, desk, conversation)
        only = rounds.setdefault(run, len(rounds) + 1)
        if started.walk:
            last_event_id = None  # nobody has seen anything of it yet
    else:
        conversation = asked.workflowId or ""
        desk.find(conversation)
        rounds = await asyncio.to_thread(_rounds, desk, conversation)
        if not rounds:
            raise Refused(409, "Nothing was asked in this conversation yet. Add a question.")
        run, after, only = list(rounds)[-1], 0, asked.roundNumber or 1
        if only > len(rounds):
            raise Refused(422, f"The conversation has {len(rounds)} rounds.", field="roundNumber")
    wire = ChatWire(conversation, run, asked.categories or list(CATEGORIES))
    begin = max(after, desk.seen(conversation, last_event_id or 0))
    return EventStream(_up_to_the_end(desk, wire, begin, rounds, only))


@router.get(
    "/conversations/{conversation}/events",
    response_class=EventStream,
    responses={**SSE, **documented(404, 422)},
)
async def follow(
    desk: ToRead, conversation: Annotated[str, Path()], after: After = 0, last_event_id: LastEventId = None
) -> EventStream:
    """Every event of a conversation, first the stored ones, then live; any number of viewers get them all."""
    desk.find(conversation)
    begin = desk.seen(conversation, after if last_event_id is None else last_event_id)
    return EventStream(all_events(desk, conversation, begin))


def _rounds(desk: Desk, conversation: str) -> dict[str, int]:
    """The runs of a conversation in order, with the number of their round."""
    runs = desk.house.store.told(desk.tenant).of([conversation])
    rounds = {run.id: run.round for run in sorted(runs, key=lambda run: run.round)}
    for waiting in desk.house.store.runs(desk.tenant).latest(conversation=conversation, limit=1):
        rounds.setdefault(waiting.id, len(rounds) + 1)  # it has told nothing yet
    return rounds


async def all_events(desk: Desk, conversation: str, after: int) -> AsyncIterator[bytes]:
    """Stored events in our own form, then those that come."""
    yield RETRY
    async for events in desk.events(conversation, after):
        yield events.framed()


async def _up_to_the_end(
    desk: Desk, wire: ChatWire, after: int, rounds: dict[str, int], only: int
) -> AsyncIterator[bytes]:
    """The rounds from `only` on, up to the end of the wire's run."""
    told = await asyncio.to_thread(desk.house.store.told(desk.tenant).get, wire.run)
    if told and told.outcome and desk.conversations.last_event(wire.conversation) <= after:
        return  # whoever asks has seen the end
    async for events in desk.events(wire.conversation, after):
        mine = [event for event in events if only <= rounds.get(event.run, 0)]
        yield b"".join(f for event in mine for f in wire.frames(event, rounds[event.run])) or SILENCE
        if wire.closed:
            return
