"""A provider's opinion over real HTTP: what is flagged, what is fine, and every way of not saying either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from answerable.errors import ModelError, ModelGarbled, ModelUnreachable, SettingsError
from answerable.models.moderation import MOST_CHARS, Moderation


@dataclass
class Provider:
    """Speaks OpenAI's moderation endpoint, or whatever a test wants instead."""

    url: str = ""
    status: int = 200
    body: Any = None  # None: judged by words
    asked: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    hang: asyncio.Event | None = None

    async def answer(self, request: web.Request) -> web.Response:
        said = await request.json()
        self.asked.append((said, request.headers.get("Authorization", "")))
        if self.hang:
            await self.hang.wait()
        if isinstance(self.body, str):
            return web.Response(text=self.body, status=self.status)
        bad = "kill" in said["input"]
        found = {"flagged": bad, "categories": {"violence": bad, "hate": False}}
        return web.json_response(self.body or {"results": [found]}, status=self.status)


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    one = Provider()
    app = web.Application()
    app.router.add_post("/v1/moderations", one.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    one.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield one
    if one.hang:
        one.hang.set()
    await runner.cleanup()


async def look(provider: Provider, text: str, *, seconds: float = 5.0) -> tuple[str, ...]:
    one = Moderation(f"openai-compatible:judge@{provider.url}", api_key="k1", seconds=seconds)
    try:
        return await one.look(text)
    finally:
        await one.close()


async def test_flagged_texts_name_their_categories(provider: Provider) -> None:
    assert await look(provider, "I will kill you") == ("violence",)
    assert await look(provider, "Where is my order?") == ()
    assert provider.asked[1] == ({"model": "judge", "input": "Where is my order?"}, "Bearer k1")


async def test_a_very_long_text_is_cut(provider: Provider) -> None:
    await look(provider, "x" * 100_000)
    assert len(provider.asked[0][0]["input"]) == MOST_CHARS


@pytest.mark.parametrize(
    "body",
    ["", "no json", "[]", '{"results": []}', '{"results": [{}]}', '{"results": [{"flagged": "no"}]}', '{"results": 3}',
     '{"results": [{"flagged": true, "categories": []}, {}]}', '{"results": [{"flagged": null}]}'],
)  # fmt: skip
async def test_anything_else_is_no_opinion(provider: Provider, body: str) -> None:
    provider.body = body
    with pytest.raises(ModelGarbled):
        await look(provider, "hello")


@pytest.mark.parametrize("status", [301, 400, 401, 404, 429, 500, 529])
async def test_an_error_is_no_opinion(provider: Provider, status: int) -> None:
    provider.status, provider.body = status, '{"results": [{"flagged": false}], "error": "secret words"}'
    with pytest.raises(ModelUnreachable) as caught:
        await look(provider, "hello")
    assert "secret" not in str(caught.value)


async def test_a_silent_provider_is_given_up(provider: Provider) -> None:
    provider.hang = asyncio.Event()
    with pytest.raises(ModelUnreachable, match="did not answer"):
        await look(provider, "hello", seconds=0.05)


async def test_nobody_there_is_no_opinion() -> None:
    with pytest.raises(ModelError):
        await look(Provider(url="http://127.0.0.1:9/v1"), "hello")


def test_a_name_must_be_a_name() -> None:
    with pytest.raises(SettingsError, match="openai:NAME"):
        Moderation("strict", api_key=None, seconds=1.0)
