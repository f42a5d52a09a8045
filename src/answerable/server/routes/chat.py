"""`POST /api/chat`: one question, one outcome."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from answerable.server.desk import ToAsk
from answerable.server.problems import documented
from answerable.server.replies import OutcomeReply
from answerable.server.shapes import ChatRequest, MessageId

router = APIRouter(prefix="/api", tags=["ask"])


@router.post("/chat", response_model=OutcomeReply, responses=documented(400, 404, 409, 413, 415, 422, 503))
async def chat(asked: ChatRequest, desk: ToAsk, message_id: MessageId = None) -> dict[str, Any]:
    """Answer one question; a refusal is an outcome too, and is answered with 200."""
    return await desk.outcome(await desk.begin(asked.asking(message_id)))
