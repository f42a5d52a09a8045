"""The client's own bounds, below any vendor's library."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from answerable.models.wire import MAX_BODY_BYTES, BodyTooLarge, open_client


@pytest.fixture
async def address() -> AsyncIterator[str]:
    async def body(request: web.Request) -> web.Response:
        size = int(request.query["size"])
        return web.Response(body=b"x" * size)

    async def packed(_: web.Request) -> web.Response:
        return web.Response(body=gzip.compress(b"x" * 1000), headers={"content-encoding": "gzip"})

    async def elsewhere(_: web.Request) -> web.Response:
        return web.Response(status=307, headers={"location": "/body?size=1"})

    async def asked(request: web.Request) -> web.Response:
        return web.Response(text=request.headers["accept-encoding"])

    app = web.Application()
    app.add_routes([web.get("/body", body), web.get("/packed", packed)])
    app.add_routes([web.get("/elsewhere", elsewhere), web.get("/asked", asked)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_a_body_up_to_the_bound_is_read(address: str) -> None:
    async with open_client() as client:
        assert len((await client.get(f"{address}/body?size={MAX_BODY_BYTES}")).content) == MAX_BODY_BYTES


async def test_a_body_beyond_the_bound_stops(address: str) -> None:
    async with open_client() as client:
        with pytest.raises(BodyTooLarge):
            await client.get(f"{address}/body?size={MAX_BODY_BYTES + 1}")


async def test_a_body_that_could_unpack_is_refused(address: str) -> None:
    async with open_client() as client:
        assert (await client.get(f"{address}/asked")).text == "identity"
        with pytest.raises(BodyTooLarge, match="compressed"):
            await client.get(f"{address}/packed")


async def test_keys_are_not_carried_to_another_place(address: str) -> None:
    async with open_client() as client:
        assert (await client.get(f"{address}/elsewhere")).status_code == 307
