"""Stored events as server-sent events: our own numbered form, and that of the chatbot route."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Iterable, Iterator
from typing import Any

from pydantic import TypeAdapter
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from answerable.language.words import detect_language
from answerable.lists import read_list
from answerable.server.replies import moment
from answerable.store.conversations import StoredEvent

# Where a stream finds the way out that begins furthest out.
SHORT_WAY = "answerable.send"
# Told to the browser: how many milliseconds to wait before it reconnects.
RETRY = b"retry: 1000\n\n"
SILENCE = b": keepalive\n\n"
SSE_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
# One event of a stream, for OpenAPI.
EVENT = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
    "required": ["data"],
}
SSE: dict[int | str, dict[str, Any]] = {
    200: {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": EVENT}}}
}
# The chatbot route's categories, and which of its types each holds; what closes a stream is always sent.
CATEGORIES = {"chat": ("message",), "workflow": ("log", "stat")}
# Four times as fast as `json.dumps` for what an event holds.
_encode = TypeAdapter(Any).dump_json
_PROGRESS: dict[str, dict[str, str]] = read_list(__package__, "progress.toml")
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


class EventStream(StreamingResponse):
    """Frames as they come, on the short way out.

    Whatever stands between the door and the route has done its part once the reply began, and would cost a
    thousand viewers more than the events themselves (benchmarks/streams.py).
    """

    media_type = "text/event-stream"

    def __init__(self, told: AsyncIterator[bytes], status_code: int = 200) -> None:  # FastAPI reads the 200
        super().__init__(told, status_code, headers=SSE_HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._short = scope[SHORT_WAY]
        await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        short = self._short
        async for words in self.body_iterator:
            if words:
                await short({"type": "http.response.body", "body": words, "more_body": True})
        await short({"type": "http.response.body", "body": b"", "more_body": False})


def frame(said: dict[str, Any], *, number: int | None = None, name: str = "") -> bytes:
    """One server-sent event. JSON has no raw line breaks, so one data line is enough."""
    head = (f"event: {name}\n" if name else "") + (f"id: {number}\n" if number is not None else "")
    return b"%bdata: %b\n\n" % (head.encode(), _encode(said))


def frames(events: Iterable[StoredEvent]) -> bytes:
    """Events in our own numbered form; what is sent where there are none keeps the line open."""
    return b"".join([frame(numbered(event), number=event.place) for event in events]) or SILENCE


class Batch(list[StoredEvent]):
    """Events that are told together; whoever follows is sent the same bytes, made once."""

    __slots__ = ("_framed",)

    def framed(self) -> bytes:
        """All of them in our own numbered form. A lock, as `cached_property` has, costs more than making them."""
        try:
            return self._framed
        except AttributeError:
            self._framed: bytes = frames(self)
            return self._framed

    def follow(self, place: int) -> bool:
        """Whether these are the very next ones behind a number, without a hole."""
        return self[0].place == place + 1 and self[-1].place == place + len(self)


def numbered(event: StoredEvent) -> dict[str, Any]:
    """An event as our own streams and sockets tell it."""
    at = moment(event.created_at)
    return {"place": event.place, "run": event.run, "createdAt": at, "record": event.record}


def progress(record: dict[str, Any], language: str) -> str:
    """What an event means to somebody who waits, in the language of their question."""
    words = _PROGRESS[language].get(record["event"])
    return words.format(**record) if words else _WORD.sub(" ", record["event"]).capitalize()


class ChatWire:
    """One conversation in the words of the chatbot route: `{type, createdAt, item}`."""

    def __init__(self, conversation: str, run: str, categories: Collection[str]) -> None:
        self.conversation, self.run = conversation, run  # the run with whose end the stream closes
        self._types = {kind for category in categories for kind in CATEGORIES[category]}
        self._language = "en"  # of the question under way
        self.closed = False  # that end was told

    def frames(self, event: StoredEvent, round: int) -> Iterator[bytes]:
        """One event; the end of a run becomes a message, a stat and, for the last run, what closes the stream."""
        if self.closed:
            return
        item: dict[str, Any] = {"id": event.place, "workflowId": self.conversation}
        item |= {"run": event.run, "roundNumber": round}
        record, at = event.record, moment(event.created_at)

        def _wire(kind: str, number: int | None = None, name: str = "", **more: Any) -> Iterator[bytes]:
            if kind in self._types or name:
                said = {"type": kind, "createdAt": at, "item": {**item, **more}}
                yield frame(said, number=number, name=name)

        if record["event"] == "RunStarted":
            self._language = detect_language(record["question"])
            yield from _wire("message", event.place, role="user", message=record["question"])
        elif record["event"] == "PersonSpoke":
            yield from _wire(
                "message", event.place, role="person", person=record["person"], message=record["text"]
            )
        elif record["event"] != "OutcomeSettled":
            says = progress(record, self._language)
            yield from _wire("log", event.place, message=says, status="running", record=record)
        else:
            outcome = record["outcome"]
            closes = event.run == self.run
            yield from _wire("message", role="assistant", message=outcome["text"], outcome=outcome)
            yield from _wire("stat", None if closes else event.place, **outcome["usage"])
            if closes:
                self.closed = True
                name, status = _ending(outcome)
                yield from _wire(name, event.place, name, status=status, outcome=outcome)


def _ending(outcome: dict[str, Any]) -> tuple[str, str]:
    """The word that closes a chatbot stream, and the status of the run."""
    if outcome["outcome"] == "failure":
        word = "stopped" if outcome["reason"] == "stopped" else "error"
        return word, word
    return "complete", "waiting" if outcome["outcome"] == "clarification" else "completed"
