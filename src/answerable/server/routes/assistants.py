"""What one can ask here, as the page offers it."""

from __future__ import annotations

from fastapi import APIRouter

from answerable.server.desk import AtDesk
from answerable.server.problems import documented
from answerable.server.shapes import AssistantReply

router = APIRouter(prefix="/api", tags=["assistants"])


@router.get("/assistants", responses=documented())
def offered(desk: AtDesk) -> list[AssistantReply]:
    """The assistants that exist, with what the operator suggests to begin with."""
    return [AssistantReply(name="website", starts=list(desk.starts), starters=list(desk.starters))]
