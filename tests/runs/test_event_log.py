"""Events are stored as they are told, in order, and the outcome after its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from answerable.domain.events import OutcomeSettled, PageSkipped, RunStarted
from answerable.runs import EventLog
from answerable.store import Store
from answerable.store.conversations import StoredEvent, TenantConversations


@pytest.fixture
def conversations(tmp_path: Path) -> TenantConversations:
    return Store.open(tmp_path).conversations("local")


def names(conversations: TenantConversations) -> list[str]:
    return [event.record["event"] for event in conversations.events("c")]


async def something(conversations: TenantConversations) -> None:
    """Wait until anything is stored."""
    async with asyncio.timeout(10):
        while not names(conversations):  # noqa: ASYNC110 a store tells nobody that it was written to
            await asyncio.sleep(0)


async def test_events_are_stored_while_others_gather(conversations: TenantConversations) -> None:
    async with aclosing(EventLog(conversations, "c", "r")) as log:
        log.hear(RunStarted("r", "c", "When?"))
        await something(conversations)
        for n in range(100):
            log.hear(PageSkipped(str(n), ""))
            await asyncio.sleep(0)
    told = conversations.events("c")
    assert [event.place for event in told] == list(range(1, 102))
    assert [event.record["url"] for event in told[1:]] == [str(n) for n in range(100)]


async def test_the_outcome_waits_for_its_turn(conversations: TenantConversations) -> None:
    async with aclosing(EventLog(conversations, "c", "r")) as log:
        log.hear(OutcomeSettled({}))
        log.hear(RunStarted("r", "c", "When?"))
        await something(conversations)
        assert names(conversations) == ["RunStarted"]
    assert names(conversations) == ["RunStarted", "OutcomeSettled"]


async def test_a_walk_that_breaks_keeps_its_events(conversations: TenantConversations) -> None:
    async def walk() -> None:
        async with aclosing(EventLog(conversations, "c", "r")) as log:
            log.hear(RunStarted("r", "c", "When?"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await walk()
    assert len(conversations.events("c")) == 1


class FullDisk(TenantConversations):
    """Keeps nothing any more."""

    def add_events(self, conversation: str, run: str, records: Sequence[dict[str, Any]]) -> list[StoredEvent]:
        raise OSError("no space left")


async def test_what_cannot_be_written_is_heard() -> None:
    log = EventLog(FullDisk(create_engine("sqlite://"), "local"), "c", "r")
    log.hear(RunStarted("r", "c", "When?"))
    with pytest.raises(OSError, match="no space"):
        await log.aclose()


async def test_a_late_stop_does_not_undo(conversations: TenantConversations) -> None:
    ending = asyncio.Event()

    async def walk() -> str:
        async with aclosing(EventLog(conversations, "c", "r")) as log:
            log.hear(OutcomeSettled({}))
            ending.set()
        return "answered"

    walking = asyncio.create_task(walk())
    await ending.wait()
    walking.cancel()
    assert await walking == "answered"
    assert len(conversations.events("c")) == 1
