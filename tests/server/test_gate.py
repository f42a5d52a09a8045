"""Other sites' pages cannot use the server, and nobody can flood it with one request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from answerable.build import House
from answerable.server import gate
from answerable.server.gate import BODY_BYTES
from answerable.settings import ServerSettings, Settings
from tests.server.conftest import Client, Site, served

JSON = {"Content-Type": "application/json"}


async def test_foreign_hosts_are_refused_everywhere(client: Client) -> None:
    port = client.url.rsplit(":", 1)[1]
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
    ):
        for path in ("/", "/api/conversations", "/web/js/main.js", "/metrics"):
            reply, problem = await client.send("GET", path, headers={"Host": host})
            assert reply.status in (400, 403), (host, path, problem)


async def test_our_own_names_are_let_in(client: Client) -> None:
    port = client.url.rsplit(":", 1)[1]
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}", "localhost"):
        reply, _ = await client.send("GET", "/healthz", headers={"Host": host})
        assert reply.status == 200, host


async def test_foreign_pages_are_refused_by_origin(client: Client) -> None:
    marks = [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ]
    first = await client.ask()
    paths = [
        ("POST", "/api/chat"),
        ("POST", "/api/chatbot/start/stream"),
        ("GET", f"/api/conversations/{first['conversation']}/events"),
        ("GET", "/api/conversations"),
        ("DELETE", f"/api/conversations/{first['conversation']}"),
        ("GET", "/metrics"),
    ]
    for mark in marks:
        for method, path in paths:
            reply, problem = await client.send(
                method, path, headers={**mark, **JSON}, data=b"{}" if method == "POST" else None
            )
            assert reply.status == 403, (mark, path, problem)
    assert client.desk.conversations.get(first["conversation"])


async def test_our_own_page_is_let_in(client: Client) -> None:
    for mark in ({"Origin": client.url}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        reply, _ = await client.send("GET", "/api/conversations", headers=mark)
        assert reply.status == 200, mark


async def test_plain_forms_are_not_taken(client: Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        body = b'{"question": "q", "site": ["http://127.0.0.1"]}'
        reply, problem = await client.send("POST", "/api/chat", data=body, headers={"Content-Type": kind})
        assert reply.status == 415, problem


async def test_a_body_too_large_is_refused(client: Client) -> None:
    large = b'{"question": "' + b"x" * BODY_BYTES + b'"}'

    async def pieces() -> object:
        for start in range(0, len(large), 8192):
            yield large[start : start + 8192]

    for body in (large, pieces()):
        reply, problem = await client.send("POST", "/api/chat", data=body, headers=JSON)
        assert reply.status == 413, problem
        assert str(BODY_BYTES) in problem["detail"]


async def test_a_body_that_never_ends_is_left(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.2)
    ended = asyncio.Event()

    async def drips() -> AsyncIterator[bytes]:
        yield b'{"question": "'
        await ended.wait()

    async with asyncio.timeout(5):
        reply, problem = await client.send("POST", "/api/chat", data=drips(), headers=JSON)
    ended.set()
    assert (reply.status, "did not arrive" in problem["detail"]) == (408, True)


async def test_every_reply_is_sealed(client: Client) -> None:
    for path in ("/", "/web/js/main.js", "/api/conversations", "/nothing", "/healthz"):
        reply, _ = await client.send("GET", path)
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "require-trusted-types-for 'script'" in policy
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert "Server" not in reply.headers


async def test_pages_of_friends_are_let_in(tmp_path: Path, site: Site) -> None:
    friend = "https://shop.example"
    house = House.open(Settings(home=tmp_path, server=ServerSettings(origins=(f"{friend}/",))))
    async with served(house, site) as client:
        own = {"Origin": friend, "Sec-Fetch-Site": "cross-site"}
        ask = {**own, "Access-Control-Request-Method": "POST"}
        reply, _ = await client.send("OPTIONS", "/api/chat", headers=ask)
        assert reply.status == 204
        assert "POST" in reply.headers["Access-Control-Allow-Methods"]
        reply, _ = await client.send("GET", "/api/conversations", headers=own)
        assert (reply.status, reply.headers["Access-Control-Allow-Origin"]) == (200, friend)
        assert reply.headers["Vary"] == "Origin"
        assert f"frame-ancestors {friend}" in reply.headers["Content-Security-Policy"]
        for stranger in ("https://evil.example", "https://shop.example.evil.example", "null"):
            for method in ("GET", "OPTIONS"):
                reply, _ = await client.send(method, "/api/conversations", headers={"Origin": stranger})
                assert reply.status == 403
                assert "Access-Control-Allow-Origin" not in reply.headers
    house.store.close()


async def test_a_named_server_knows_its_names(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path, server=ServerSettings(hosts=("Answers.example",))))
    async with served(house, site, keyless=False) as client:
        statuses = {
            host: (await client.send("GET", "/healthz", headers={"Host": host}))[0].status
            for host in ("answers.example", "answers.example:443", "localhost", "evil.example")
        }
    assert list(statuses.values()) == [200, 200, 200, 403]
    house.store.close()
