"""`/mcp`: the way to the MCP tools, opened when somebody first comes."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from answerable.build.late import late
from answerable.server.desk import admitted
from answerable.server.problems import Refused

# Where the tools find the desk of whoever asks.
DESK = "answerable.desk"


class McpDoor:
    """Shows a request's key at the desk and passes it on; loads the package behind it once."""

    def __init__(self) -> None:
        self._sessions: Any = None
        self._opening = asyncio.Lock()
        self._closing = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[DESK] = admitted(Request(scope), "ask")
        if find_spec("mcp") is None:
            raise Refused(501, "MCP is not installed here. Install it with: pip install 'answerable[mcp]'")
        async with self._opening:
            if self._sessions is None:
                await self._open()
        await self._sessions.handle_request(scope, receive, send)

    async def _open(self) -> None:
        module = "answerable.server.mcp_tools"
        tools = await asyncio.to_thread(late, module, setting="/mcp", extra="mcp")
        sessions, opened = tools.open_sessions(), asyncio.Event()

        async def run() -> None:  # in a task of its own: what it opens must be closed by the same task
            async with sessions.run():
                opened.set()
                await self._closing.wait()

        self._running = asyncio.create_task(run(), name="mcp")
        await opened.wait()
        self._sessions = sessions

    async def close(self) -> None:
        self._closing.set()
        if self._running:
            await self._running
