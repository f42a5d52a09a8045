"""One socket carries a whole conversation, and lets nobody in who is not ours."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from answerable.build import House
from answerable.server.routes.socket import FOLLOWED
from answerable.settings import NetSettings, Settings
from tests.server.conftest import Client, Site, served
from tests.server.routes.test_runs import asked_back


class Socket:
    def __init__(self, raw: aiohttp.ClientWebSocketResponse) -> None:
        self.raw = raw

    async def say(self, kind: str, **more: Any) -> None:
        await self.raw.send_json({"type": kind, **more})

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of this kind."""
        while True:
            said = json.loads(await self.raw.receive_str(timeout=10))
            assert isinstance(said, dict)
            if said["type"] == kind:
                return said

    async def outcome(self) -> dict[str, Any]:
        while True:
            record = (await self.hear("event"))["record"]
            if record["event"] == "OutcomeSettled":
                outcome: dict[str, Any] = record["outcome"]
                return outcome


@asynccontextmanager
async def connected(client: Client, **headers: str) -> AsyncIterator[Socket]:
    async with client.http.ws_connect(f"{client.url}/ws", headers={"Origin": client.url, **headers}) as raw:
        yield Socket(raw)


async def test_a_question_is_asked_and_answered(client: Client) -> None:
    async with connected(client) as socket:
        hello = await socket.hear("hello")
        assert (hello["tenant"], "website" in hello["assistants"]) == ("local", True)
        await socket.say("ask", id="m1", question="When does the tea house open?", site=[client.site.url])
        started = await socket.hear("started")
        assert started["id"] == "m1"
        outcome = await socket.outcome()
        assert (outcome["outcome"], outcome["run"]) == ("answer", started["run"])


async def test_every_event_comes_once_in_order(client: Client) -> None:
    first = await client.ask()
    stored = [event.place for event in client.desk.conversations.events(first["conversation"])]
    async with connected(client) as socket:
        await socket.say("follow", conversation=first["conversation"])
        await socket.say("follow", conversation=first["conversation"])
        heard = [(await socket.hear("event"))["place"] for _ in stored]
        await socket.say("ping", id="p")
        assert (await socket.hear("pong"))["id"] == "p"
    assert heard == stored


async def test_the_same_message_twice_is_one_run(client: Client) -> None:
    async with connected(client) as socket:
        words = {"id": "m1", "question": "When does the tea house open?", "site": [client.site.url]}
        await socket.say("ask", **words)
        await socket.say("ask", **words)
        runs = {(await socket.hear("started"))["run"] for _ in range(2)}
        assert len(runs) == 1
        await socket.outcome()


async def test_a_question_back_is_replied_to(client: Client) -> None:
    waiting = await asked_back(client)
    async with connected(client) as socket:
        await socket.say("reply", id="r1", run=waiting["run"], text="a")
        started = await socket.hear("started")
        assert (started["id"], started["conversation"]) == ("r1", waiting["conversation"])
        while (await socket.outcome())["run"] != started["run"]:
            pass


async def test_a_walk_can_be_stopped(client: Client) -> None:
    async with connected(client) as socket:
        await socket.say("ask", question="When does it open?", site=[f"{client.site.url}/slow"])
        started = await socket.hear("started")
        await client.site.asked.wait()
        await socket.say("stop", conversation=started["conversation"])
        assert (await socket.outcome())["reason"] == "stopped"
        await socket.say("stop", conversation=started["conversation"])
        while (await socket.hear("stopped"))["stopped"]:
            pass


async def test_the_run_outlives_its_socket(client: Client) -> None:
    async with connected(client) as socket:
        await socket.say("ask", question="When does it open?", site=[f"{client.site.url}/slow"])
        started = await socket.hear("started")
        await client.site.asked.wait()
    client.site.release.set()
    async with connected(client) as socket:
        await socket.say("follow", conversation=started["conversation"])
        assert (await socket.outcome())["outcome"] == "answer"


@pytest.mark.parametrize(
    ("words", "status", "field"),
    [
        ("{", 400, None),
        ('{"type": "sing"}', 422, "body"),
        ('{"type": "ask"}', 422, "question"),
        ('{"type": "ask", "question": "q", "color": 1}', 422, "color"),
        ('{"type": "ask", "question": "q", "assistant": "oracle"}', 422, "assistant"),
        ('{"type": "follow", "conversation": "nobody"}', 404, None),
        ('{"type": "stop", "conversation": "nobody"}', 404, None),
        ('{"type": "reply", "run": "nobody", "text": "x"}', 404, None),
    ],
)
async def test_bad_messages_are_problems(client: Client, words: str, status: int, field: str | None) -> None:
    async with connected(client) as socket:
        await socket.raw.send_str(words)
        problem = (await socket.hear("problem"))["problem"]
        assert problem["status"] == status, problem
        assert [one["field"] for one in problem["errors"]][:1] == ([field] if field else [])
        await socket.say("ping")  # and the socket is still there
        await socket.hear("pong")


async def test_nobody_follows_everything(client: Client) -> None:
    for number in range(FOLLOWED + 1):
        client.desk.conversations.open(f"c{number}", user="me", assistant="website", starts=(), name="")
    async with connected(client) as socket:
        for number in range(FOLLOWED + 1):
            await socket.say("follow", conversation=f"c{number}")
        assert (await socket.hear("problem"))["problem"]["status"] == 409
        await socket.say("unfollow", conversation="c0")
        await socket.say("follow", conversation=f"c{FOLLOWED}")
        await socket.say("ping")
        await socket.hear("pong")


async def refused(client: Client, headers: dict[str, str], protocols: tuple[str, ...] = ()) -> int:
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await client.http.ws_connect(f"{client.url}/ws", headers=headers, protocols=protocols)
    return caught.value.status


async def test_foreign_pages_get_no_socket(client: Client) -> None:
    own = {"Origin": client.url}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {**own, "Host": "evil.example"},
        {**own, "Sec-Fetch-Site": "cross-site"},
        {},
    ):
        assert await refused(client, headers) == 403, headers
    assert len(client.desk.board) == 0


async def test_keys_are_shown_at_the_handshake(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path, net=NetSettings(open_sites=(site.url,))))
    house.store.tenants().new("acme")
    secret, key = house.store.keys().new("acme", scopes=("ask", "read"))
    reader, _ = house.store.keys().new("acme", scopes=("read",))
    async with served(house, site, keyless=False, keepalive=0.02) as client:
        own = {"Origin": client.url}
        assert await refused(client, own) == 401
        assert await refused(client, own, ("answerable", "bearer.ak_guess")) == 401
        assert await refused(client, own, ("answerable", f"bearer.{reader}")) == 403
        protocols = ("answerable", f"bearer.{secret}")
        async with client.http.ws_connect(f"{client.url}/ws", headers=own, protocols=protocols) as raw:
            assert raw.protocol == "answerable"
            socket = Socket(raw)
            assert (await socket.hear("hello"))["tenant"] == "acme"
            await socket.say("ask", question="When does the tea house open?", site=[site.url])
            assert (await socket.outcome())["outcome"] == "answer"
            house.store.keys().revoke(key.id)
            while (message := await raw.receive(timeout=5)).type is not aiohttp.WSMsgType.CLOSE:
                pass
            assert message.data == 1008
        assert await refused(client, {"Authorization": f"Bearer {secret}"}) == 401
    house.store.close()
