"""A Claude model is asked by tool, cached by prefix, and priced."""

from __future__ import annotations

import json

from pydantic import BaseModel

from answerable.models.base import Prompt
from answerable.models.choose import open_model
from answerable.testing.model_server import ModelServer, anthropic_body, call_tool, raw

PROMPT = Prompt(name="test", system="rules", body="material", reminder="reminder")


class Yes(BaseModel):
    yes: bool


async def test_claude_is_asked_and_priced() -> None:
    async with ModelServer([call_tool({"yes": True})]) as server:
        model = open_model(f"anthropic:claude-haiku-4-5@{server.anthropic_url}", api_key="k")
        reply = await model.reply(PROMPT, Yes, seconds=10, max_tokens=50)
        await model.close()
    assert reply.value.yes
    assert reply.usage.cost_usd > 0
    body = server.asked[0].body
    assert body["tool_choice"]["type"] in ("any", "tool")
    assert body["max_tokens"] == 50
    assert "temperature" not in body
    assert server.asked[0].headers["authorization"] == "Bearer k"
    assert server.asked[0].headers["x-api-key"] == "k"


async def test_a_reply_without_usage_is_read() -> None:
    body = anthropic_body('{"yes": true}', "stop")
    del body["usage"]
    async with ModelServer([raw(json.dumps(body).encode())]) as server:
        model = open_model(f"anthropic:x@{server.openai_url}")  # with /v1, and without a key
        reply = await model.reply(PROMPT, Yes, seconds=10, max_tokens=50)
        await model.close()
    assert reply.value.yes
    assert reply.usage.tokens_in > 0
