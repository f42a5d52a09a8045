"""What we send, typed: replies as they are."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, Field


class ReplyBody(BaseModel):
    """Something we send."""


class CitationReply(ReplyBody):
    id: int
    source: str
    title: str
    url: str
    locator: str
    quote: str
    fetched_at: str
    query: str | None = Field(default=None, exclude_if=lambda query: query is None)


class GapReply(ReplyBody):
    asked: str
    why: str


class JourneyReply(ReplyBody):
    did: str
    found: str


class ChoiceReply(ReplyBody):
    label: str
    value: str


class UsageReply(ReplyBody):
    seconds: float
    model_calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: float
    pages: int
    queries: int


class OutcomeReply(ReplyBody):
    """How a run ended: the one shape every door speaks."""

    outcome: Literal["answer", "refusal", "clarification", "failure"]
    reason: str | None
    text: str
    elements: list[dict[str, Any]]
    citations: list[CitationReply]
    confidence: float
    gaps: list[GapReply]
    conflicts: list[dict[str, Any]]
    journey: list[JourneyReply]
    suggestions: list[str]
    choices: list[ChoiceReply]
    conversation: str
    run: str
    usage: UsageReply


class ConversationReply(ReplyBody):
    """A conversation as it is listed."""

    id: str
    name: str
    user: str
    assistant: str
    starts: list[str]
    created_at: str
    updated_at: str
    running: bool = Field(description="Whether a question is being worked on right now.")


class TurnReply(ReplyBody):
    run: str
    question: str
    asked_at: str
    outcome: OutcomeReply


class WholeConversationReply(ConversationReply):
    """A conversation with everything that was said."""

    turns: list[TurnReply]
    last_event: int = Field(description="Number of the newest event; follow on with ?after= this.")


class OpinionReply(ReplyBody):
    """One user's opinion of one run."""

    run: str
    conversation: str
    user: str
    thumb: Literal["up", "down"]
    words: str
    created_at: str


class StartedReply(ReplyBody):
    """A run that was begun; follow it at /api/runs/{run}/events."""

    conversation: str
    run: str


class RunReply(ReplyBody):
    """One run: the work on one question."""

    id: str
    conversation: str
    question: str
    status: Literal["running", "waiting", "completed", "stopped", "error"]
    round: int = Field(description="Which question of its conversation it is, from 1.")
    started_at: str
    ended_at: str | None
    outcome: OutcomeReply | None = Field(description="How it ended, once it did.")


class WordingReply(ReplyBody):
    """What an assistant says of itself in one language."""

    title: str
    greeting: str
    starters: list[str]


class AssistantReply(ReplyBody):
    """Something one can ask, as the page offers it."""

    name: str
    needs_site: bool = Field(description="Whether a question must come with start pages.")
    wording: dict[str, WordingReply] = Field(description="By language: en, and de where it has it.")
    starts: list[str] = Field(description="Start pages the operator suggests.")
    starters: list[str] = Field(description="Questions to begin with.")


class CompletionReply(ReplyBody):
    """What clients of OpenAI read, with our own outcome beside it."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[dict[str, Any]]
    usage: dict[str, int]
    citations: list[CitationReply]
    answerable: OutcomeReply


class ModelReply(ReplyBody):
    """An assistant, as a model."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: str = "answerable"


class ModelsReply(ReplyBody):
    """The assistants, as models."""

    object: Literal["list"] = "list"
    data: list[ModelReply]


class FieldProblem(ReplyBody):
    field: str
    detail: str


class Problem(ReplyBody):
    """What is wrong with a request, and what would be right (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] = Field(default_factory=list)


def moment(seconds: float) -> str:
    """A stored time as ISO 8601 in UTC."""
    whole, part = divmod(int(seconds * 1000), 1000)
    return f"{_second(whole)}.{part:03d}+00:00"


@lru_cache(maxsize=64)
def _second(whole: int) -> str:
    """Events come many to a second, and a thousand viewers hear each."""
    return datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S")
