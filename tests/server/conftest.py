"""A real server and a real small site on loopback, started and stopped for each test."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from fastapi import FastAPI

from answerable.build import House
from answerable.server import create_app
from answerable.server.app import leave
from answerable.server.desk import Desk
from answerable.server.serving import Server, listen
from answerable.settings import Settings

# A stream that never tells what a test waits for fails it, and does not hold it up.
PATIENCE = aiohttp.ClientTimeout(total=30, sock_read=10)
PAGES = {
    "/": "<h1>Opening hours</h1><p>The tea house opens at 9 in the morning and closes at 18.</p>",
}


@dataclass
class Site:
    """A website that can be told to keep a visitor of /slow waiting."""

    url: str = ""
    pages: dict[str, str] = field(default_factory=lambda: dict(PAGES))
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path
        if path == "/slow":
            self.asked.set()
            await self.release.wait()
            path = "/"
        if path not in self.pages:
            return web.Response(status=404)
        html = f"<!doctype html><html lang=en><title>Tea</title><body><main>{self.pages[path]}</main>"
        return web.Response(text=html, content_type="text/html")


@dataclass
class Client:
    """A script that uses the server."""

    url: str
    house: House
    desk: Desk
    http: aiohttp.ClientSession
    site: Site

    async def send(self, method: str, path: str, **options: Any) -> tuple[aiohttp.ClientResponse, Any]:
        async with self.http.request(method, self.url + path, **options) as reply:
            body = await reply.read()
            return reply, json.loads(body) if "json" in reply.content_type and body else body.decode()

    async def ask(self, question: str = "When does the tea house open?", **more: Any) -> dict[str, Any]:
        reply, outcome = await self.send(
            "POST", "/api/chat", json={"question": question, "site": [self.site.url], **more}
        )
        assert reply.status == 200, outcome
        assert isinstance(outcome, dict)
        return outcome

    @asynccontextmanager
    async def start(
        self, question: str = "When does the tea house open?", **more: Any
    ) -> AsyncIterator[Stream]:
        body = {"question": question, "site": [self.site.url], **more}
        async with self.http.post(self.url + "/api/chatbot/start/stream", json=body) as reply:
            assert reply.status == 200, await reply.text()
            yield Stream(reply)

    @asynccontextmanager
    async def follow(self, conversation: str, *, after: int = 0, **headers: str) -> AsyncIterator[Stream]:
        path = f"/api/conversations/{conversation}/events?after={after}"
        async with self.http.get(self.url + path, headers=headers) as reply:
            assert reply.status == 200, await reply.text()
            yield Stream(reply)


@dataclass
class Frame:
    """One server-sent event, or a comment."""

    name: str = ""
    id: int | None = None
    data: Any = None
    comment: str = ""


class Stream:
    """Reads frames off a reply."""

    def __init__(self, reply: aiohttp.ClientResponse) -> None:
        self.reply = reply

    async def __aiter__(self) -> AsyncIterator[Frame]:
        frame, filled = Frame(), False
        async for raw in self.reply.content:
            name, _, value = raw.decode().rstrip("\n").partition(": ")
            if not name and not value:
                if filled:
                    yield frame
                frame, filled = Frame(), False
                continue
            match name:
                case "":
                    frame.comment = value
                case "event":
                    frame.name = value
                case "id":
                    frame.id = int(value)
                case "data":
                    frame.data = json.loads(value)
            filled = filled or name != "retry"

    async def until_settled(self) -> list[Frame]:
        """Frames up to the one that tells the outcome of a run."""
        heard: list[Frame] = []
        async for frame in self:
            heard.append(frame)
            if frame.data and frame.data.get("record", {}).get("event") == "OutcomeSettled":
                return heard
        raise AssertionError(f"The stream ended before an outcome; heard {heard}.")

    async def rest(self) -> list[Frame]:
        return [frame async for frame in self]


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    site = Site()
    app = web.Application()
    app.router.add_get("/{path:.*}", site.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    site.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield site
    site.release.set()
    await runner.cleanup()


@asynccontextmanager
async def served(
    house: House, site: Site, *, keepalive: float = 15.0, port: int = 0, keyless: bool = True
) -> AsyncIterator[Client]:
    """The server, on a free port unless one is named, and a client of it."""
    app = create_app(
        house,
        starts=[site.url],
        starters={"website": ["When do you open?", "Wann ist das Teehaus offen?"]},
        keepalive=keepalive,
        keyless=keyless,
    )
    listening = listen("127.0.0.1", port)
    async with listening_server(app, listening), aiohttp.ClientSession(timeout=PATIENCE) as http:
        yield Client(f"http://127.0.0.1:{listening.getsockname()[1]}", house, app.state.desk, http, site)


@asynccontextmanager
async def listening_server(app: FastAPI, listening: socket.socket) -> AsyncIterator[None]:
    """uvicorn without its signals and its ticks of 0.1 s, of which every test would wait for two."""
    server = Server(app)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup([listening])
    try:
        yield
    finally:  # a test that fails must not leave walks behind, for which the loop would wait at its end
        await leave(app.state.desk)
        for listener in server.servers:
            listener.close()
        for connection in list(server.server_state.connections):
            connection.shutdown()
        await server.lifespan.shutdown()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House.open(Settings(home=tmp_path))


@pytest.fixture
async def client(house: House, site: Site) -> AsyncIterator[Client]:
    async with served(house, site) as client:
        yield client
    house.store.close()
