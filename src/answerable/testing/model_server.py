"""A model server on loopback that speaks enough of two vendors' HTTP to be right, and to be wrong on purpose.

Each request takes the next step of the script; the last step repeats. A step says something or goes wrong.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Body = dict[str, Any]

_OPENAI_USAGE = {
    "prompt_tokens": 120,
    "completion_tokens": 30,
    "total_tokens": 150,
    "prompt_tokens_details": {"cached_tokens": 100},
}
_ANTHROPIC_USAGE = {"input_tokens": 20, "output_tokens": 30, "cache_read_input_tokens": 100}
_ANTHROPIC_FINISH = {"stop": "end_turn", "length": "max_tokens"}


def openai_body(text: str, finish: str) -> Body:
    """A chat completion."""
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "scripted"}
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**head, "choices": [choice], "usage": _OPENAI_USAGE}


def anthropic_body(text: str, finish: str) -> Body:
    """A message."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [{"type": "text", "text": text}],
        "stop_reason": _ANTHROPIC_FINISH.get(finish, finish),
        "stop_sequence": None,
        "usage": _ANTHROPIC_USAGE,
    }


@dataclass(frozen=True)
class Received:
    """One request the server got."""

    path: str
    headers: Mapping[str, str]  # names in lower case
    body: dict[str, Any]
    request: web.Request

    @property
    def whole(self) -> Callable[[str, str], Body]:
        return anthropic_body if self.path.endswith("/messages") else openai_body


Step = Callable[[Received], Awaitable[web.StreamResponse]]


def say(text: str, *, finish: str = "stop") -> Step:
    """A good reply with this text."""

    async def step(asked: Received) -> web.StreamResponse:
        return web.json_response(asked.whole(text, finish))

    return step


def call_tool(*arguments: object, name: str = "reply") -> Step:
    """A reply of Anthropic's kind that calls a tool, once for each set of arguments, instead of speaking."""

    async def step(_: Received) -> web.StreamResponse:
        body = anthropic_body("", "tool_use")
        body["content"] = [
            {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": given}
            for n, given in enumerate(arguments)
        ]
        return web.json_response(body)

    return step


def status(code: int, *, retry_after: str | None = None) -> Step:
    """A refusal with this status, with or without Retry-After."""

    async def step(_: Received) -> web.StreamResponse:
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        error = {
            "type": "error",
            "error": {"type": "scripted", "message": "scripted refusal with sk-secret-key"},
        }
        return web.json_response(error, status=code, headers=headers)

    return step


def raw(body: bytes, *, content_type: str = "application/json") -> Step:
    """Exactly these bytes with status 200."""

    async def step(_: Received) -> web.StreamResponse:
        return web.Response(body=body, content_type=content_type)

    return step


def endless(size: int) -> Step:
    """A body of this many bytes, sent in pieces until the other side hangs up."""

    async def step(asked: Received) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "application/json"})
        await response.prepare(asked.request)
        piece = b'{"a":"' + b"x" * 65_530
        for _ in range(size // len(piece) + 1):
            await response.write(piece)
        return response

    return step


def hang() -> Step:
    """Silence until the other side hangs up."""

    async def step(_: Received) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    return step


def reset(text: str, *, after: int) -> Step:
    """The first `after` bytes of a good reply, then a reset of the connection."""

    async def step(asked: Received) -> web.StreamResponse:
        whole = json.dumps(asked.whole(text, "stop"))
        headers = {"content-type": "application/json", "content-length": str(len(whole) + 1)}
        response = web.StreamResponse(headers=headers)
        await response.prepare(asked.request)
        await response.write(whole.encode()[:after])
        _reset(asked.request)
        return response

    return step


def _reset(request: web.Request) -> None:
    transport = request.transport
    if transport is None:
        return
    connection: socket.socket = transport.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


@dataclass
class ModelServer:
    """The server; use it as an async context and point a model at `openai_url` or `anthropic_url`."""

    steps: Sequence[Step]
    asked: list[Received] = field(default_factory=list)
    reached: asyncio.Event = field(default_factory=asyncio.Event)  # set by the first request

    async def __aenter__(self) -> ModelServer:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._answer)
        app.router.add_post("/v1/messages", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.anthropic_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.openai_url = f"{self.anthropic_url}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        asked = Received(request.path, headers, await request.json(), request)
        self.asked.append(asked)
        self.reached.set()
        step = self.steps[min(len(self.asked), len(self.steps)) - 1]
        return await step(asked)
