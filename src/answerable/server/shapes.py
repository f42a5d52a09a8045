"""What goes over the wire, typed: requests as they must be, replies as they are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

URL_CHARS, SITES, NAME_CHARS = 2_000, 10, 200

# The longest question is a setting; this only keeps absurd ones from being looked at.
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60_000)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=URL_CHARS)]
Sites = Annotated[list[Address], Field(max_length=SITES)]


class RequestBody(BaseModel):
    """A request; a field nobody knows is refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class ChatRequest(RequestBody):
    """One question."""

    question: Words = Field(description="What you want to know.")
    site: Sites | None = Field(
        default=None, description="Start pages; not needed to continue a conversation."
    )
    conversation: Id | None = Field(
        default=None, description="The conversation to continue; none starts one."
    )
    user: Id | None = Field(default=None, description="Who asks.")


class StreamRequest(RequestBody):
    """One question whose walk is followed live; `prompt` and `workflowId` are the names older clients use."""

    question: Words | None = Field(default=None, description="What you want to know.")
    prompt: Words | None = Field(default=None, description="Another name for `question`.")
    workflowId: Id | None = Field(default=None, description="The conversation to continue; none starts one.")
    site: Sites | None = Field(
        default=None, description="Start pages; not needed to continue a conversation."
    )
    user: Id | None = Field(default=None, description="Who asks.")

    @model_validator(mode="after")
    def _one_question(self) -> StreamRequest:
        if (self.question is None) == (self.prompt is None):
            raise ValueError("Give exactly one of `question` and `prompt`.")
        return self


class Renamed(RequestBody):
    """Another name for a conversation."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_CHARS)]


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


class AssistantReply(ReplyBody):
    """Something one can ask, as the page offers it."""

    name: str
    starts: list[str] = Field(description="Start pages the operator suggests.")
    starters: list[str] = Field(description="Questions to begin with.")


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
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
