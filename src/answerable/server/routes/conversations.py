"""The conversations: list, read, rename, stop, delete."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from answerable.server.desk import Desk, ToAsk, ToRead
from answerable.server.problems import documented
from answerable.server.replies import ConversationReply, TurnReply, WholeConversationReply
from answerable.server.shapes import Person, Renamed
from answerable.store.conversations import StoredConversation

router = APIRouter(prefix="/api/conversations", tags=["conversations"])


@router.get("", responses=documented(422))
def latest(
    desk: ToRead,
    user: Annotated[Person | None, Query(description="Only those of this user.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[ConversationReply]:
    """The conversations touched last, newest first."""
    return [_listed(desk, found) for found in desk.conversations.latest(user=desk.only(user), limit=limit)]


@router.get("/{conversation}", responses=documented(404, 422))
def read(conversation: str, desk: ToRead) -> WholeConversationReply:
    """A conversation with its turns and their outcomes."""
    found = desk.find(conversation)
    told = desk.conversations.told(conversation)
    turns = [TurnReply.of(turn, {"asked_at": turn.created_at}) for turn in told]
    last = desk.conversations.last_event(conversation)
    return WholeConversationReply(**_listed(desk, found).model_dump(), turns=turns, last_event=last)


@router.patch("/{conversation}", responses=documented(400, 404, 413, 415, 422))
def rename(conversation: str, wanted: Renamed, desk: ToAsk) -> ConversationReply:
    """Give a conversation another name."""
    desk.find(conversation)
    desk.conversations.rename(conversation, wanted.name)
    return _listed(desk, desk.find(conversation))


@router.post("/{conversation}/stop", responses=documented(404, 422))
async def stop(conversation: str, desk: ToAsk) -> ConversationReply:
    """Stop what the conversation is working on; nothing happens when it is not working."""
    desk.find(conversation)
    await desk.walks.runs.stop(desk.place(conversation))
    return _listed(desk, desk.find(conversation))


@router.delete("/{conversation}", status_code=204, responses=documented(404, 422))
async def delete(conversation: str, desk: ToAsk) -> None:
    """Forget a conversation: its turns, its events, and whatever it is working on."""
    desk.find(conversation)
    await desk.walks.runs.stop(desk.place(conversation))
    desk.conversations.delete(conversation)
    desk.feedback.delete(conversation)
    desk.board.end(desk.place(conversation))


def _listed(desk: Desk, found: StoredConversation) -> ConversationReply:
    running = desk.walks.runs.find(desk.place(found.id)) is not None
    return ConversationReply.of(found, {"running": running})
