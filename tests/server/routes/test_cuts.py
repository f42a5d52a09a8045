"""Connections torn at any byte, a restart under hundreds of them, viewers who never read: nobody loses an event."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from answerable.build import House
from answerable.settings import Settings
from tests.server.conftest import Client, Site, served

# Connections torn; ANSWERABLE_CUTS=100000 for the long way.
CUTS = int(os.environ.get("ANSWERABLE_CUTS", "300"))
EVENTS, VIEWERS = 60, 10
STREAMS = 200  # open while the server is restarted
_NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
_PIECE = re.compile(rb"\r\n[0-9a-f]+\r\n|^[0-9a-f]+\r\n")  # the sizes of HTTP's pieces


def asking(url: str, conversation: str, last: int = 0) -> bytes:
    seen = f"Last-Event-ID: {last}\r\n" if last else ""
    path = f"/api/conversations/{conversation}/events"
    return f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\n{seen}\r\n".encode()


def whole(came: bytes) -> list[int]:
    """The numbers of the frames that came to their end."""
    head, _, body = came.partition(b"\r\n\r\n")
    assert not body or head.startswith(b"HTTP/1.1 200")
    said = b"".join(_PIECE.split(body))
    return [int(number) for number in _NUMBER.findall(said.rpartition(b"\n\n")[0])]


@dataclass
class Viewer:
    """Reads a stream off a bare socket and keeps only frames that came whole; comes back with the last number seen."""

    url: str
    conversation: str
    cuts: int = 0
    seen: list[int] = field(default_factory=list)

    async def read(self, most: int) -> None:
        """Read so many bytes, or to the last event, and tear the connection."""
        address = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(asking(self.url, self.conversation, self.seen[-1] if self.seen else 0))
        came = b""
        try:
            while len(came) < most and (piece := await reader.read(most - len(came))):
                came += piece
                if whole(came)[-1:] == [EVENTS]:
                    break
        finally:
            writer.transport.abort()  # a reset, as when a line goes dead
            self.seen += whole(came)
            self.cuts += 1

    async def to_the_end(self) -> None:
        """Read on, whatever happens to the server in between."""
        while self.seen[-1:] != [EVENTS]:
            try:
                await self.read(1_000_000)
            except ConnectionError:  # it is not there just now
                await asyncio.sleep(0.05)


def opened(client: Client, conversation: str) -> None:
    client.desk.conversations.open(conversation, user="me", assistant="website", starts=(), name="c")


def tell(client: Client, conversation: str, words: str = "") -> None:
    kept = client.desk.conversations.add_events(conversation, "r", [{"event": "x", "words": words}])
    client.desk.board.pin(("local", conversation), kept)


async def watched_by(client: Client, viewers: int) -> None:
    for _ in range(1_000):
        if len(client.desk.board) == viewers:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{len(client.desk.board)} watch, not {viewers}")


async def test_torn_connections_lose_nothing(client: Client) -> None:
    chance = random.Random(16)

    async def watch(viewer: Viewer) -> None:
        while viewer.seen[-1:] != [EVENTS]:
            await viewer.read(chance.randint(0, 1500))  # a head is about 600 bytes long, a frame about 130

    async def write(conversation: str) -> None:
        for _ in range(EVENTS):
            tell(client, conversation)
            await asyncio.sleep(chance.random() / 100)

    cuts = rounds = 0
    while cuts < CUTS:
        opened(client, conversation := f"round{rounds}")
        viewers = [Viewer(client.url, conversation) for _ in range(VIEWERS)]
        async with asyncio.timeout(60):
            await asyncio.gather(write(conversation), *map(watch, viewers))
        assert [viewer.seen for viewer in viewers] == [list(range(1, EVENTS + 1))] * VIEWERS
        cuts, rounds = cuts + sum(viewer.cuts for viewer in viewers), rounds + 1
    await watched_by(client, 0)  # nobody who is gone is still written to


async def test_open_streams_resume_after_a_restart(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path))
    async with served(house, site) as client:
        opened(client, "c")
        viewers = [Viewer(client.url, "c") for _ in range(STREAMS)]
        reading = [asyncio.create_task(viewer.to_the_end()) for viewer in viewers]
        for _ in range(EVENTS // 2):
            tell(client, "c")
        await watched_by(client, STREAMS)
    house.store.close()
    house = House.open(Settings(home=tmp_path))
    port = urlsplit(client.url).port or 0
    async with served(house, site, port=port) as client, asyncio.timeout(60):
        for _ in range(EVENTS - EVENTS // 2):
            tell(client, "c")
            await asyncio.sleep(0.005)
        await asyncio.gather(*reading)
    house.store.close()
    assert all(viewer.seen == list(range(1, EVENTS + 1)) for viewer in viewers)
    assert all(viewer.cuts >= 2 for viewer in viewers)


async def test_viewers_who_never_read_hold_up_nobody(client: Client) -> None:
    opened(client, "c")
    address = urlsplit(client.url)
    silent = [socket.socket() for _ in range(50)]
    for one in silent:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.connect((address.hostname, address.port))
        one.sendall(asking(client.url, "c"))
    await watched_by(client, len(silent))
    async with asyncio.timeout(30):
        for _ in range(EVENTS):
            tell(client, "c", "w" * 100_000)  # 6 MB for each, which no buffer on the way holds
            await asyncio.sleep(0)
        viewer = Viewer(client.url, "c")
        while viewer.seen[-1:] != [EVENTS]:
            await viewer.read(10_000_000)
        assert viewer.seen == list(range(1, EVENTS + 1))
        for one in silent:
            one.close()
        await watched_by(client, 0)
