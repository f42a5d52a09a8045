"""The two streams: a question followed from its start, and a conversation followed as long as one likes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query
from starlette.responses import StreamingResponse

from answerable.server.desk import AtDesk, Desk
from answerable.server.problems import documented
from answerable.server.shapes import StreamRequest, moment
from answerable.store.conversations import StoredEvent

router = APIRouter(prefix="/api", tags=["follow"])

# Told to the browser: how many milliseconds to wait before it reconnects.
RETRY = "retry: 1000\n\n"
SILENCE = ": keepalive\n\n"
SSE_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
SSE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


class EventStream(StreamingResponse):
    media_type = "text/event-stream"


@router.post(
    "/chatbot/start/stream",
    response_class=EventStream,
    responses={**SSE, **documented(400, 404, 409, 413, 415, 422, 503)},
)
async def start(asked: StreamRequest, desk: AtDesk) -> EventStream:
    """Ask and follow: `{type: message|log|stat, createdAt, item}`, closed by complete, stopped or error."""
    question = desk.take(asked.question or asked.prompt or "", asked.site, asked.workflowId, asked.user)
    after = desk.conversations.last_event(question.conversation)
    desk.walks.start(question)
    return EventStream(_one_run(desk, question.conversation, question.run, after), headers=SSE_HEADERS)


@router.get(
    "/conversations/{conversation}/events",
    response_class=EventStream,
    responses={**SSE, **documented(404, 422)},
)
async def follow(
    desk: AtDesk,
    conversation: Annotated[str, Path()],
    after: Annotated[int, Query(ge=0, description="Begin behind the event of this number.")] = 0,
    last_event_id: Annotated[
        int | None, Header(ge=0, description="Wins over `after`: sent on reconnect.")
    ] = None,
) -> EventStream:
    """Every event of a conversation, first the stored ones, then live; any number of viewers get them all."""
    desk.find(conversation)
    begin = after if last_event_id is None else last_event_id
    begin = min(
        begin, desk.conversations.last_event(conversation)
    )  # a number from the future would wait for ever
    return EventStream(_all_events(desk, conversation, begin), headers=SSE_HEADERS)


async def _all_events(desk: Desk, conversation: str, after: int) -> AsyncIterator[str]:
    yield RETRY
    with desk.board.watch(desk.place(conversation), after) as watch:
        while (events := await watch.read(desk.keepalive)) is not None:
            yield "".join(map(_numbered, events)) or SILENCE


async def _one_run(desk: Desk, conversation: str, run: str, after: int) -> AsyncIterator[str]:
    with desk.board.watch(desk.place(conversation), after) as watch:
        while (events := await watch.read(desk.keepalive)) is not None:
            mine = [event for event in events if event.run == run]
            yield "".join(frame for event in mine for frame in _frames(event, conversation)) or SILENCE
            if mine and mine[-1].record["event"] == "OutcomeSettled":
                return


def _numbered(event: StoredEvent) -> str:
    said = {
        "place": event.place,
        "run": event.run,
        "createdAt": moment(event.created_at),
        "record": event.record,
    }
    return _frame(said, number=event.place)


def _frames(event: StoredEvent, conversation: str) -> Iterator[str]:
    """One event in the words of the chatbot route; the last one becomes three."""
    item: dict[str, Any] = {"id": event.place, "workflowId": conversation, "run": event.run}
    at, record = moment(event.created_at), event.record

    def wire(kind: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "createdAt": at, "item": {**item, **more}}

    if record["event"] == "RunStarted":
        yield _frame(wire("message", role="user", message=record["question"]), number=event.place)
    elif record["event"] != "OutcomeSettled":
        yield _frame(wire("log", record=record), number=event.place)
    else:
        outcome = record["outcome"]
        yield _frame(wire("message", role="assistant", message=outcome["text"]))
        yield _frame(wire("stat", **outcome["usage"]))
        ending = _ending(outcome)
        yield _frame(wire(ending, outcome=outcome), number=event.place, name=ending)


def _ending(outcome: dict[str, Any]) -> str:
    if outcome["outcome"] != "failure":
        return "complete"
    return "stopped" if outcome["reason"] == "stopped" else "error"


def _frame(said: dict[str, Any], *, number: int | None = None, name: str = "") -> str:
    """One server-sent event. JSON has no raw line breaks, so one data line is enough."""
    head = (f"event: {name}\n" if name else "") + (f"id: {number}\n" if number is not None else "")
    return f"{head}data: {json.dumps(said, ensure_ascii=False)}\n\n"
