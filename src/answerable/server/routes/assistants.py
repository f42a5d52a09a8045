"""What one can ask here, as the page offers it."""

from __future__ import annotations

from fastapi import APIRouter

from answerable.assistants import Assistant
from answerable.language.words import detect_language
from answerable.server.desk import Desk, ToRead
from answerable.server.problems import documented
from answerable.server.replies import AssistantReply, WordingReply

STARTERS = 3  # what stands side by side on the page

router = APIRouter(prefix="/api", tags=["assistants"])


@router.get("/assistants", responses=documented())
def offered(desk: ToRead) -> list[AssistantReply]:
    """The assistants that exist, with what the operator suggests to begin with."""
    return [_offer(desk, assistant) for assistant in desk.assistants.values()]


def _offer(desk: Desk, assistant: Assistant) -> AssistantReply:
    said = {}
    for language, words in assistant.wording.items():
        own = [one for one in desk.starters.get(assistant.name, ()) if detect_language(one) == language]
        said[language] = WordingReply.of(words, {"starters": [*own, *words.starters][:STARTERS]})
    sites = desk.sites if assistant.needs_site else ()
    more = {"starts": sites, "starters": said["en"].starters, "wording": said}
    return AssistantReply.of(assistant, {**more, "researches": assistant.walks == "research"})
