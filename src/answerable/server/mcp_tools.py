"""The assistants as MCP tools. Imported when the first request comes to /mcp: the package takes most of a second."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, TextContent

from answerable import __version__
from answerable.assistants import Assistant
from answerable.build import House
from answerable.errors import AnswerableError
from answerable.server.desk import Desk
from answerable.server.footnotes import as_text
from answerable.server.mcp_door import DESK
from answerable.server.problems import Refused, as_problem
from answerable.server.shapes import Asking

Tool = Callable[..., Awaitable[CallToolResult]]


def open_sessions(house: House) -> StreamableHTTPSessionManager:
    """One tool per assistant, over HTTP, without sessions: every call shows its own key."""
    server = MCPServer("answerable", version=__version__)
    for assistant in house.assistants.values():
        words = assistant.says("en")
        about = f"Ask the {words.title} assistant. {words.greeting} The answer cites its evidence."
        server.add_tool(_tool(assistant), name=f"ask_{assistant.name}", title=words.title, description=about)
    # Host and Origin were looked at by the gate, under the operator's own rules.
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(json_response=True, stateless_http=True, transport_security=security)
    return server.session_manager


def _tool(assistant: Assistant) -> Tool:
    async def ask(ctx: Context[Any, Any], question: str, conversation: str | None = None) -> CallToolResult:
        return await _ask(ctx, Asking(question, None, conversation, assistant=assistant.name))

    async def ask_site(
        ctx: Context[Any, Any],
        question: str,
        site: list[str] | None = None,
        conversation: str | None = None,
    ) -> CallToolResult:
        return await _ask(ctx, Asking(question, site, conversation, assistant=assistant.name))

    return ask_site if assistant.needs_site else ask


async def _ask(ctx: Context[Any, Any], asking: Asking) -> CallToolResult:
    request: Any = ctx.request_context.request
    desk: Desk = request.scope[DESK]
    try:
        outcome = await desk.outcome(await desk.begin(asking))
    except (Refused, AnswerableError) as error:
        raise ToolError(as_problem(error).detail) from None
    text = f"{as_text(outcome)}\n\n(conversation {outcome['conversation']})"
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=outcome)
