"""Only this machine is served without keys, and the server leaves politely."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest

from answerable.build import House
from answerable.errors import SettingsError
from answerable.server import create_app
from answerable.server.serving import Server, keyless, listen
from tests.server.conftest import Client, Site, served


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "example.com", ""])
def test_addresses_others_reach_need_keys(host: str) -> None:
    with pytest.raises(SettingsError, match="no API key is configured"):
        keyless(host, (), keys=False)
    assert not keyless(host, (), keys=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_needs_no_key(host: str) -> None:
    assert keyless(host, (), keys=False)


def test_a_server_with_a_name_needs_keys() -> None:
    with pytest.raises(SettingsError, match=r"reached as answers\.example, and no API key"):
        keyless("127.0.0.1", ("answers.example",), keys=False)
    assert not keyless("127.0.0.1", ("answers.example",), keys=True)


def test_a_taken_port_says_what_to_do() -> None:
    with listen("127.0.0.1", 0) as taken:
        with pytest.raises(SettingsError, match=r"Choose a free port with --port"):
            listen("127.0.0.1", taken.getsockname()[1])
        assert isinstance(taken, socket.socket)


async def test_replies_do_not_wait_for_acknowledgement() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


async def test_leaving_ends_streams_and_walks(house: House, site: Site) -> None:
    app, listening = create_app(house), listen("127.0.0.1", 0)
    server = Server(app)
    serving = asyncio.create_task(server.serve([listening]))
    async with aiohttp.ClientSession() as http:
        client = Client(f"http://127.0.0.1:{listening.getsockname()[1]}", house, app.state.desk, http, site)
        first = await client.ask()
        async with client.follow(first["conversation"]) as stream:
            await stream.until_settled()
            asking = asyncio.create_task(client.ask(site=[f"{site.url}/slow"]))
            await site.asked.wait()
            server.should_exit = True
            while (await client.send("GET", "/readyz"))[0].status == 200:
                pass
            site.release.set()
            assert (await asking)["outcome"] == "answer"
            assert await stream.rest() == []
    await serving
    house.store.close()


async def test_walks_that_take_too_long_are_left(house: House, site: Site) -> None:
    async with served(house, site) as client:
        body = {"question": "When does the tea house open?", "site": [f"{site.url}/slow"]}
        asking = asyncio.create_task(client.send("POST", "/api/chat", json=body))
        await site.asked.wait()
        (run,) = client.house.store.runs("local").latest()
        await client.desk.walks.close(0.01)
        client.desk.board.close()
        reply, problem = await asking
        assert reply.status == 503
        assert f"/api/runs/{run.id}" in problem["detail"]
    house.store.close()
