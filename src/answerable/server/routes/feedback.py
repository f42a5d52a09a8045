"""What people think of answers: a thumb and words, tied to the run and so to its trace."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from answerable.server.desk import ToAsk, ToRead
from answerable.server.problems import documented
from answerable.server.replies import OpinionReply
from answerable.server.shapes import Id, Opinion

router = APIRouter(prefix="/api", tags=["feedback"])


@router.put("/runs/{run}/feedback", responses=documented(400, 404, 413, 415, 422))
def give(run: str, said: Opinion, desk: ToAsk) -> OpinionReply:
    """Keep one user's opinion of a run; the last one counts."""
    found, user = desk.run(run), desk.user(said.user)
    kept = desk.feedback.put(run, user, conversation=found.conversation, thumb=said.thumb, words=said.words)
    return OpinionReply.of(kept)


@router.get("/feedback", responses=documented(404, 422))
def latest(
    desk: ToRead,
    conversation: Annotated[Id | None, Query(description="Only about this conversation.")] = None,
    thumb: Annotated[Literal["up", "down"] | None, Query(description="Only these.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[OpinionReply]:
    """Opinions, newest first; for a key of one user, that user's own."""
    if conversation:
        desk.find(conversation)
    found = desk.feedback.latest(conversation=conversation or "", thumb=thumb or "", limit=limit)
    return [OpinionReply.of(one) for one in found if desk.holder.user in ("", one.user)]
