"""Events are stored before they are told, in order, and the outcome after its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from answerable.domain.events import OutcomeSettled, PageSkipped, RunStarted
from answerable.runs import EventLog
from answerable.store import Store
from answerable.store.conversations import StoredEvent, TenantConversations


@pytest.fixture
def conversations(tmp_path: Path) -> TenantConversations:
    return Store.open(tmp_path).conversations("local")


async def test_events_are_stored_before_told(conversations: TenantConversations) -> None:
    told: list[int] = []
    first = asyncio.Event()

    def kept(events: Sequence[StoredEvent]) -> None:
        stored = {event.place for event in conversations.events("c")}
        assert {event.place for event in events} <= stored
        told.extend(event.place for event in events)
        first.set()

    async with EventLog(conversations, "c", "r", kept) as log:
        log.hear(RunStarted("r", "c", "When?"))
        await first.wait()
        for n in range(100):
            log.hear(PageSkipped(str(n), ""))
            await asyncio.sleep(0)
    assert told == list(range(1, 102))


async def test_the_outcome_waits_for_its_turn(conversations: TenantConversations) -> None:
    told: list[str] = []
    first = asyncio.Event()

    def kept(events: Sequence[StoredEvent]) -> None:
        told.extend(event.record["event"] for event in events)
        first.set()

    async with EventLog(conversations, "c", "r", kept) as log:
        log.hear(RunStarted("r", "c", "When?"))
        log.hear(OutcomeSettled({}))
        await first.wait()
        assert told == ["RunStarted"]
    assert told == ["RunStarted", "OutcomeSettled"]


async def test_a_walk_that_breaks_keeps_its_events(conversations: TenantConversations) -> None:
    async def walk() -> None:
        async with EventLog(conversations, "c", "r", lambda _: None) as log:
            log.hear(RunStarted("r", "c", "When?"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await walk()
    assert len(conversations.events("c")) == 1


async def test_a_late_stop_does_not_undo(conversations: TenantConversations) -> None:
    ending = asyncio.Event()

    async def walk() -> str:
        async with EventLog(conversations, "c", "r", lambda _: None) as log:
            log.hear(OutcomeSettled({}))
            ending.set()
        return "answered"

    walking = asyncio.create_task(walk())
    await ending.wait()
    walking.cancel()
    assert await walking == "answered"
    assert len(conversations.events("c")) == 1
