"""Every walk that was started ends with an outcome that is kept, whatever breaks."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from answerable.asking import take
from answerable.build import House
from answerable.domain.question import Question, User
from answerable.engine import Engine
from answerable.runs.runs import AT_ONCE
from answerable.server.board import Board
from answerable.server.metrics import Metrics
from answerable.server.walks import ConversationBusy, Walks
from answerable.settings import Settings
from tests.server.conftest import PATIENCE, Client, Site, Stream


class BrokenHouse(House):
    """A house whose engine cannot be made."""

    @asynccontextmanager
    async def engine(self, question: Question, *, without: str = "") -> AsyncIterator[Engine]:
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
    assert await walks.runs.stop(("local", last.conversation))
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
    assert walks.runs.find(("local", question.conversation)) is walk
    site.release.set()
    await asyncio.wait([walk.task])
    assert walks.runs.find(("local", question.conversation)) is None
    house.store.close()


@asynccontextmanager
async def real_server(home: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """`answerable serve` in a process of its own."""
    command = (sys.executable, "-m", "answerable", "serve", "--port", "0")
    environment = {**os.environ, "ANSWERABLE_HOME": str(home)}
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=environment)
    assert process.stdout
    try:
        async with asyncio.timeout(30):
            said = (await process.stdout.readuntil(b"openapi.json\n")).decode()
        yield process, re.findall(r"The page +(\S+)/\n", said)[0]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_killed_server_goes_on_with_its_run(site: Site, tmp_path: Path) -> None:
    async with aiohttp.ClientSession(timeout=PATIENCE) as http:
        async with real_server(tmp_path) as (process, url):
            body = {"question": "When does the tea house open?", "site": [f"{site.url}/slow"]}
            async with http.post(f"{url}/api/chatbot/start/stream", json=body) as reply:
                first = await anext(aiter(Stream(reply)))
                await site.asked.wait()
                process.kill()
        talk = first.data["item"]["workflowId"]
        site.release.set()
        async with (
            real_server(tmp_path) as (_, url),
            http.get(f"{url}/api/conversations/{talk}/events", headers={"Last-Event-ID": "1"}) as reply,
        ):
            frames = await Stream(reply).until_settled()
    assert [frame.id for frame in frames] == list(range(2, 2 + len(frames)))
    names = [frame.data["record"]["event"] for frame in frames]
    assert (names.count("RunStarted"), names.count("RunResumed")) == (0, 1)
    assert "9 in the morning" in frames[-1].data["record"]["outcome"]["text"]


async def test_a_run_is_stopped_by_another_process(client: Client, tmp_path: Path) -> None:
    body = {"question": "When does the tea house open?", "site": [f"{client.site.url}/slow"]}
    async with real_server(client.house.settings.home) as (_, url):
        async with client.http.post(f"{url}/api/runs", json=body) as reply:
            run = (await reply.json())["run"]
        await client.site.asked.wait()
        assert (await client.send("POST", "/api/runs/other/stop"))[0].status == 404
        began = time.perf_counter()
        _, stopped = await client.send("POST", f"/api/runs/{run}/stop")
        took = time.perf_counter() - began
    assert (stopped["status"], stopped["outcome"]["reason"]) == ("stopped", "stopped")
    assert took < 1.0  # 150 ms at most until it is heard; the rest is what a busy machine takes


async def test_a_run_is_watched_from_another_server(house: House, site: Site, tmp_path: Path) -> None:
    walks = walks_in(house)
    other = House.open(Settings(home=tmp_path))
    board = Board(other.store)
    second = Walks(other, board, Metrics())
    second.runs.begin()
    question = take(house, "When does the tea house open?", starts=[f"{site.url}/slow"], user=User())
    walk = walks.start(question)
    await site.asked.wait()
    with board.watch(("local", question.conversation), 0) as watch:
        site.release.set()
        places: list[int] = []
        settled = False
        while not settled:
            events = await watch.read(10)
            assert events, "nothing more was heard"
            places += [event.place for event in events]
            settled = events[-1].record["event"] == "OutcomeSettled"
    assert places == list(range(1, len(places) + 1))
    await walk.task
    for mine in (walks, second):
        await mine.close(1)
    house.store.close()
    other.store.close()
