from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest

from answerable.domain.events import Event, PageFetched, PlanMade, as_record, silence


def test_an_event_becomes_plain_json() -> None:
    event = PlanMade("act", "nothing was looked at yet", ("website",), "rule")
    record = as_record(event)
    assert record["event"] == "PlanMade"
    assert json.loads(json.dumps(record))["tasks"] == ["website"]


def test_an_event_cannot_be_changed() -> None:
    event = PageFetched("https://shop.example/", 200, 0.1, 3)
    with pytest.raises(FrozenInstanceError):
        event.status = 500  # type: ignore[misc]  # that it cannot be set is the point


def test_equal_facts_are_equal_events() -> None:
    assert PageFetched("https://a.example/", 200, 0.1, 3) == PageFetched("https://a.example/", 200, 0.1, 3)


def test_silence_hears_and_says_nothing() -> None:
    assert silence(Event()) is None  # type: ignore[func-returns-value]  # that it returns nothing is the point
