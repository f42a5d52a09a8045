"""A model is looked at before it is asked: is it there, does it take the key, does it know the name?"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from answerable.models.choose import parse_setting
from answerable.models.probe import wrong_with


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """Lists two models to whoever has the key, in either vendor's words."""

    async def models(request: web.Request) -> web.Response:
        given = request.headers.get("x-api-key") or request.headers["authorization"].removeprefix("Bearer ")
        if given != "right":
            return web.json_response({"error": "no"}, status=401)
        return web.json_response({"data": [{"id": "small"}, {"id": "large:latest"}]})

    app = web.Application()
    app.router.add_get("/v1/models", models)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.mark.parametrize("kind", ["openai", "anthropic", "ollama", "llamacpp"])
@pytest.mark.parametrize("name", ["small", "large"])
async def test_a_model_that_can_be_asked(server: str, kind: str, name: str) -> None:
    assert await wrong_with(parse_setting(f"{kind}:{name}@{server}/v1"), "right") == ""


@pytest.mark.parametrize(
    ("kind", "variable"), [("anthropic", "ANTHROPIC_API_KEY"), ("vllm", "ANSWERABLE_MODEL_KEY")]
)
async def test_a_wrong_key_names_its_variable(server: str, kind: str, variable: str) -> None:
    said = await wrong_with(parse_setting(f"{kind}:small@{server}"), "wrong")
    assert said.endswith(f"refuses the key: put a valid one into {variable}")


async def test_a_wrong_name_lists_the_right_ones(server: str) -> None:
    said = await wrong_with(parse_setting(f"vllm:smal@{server}"), "right")
    assert said.endswith("does not know 'smal'; it has small, large:latest")


async def test_nobody_there_says_what_to_do() -> None:
    said = await wrong_with(parse_setting("vllm:x@http://127.0.0.1:9/v1"), None)
    assert said.startswith("nothing answers at http://127.0.0.1:9/v1: start the server")


async def test_a_server_without_a_list_may_be_right(server: str) -> None:
    assert await wrong_with(parse_setting(f"vllm:x@{server}/other"), "right") == ""
