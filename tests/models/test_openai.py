"""OpenAI's own models go through the same door; only the price and the name of the limit differ."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from answerable.models.base import Prompt
from answerable.models.choose import open_model
from answerable.testing.model_server import ModelServer, raw, say

PROMPT = Prompt(name="test", system="rules", body="material", reminder="reminder")


class Yes(BaseModel):
    yes: bool


async def test_openai_is_asked_and_priced() -> None:
    async with ModelServer([say('{"yes": true}')]) as server:
        model = open_model(f"openai:gpt-4o-mini@{server.openai_url}", api_key="k")
        reply = await model.reply(PROMPT, Yes, seconds=10, max_tokens=50)
        await model.close()
    assert reply.value.yes
    assert reply.usage.cost_usd > 0
    assert server.asked[0].body["max_completion_tokens"] == 50
    assert "temperature" not in server.asked[0].body


async def test_a_compatible_server_never_sees_the_vendors_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-vendor")
    async with ModelServer([say('{"yes": true}')]) as server:
        model = open_model(f"openai-compatible:x@{server.openai_url}")
        await model.reply(PROMPT, Yes, seconds=10, max_tokens=50)
        await model.close()
    assert server.asked[0].headers["authorization"] == "Bearer none"


async def test_the_barest_reply_is_read() -> None:
    bare = b'{"choices": [{"message": {"content": "{\\"yes\\": true}"}}]}'
    async with ModelServer([raw(bare)]) as server:
        model = open_model(f"openai-compatible:x@{server.anthropic_url}")  # without /v1
        reply = await model.reply(PROMPT, Yes, seconds=10, max_tokens=50)
        await model.close()
    assert reply.value.yes
