"""`WS /ws`: one socket for a page. Questions and replies go in; progress, questions back and outcomes come out.

Everything is JSON with a `type`. In: `ask`, `reply`, `follow`, `unfollow`, `stop`, `ping`. Out: `hello`, `started`,
`event`, `stopped`, `pong`, `problem`. A message with an `id` is answered under that id.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from answerable.errors import AnswerableError
from answerable.server.access import SUBPROTOCOL
from answerable.server.desk import Desk, admitted
from answerable.server.problems import Refused, refused_by, reply
from answerable.server.routes.runs import answer
from answerable.server.shapes import ChatRequest, Id, OwnId, Replied, RequestBody
from answerable.server.wire import numbered

router = APIRouter()

# Conversations one page may follow at a time; it shows one and keeps a few warm.
FOLLOWED = 20


class _Message(RequestBody):
    id: OwnId | None = None


class _Ask(ChatRequest, _Message):
    type: Literal["ask"]


class _Reply(Replied, _Message):
    type: Literal["reply"]
    run: Id


class _Follow(_Message):
    type: Literal["follow", "unfollow"]
    conversation: Id
    after: int = Field(default=0, ge=0)


class _Stop(_Message):
    type: Literal["stop"]
    conversation: Id


class _Ping(_Message):
    type: Literal["ping"]


Said = _Ask | _Reply | _Follow | _Stop | _Ping
_said: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


@router.websocket("/ws")
async def socket(websocket: WebSocket) -> None:
    """Let a page in at the handshake or not at all."""
    try:
        desk = admitted(websocket, "ask")
        desk.access.admit(websocket, "read")
    except Refused as refused:
        await websocket.send_denial_response(reply(refused))
        return
    offered = websocket.scope.get("subprotocols") or []
    # A browser that offered subprotocols must be told one of them; the key itself is not said back.
    spoken = next((one for one in offered if not one.startswith(SUBPROTOCOL)), None)
    await websocket.accept(subprotocol=spoken)
    await PageSocket(websocket, desk).go_on()


class PageSocket:
    """One socket, and what it follows."""

    def __init__(self, websocket: WebSocket, desk: Desk) -> None:
        self._socket, self._desk = websocket, desk
        self._following: dict[str, asyncio.Task[None]] = {}

    async def go_on(self) -> None:
        """Listen until the page leaves; what it started goes on."""
        await self._say("hello", None, tenant=self._desk.tenant, assistants=list(self._desk.assistants))
        try:
            while True:
                await self._hear(await self._socket.receive_text())
        except (WebSocketDisconnect, KeyError):  # gone, or a frame of bytes, which nobody here sends
            pass
        finally:
            for task in self._following.values():
                task.cancel()
            await asyncio.gather(*self._following.values(), return_exceptions=True)

    async def _hear(self, words: str) -> None:
        id: str | None = None
        try:
            said = _said.validate_json(words)
            id = said.id
            self._desk.access.spend(self._desk.holder, "requests")
            await self._do(said)
        except ValidationError as error:
            wrong = RequestValidationError([{**one, "loc": one["loc"][1:]} for one in error.errors()])
            await self._say("problem", None, problem=refused_by(wrong).problem.model_dump())
        except (Refused, AnswerableError) as error:
            await self._say("problem", id, problem=refused_by(error).problem.model_dump())

    async def _do(self, said: Said) -> None:
        match said:
            case _Ask():
                started = await self._desk.begin(said.asking(said.id))
                place = {"conversation": started.conversation, "run": started.run}
                await self._say("started", said.id, **place)
                self._follow(started.conversation, started.after)
            case _Reply():
                begun = await answer(said.run, Replied(text=said.text), self._desk)
                await self._say("started", said.id, **begun.model_dump())
                self._follow(begun.conversation, self._desk.run(said.run).after)
            case _Follow(type="follow"):
                self._desk.find(said.conversation)
                self._follow(said.conversation, said.after)
            case _Follow():
                await self._leave(said.conversation)
            case _Stop():
                self._desk.find(said.conversation)
                stopped = await self._desk.walks.runs.stop(self._desk.place(said.conversation))
                await self._say("stopped", said.id, conversation=said.conversation, stopped=stopped)
            case _Ping():
                await self._say("pong", said.id)

    def _follow(self, conversation: str, after: int) -> None:
        known = self._following.get(conversation)
        if known and not known.done():
            return
        if sum(not task.done() for task in self._following.values()) >= FOLLOWED:
            raise Refused(409, f"This socket follows {FOLLOWED} conversations. Send unfollow first.")
        self._following[conversation] = asyncio.create_task(self._tell(conversation, after))

    async def _leave(self, conversation: str) -> None:
        if task := self._following.pop(conversation, None):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _tell(self, conversation: str, after: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page left while we spoke
            async for events in self._desk.events(conversation, after):
                for event in events:
                    await self._say("event", None, conversation=conversation, **numbered(event))
            if not self._desk.access.stays(self._desk.holder):
                await self._socket.close(1008, "This API key was revoked.")

    async def _say(self, kind: str, id: str | None, **more: Any) -> None:
        await self._socket.send_json({"type": kind, **({"id": id} if id else {}), **more})
