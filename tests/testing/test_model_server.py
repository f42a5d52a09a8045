"""The scripted server itself, over plain HTTP."""

from __future__ import annotations

import json

import aiohttp
import pytest

from answerable.testing.model_server import ModelServer, reset, say, status


async def post(server: ModelServer, *, path: str = "/chat/completions") -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(server.openai_url + path, json={}) as response,
    ):
        return response.status, await response.text()


async def test_steps_are_taken_in_turn_and_the_last_repeats() -> None:
    async with ModelServer([status(429, retry_after="3"), say("hello")]) as server:
        assert (await post(server))[0] == 429
        for _ in range(2):
            code, text = await post(server)
            assert code == 200
            assert json.loads(text)["choices"][0]["message"]["content"] == "hello"
    assert [asked.path for asked in server.asked] == ["/v1/chat/completions"] * 3


async def test_both_vendors_tongues_are_spoken() -> None:
    async with ModelServer([say("hello")]) as server:
        assert json.loads((await post(server, path="/messages"))[1])["content"][0]["text"] == "hello"


async def test_a_reset_is_a_real_reset() -> None:
    async with ModelServer([reset("hello", after=10)]) as server:
        with pytest.raises(
            (aiohttp.ClientPayloadError, aiohttp.ClientOSError, aiohttp.ServerDisconnectedError)
        ):
            await post(server)
