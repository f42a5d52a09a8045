"""`POST /api/chat`: one question, one outcome."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter

from answerable.domain.outcome import as_contract
from answerable.server.desk import AtDesk
from answerable.server.problems import documented
from answerable.server.shapes import ChatRequest, OutcomeReply

router = APIRouter(prefix="/api", tags=["ask"])


@router.post("/chat", response_model=OutcomeReply, responses=documented(400, 404, 409, 413, 415, 422, 503))
async def chat(asked: ChatRequest, desk: AtDesk) -> dict[str, Any]:
    """Answer one question; a refusal is an outcome too, and is answered with 200."""
    question = desk.take(asked.question, asked.site, asked.conversation, asked.user)
    walk = desk.walks.start(question)
    return as_contract(await asyncio.shield(walk.task))  # the walk goes on if the client leaves
