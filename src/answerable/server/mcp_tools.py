"""The assistants as MCP tools. Imported when the first request comes to /mcp: the package takes most of a second."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi.exceptions import RequestValidationError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool
from pydantic import Field, ValidationError

from answerable import __version__
from answerable.assistants import Assistant
from answerable.errors import AnswerableError
from answerable.server.desk import Desk
from answerable.server.footnotes import as_text
from answerable.server.mcp_door import DESK
from answerable.server.problems import Refused, refused_by
from answerable.server.shapes import Asking, Id, RequestBody, Sites, Words

PREFIX = "ask_"


class _Call(RequestBody):
    question: Annotated[Words, Field(description="What you want to know.")]
    conversation: Id | None = Field(default=None, description="The conversation to continue.")


class _SiteCall(_Call):
    site: Sites | None = Field(default=None, description="Start pages; not needed to continue.")


def open_sessions() -> StreamableHTTPSessionManager:
    """One tool per assistant that the key's tenant may ask, over HTTP, without sessions: every call shows its key."""
    server = Server("answerable", version=__version__, on_list_tools=_tools, on_call_tool=_call)
    # Host and Origin were looked at by the gate, under the operator's own rules.
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return StreamableHTTPSessionManager(
        server, json_response=True, stateless=True, security_settings=security
    )


async def _tools(ctx: ServerRequestContext[Any, Any], _: object) -> ListToolsResult:
    return ListToolsResult(tools=[_tool(one) for one in _desk(ctx).assistants.values()])


def _tool(assistant: Assistant) -> Tool:
    words, schema = assistant.says("en"), _shape(assistant).model_json_schema()
    about = f"Ask the {words.title} assistant. {words.greeting} The answer cites its evidence."
    name = f"{PREFIX}{assistant.name}"
    return Tool(name=name, title=words.title, description=about, input_schema=schema)


async def _call(ctx: ServerRequestContext[Any, Any], said: CallToolRequestParams) -> CallToolResult:
    desk = _desk(ctx)
    try:
        assistant = desk.assistant(said.name.removeprefix(PREFIX))
        wanted = _shape(assistant).model_validate(said.arguments or {}).model_dump()
        asking = Asking(
            wanted["question"], wanted.get("site"), wanted["conversation"], assistant=assistant.name
        )
        outcome = await desk.outcome(await desk.begin(asking))
    except ValidationError as error:
        wrong = refused_by(RequestValidationError(error.errors())).problem
        return _wrong(f"{wrong.detail} {wrong.errors[0].detail}")
    except (Refused, AnswerableError) as error:
        return _wrong(str(refused_by(error)))
    text = f"{as_text(outcome)}\n\n(conversation {outcome['conversation']})"
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=outcome)


def _desk(ctx: ServerRequestContext[Any, Any]) -> Desk:
    request: Any = ctx.request
    desk: Desk = request.scope[DESK]
    return desk


def _shape(assistant: Assistant) -> type[_Call]:
    return _SiteCall if assistant.needs_site else _Call


def _wrong(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)], is_error=True)
