"""Stored events in the words of the chatbot route."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from answerable.domain import events
from answerable.domain.events import Event
from answerable.server.wire import CATEGORIES, ChatWire, frame, progress
from answerable.store.conversations import StoredEvent

EVENTS = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
USAGE = {"seconds": 0.1, "pages": 2}


def event(place: int, run: str, kind: str, **more: Any) -> StoredEvent:
    return StoredEvent(place, run, 0.0, {"event": kind, **more})


def settled(place: int, run: str, outcome: str = "answer", reason: str | None = None) -> StoredEvent:
    said = {"outcome": outcome, "reason": reason, "text": f"text {run}", "usage": USAGE}
    return event(place, run, "OutcomeSettled", outcome=said)


def told(wire: ChatWire, *events: StoredEvent) -> list[dict[str, Any]]:
    frames = [one for event in events for one in wire.frames(event, round=1)]
    return [json.loads(one.partition(b"data: ")[2]) for one in frames]


def test_only_the_last_run_closes() -> None:
    wire = ChatWire("c", "r2", CATEGORIES)
    said = told(
        wire,
        settled(1, "r1"),
        event(2, "r2", "PlanMade", why="count"),
        settled(3, "r2"),
        event(4, "r3", "PlanMade"),
    )
    assert [one["type"] for one in said] == ["message", "stat", "log", "message", "stat", "complete"]
    assert wire.closed
    assert said[2]["item"]["message"] == "Planned: count"
    assert said[-1]["item"]["status"] == "completed"


@pytest.mark.parametrize(
    ("outcome", "reason", "word", "status"),
    [
        ("answer", None, "complete", "completed"),
        ("refusal", "off_topic", "complete", "completed"),
        ("clarification", "ambiguous", "complete", "waiting"),
        ("failure", "stopped", "stopped", "stopped"),
        ("failure", "failure", "error", "error"),
    ],
)
def test_each_outcome_has_its_ending(outcome: str, reason: str | None, word: str, status: str) -> None:
    said = told(ChatWire("c", "r", CATEGORIES), settled(1, "r", outcome, reason))
    assert (said[-1]["type"], said[-1]["item"]["status"]) == (word, status)


def test_endings_are_told_whatever_is_wanted() -> None:
    said = told(ChatWire("c", "r", ["chat"]), event(1, "r", "RunStarted", question="q"), settled(2, "r"))
    assert [one["type"] for one in said] == ["message", "message", "complete"]
    said = told(ChatWire("c", "r", ["workflow"]), event(1, "r", "RunStarted", question="q"), settled(2, "r"))
    assert [one["type"] for one in said] == ["stat", "complete"]


def test_a_frame_is_always_one_line_of_data() -> None:
    said = frame({"text": "a\nb\r\u2028c"}, number=3, name="complete").decode()
    assert said.startswith("event: complete\nid: 3\ndata: ")
    assert said.endswith("\n\n")
    assert said.count("\n") == 4
    assert "\r" not in said


def test_progress_speaks_the_language_of_the_question() -> None:
    asked = event(1, "r1", "RunStarted", question="Wie viele Artikel haben wir?")
    ran = event(2, "r1", "QueryRan", name="query_1", rows=8, seconds=0.1)
    said = told(ChatWire("c", "r1", CATEGORIES), asked, ran)
    assert said[1]["item"]["message"] == "query_1 ergab 8 Zeilen."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_can_be_told(kind: type[Event], language: str) -> None:
    record = {"event": kind.__name__, **{part.name: "x" for part in fields(kind)}}
    assert "{" not in progress(record, language)
