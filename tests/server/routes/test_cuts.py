"""Connections torn off at any byte, however often: whoever comes back with the last number seen loses nothing."""

from __future__ import annotations

import asyncio
import os
import random
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.server.conftest import Client

# Connections torn; ANSWERABLE_CUTS=100000 for the long way.
CUTS = int(os.environ.get("ANSWERABLE_CUTS", "300"))
EVENTS, VIEWERS = 60, 10
_NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)


@dataclass
class Viewer:
    """Reads a stream off a bare socket, tears it at a random byte, and keeps only frames that came whole."""

    client: Client
    conversation: str
    chance: random.Random
    cuts: int = 0
    seen: list[int] = field(default_factory=list)

    async def tear(self) -> None:
        address = urlsplit(self.client.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        path = f"/api/conversations/{self.conversation}/events"
        last = f"Last-Event-ID: {self.seen[-1]}\r\n" if self.seen else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n{last}\r\n".encode())
        came, left = b"", self.chance.randint(0, 1500)  # a head is about 600 bytes long, a frame about 130
        while len(came) < left and (piece := await reader.read(left - len(came))):
            came += piece
            if self._whole(came)[-1:] == [EVENTS]:
                break
        writer.transport.abort()  # a reset, as when a line goes dead
        self.seen += self._whole(came)
        self.cuts += 1

    @staticmethod
    def _whole(came: bytes) -> list[int]:
        """The numbers of the frames that came to their end."""
        head, _, body = came.partition(b"\r\n\r\n")
        assert not body or head.startswith(b"HTTP/1.1 200")
        said = b"".join(
            re.split(rb"\r\n[0-9a-f]+\r\n|^[0-9a-f]+\r\n", body)
        )  # without the sizes of HTTP's pieces
        whole = said.rpartition(b"\n\n")[0]
        return [int(number) for number in _NUMBER.findall(whole)]


async def test_torn_connections_lose_nothing(client: Client) -> None:
    chance, board, talks = random.Random(16), client.desk.board, client.desk.conversations
    cuts = rounds = 0
    while cuts < CUTS:
        conversation = f"round{rounds}"
        talks.open(conversation, user="me", assistant="website", starts=(), name="c")
        viewers = [Viewer(client, conversation, chance) for _ in range(VIEWERS)]

        async def watch(viewer: Viewer) -> None:
            while viewer.seen[-1:] != [EVENTS]:
                await viewer.tear()

        async def write(conversation: str) -> None:
            for number in range(EVENTS):
                kept = talks.add_events(conversation, "r", [{"event": "x", "n": number}])
                board.pin(("local", conversation), kept)
                await asyncio.sleep(chance.random() / 100)

        async with asyncio.timeout(60):
            await asyncio.gather(write(conversation), *(watch(viewer) for viewer in viewers))
        assert [viewer.seen for viewer in viewers] == [list(range(1, EVENTS + 1))] * VIEWERS
        cuts, rounds = cuts + sum(viewer.cuts for viewer in viewers), rounds + 1
    await asyncio.sleep(0.05)
    assert len(board) == 0  # nobody who is gone is still written to
