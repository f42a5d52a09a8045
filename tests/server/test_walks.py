"""Every walk that was started ends with an outcome that is kept, whatever breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from answerable.asking import take
from answerable.build import House
from answerable.domain.question import Question, User
from answerable.engine import Engine
from answerable.server.board import Board
from answerable.server.metrics import Metrics
from answerable.server.walks import AT_ONCE, ConversationBusy, Walks
from answerable.settings import Settings
from tests.server.conftest import Site


class BrokenHouse(House):
    """A house whose engine cannot be made."""

    @asynccontextmanager
    async def engine(self, question: Question) -> AsyncIterator[Engine]:
        raise RuntimeError("the boiler is out")
        yield


def walks_in(house: House) -> Walks:
    return Walks(house, Board(house.store), Metrics())


async def test_what_breaks_ends_as_a_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    house = BrokenHouse.open(Settings(home=tmp_path))
    question = take(house, "Wann ist geöffnet?", starts=["http://127.0.0.1:9"], user=User())
    with caplog.at_level(logging.ERROR, "answerable.server"):
        outcome = await walks_in(house).start(question).task
    assert (outcome.reason, "schiefgegangen" in outcome.text) == ("failure", True)
    assert "the boiler is out" in caplog.text
    log = house.store.conversations("local")
    assert [event.record["event"] for event in log.events(question.conversation)] == [
        "RunStarted",
        "OutcomeSettled",
    ]
    assert log.told(question.conversation)[0].outcome["reason"] == "failure"
    house.store.close()


async def test_those_in_line_can_be_stopped(house: House, site: Site) -> None:
    walks = walks_in(house)
    for _ in range(AT_ONCE + 1):
        last = take(house, "When?", starts=[f"{site.url}/slow"], user=User())
        walks.start(last)
    await site.asked.wait()
    assert await walks.stop(("local", last.conversation))
    log = house.store.conversations("local")
    assert [event.record["event"] for event in log.events(last.conversation)] == [
        "RunStarted",
        "OutcomeSettled",
    ]
    assert len(walks) == AT_ONCE
    await walks.close(0)
    assert len(walks) == 0
    house.store.close()


async def test_a_conversation_walks_once_at_a_time(house: House, site: Site) -> None:
    walks = walks_in(house)
    question = take(house, "When?", starts=[f"{site.url}/slow"], user=User())
    walk = walks.start(question)
    with pytest.raises(ConversationBusy):
        walks.start(question)
    assert walks.find(("local", question.conversation)) is walk
    site.release.set()
    await asyncio.wait([walk.task])
    assert walks.find(("local", question.conversation)) is None
    house.store.close()
