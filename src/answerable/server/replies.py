"""What we send, typed: replies as they are."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from answerable.domain.evidence import Gap
from answerable.domain.outcome import Usage


def moment(seconds: float) -> str:
    """A stored time as ISO 8601 in UTC."""
    whole, part = divmod(int(seconds * 1000), 1000)
    return f"{_second(whole)}.{part:03d}+00:00"


@lru_cache(maxsize=64)
def _second(whole: int) -> str:
    """Events come many to a second, and a thousand viewers hear each."""
    return datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S")


Moment = Annotated[str, BeforeValidator(lambda at: moment(at) if isinstance(at, float | int) else at)]


class ReplyBody(BaseModel):
    """Something we send."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def of(cls, stored: object, more: Mapping[str, Any] | None = None) -> Self:
        """What is stored under the reply's own names, and more that it does not know or says otherwise."""
        known = {name: getattr(stored, name) for name in cls.model_fields if hasattr(stored, name)}
        return cls.model_validate({**known, **(more or {})})


class CitationReply(ReplyBody):
    id: int
    source: str
    title: str
    url: str
    locator: str
    quote: str
    fetched_at: str
    query: str | None = Field(default=None, exclude_if=lambda query: query is None)
    modified_at: str | None = Field(default=None, exclude_if=lambda modified_at: modified_at is None)


class JourneyReply(ReplyBody):
    did: str
    found: str


class ChoiceReply(ReplyBody):
    label: str
    value: str


class OutcomeReply(ReplyBody):
    """How a run ended: the one shape every door speaks."""

    outcome: Literal["answer", "refusal", "clarification", "failure"]
    reason: str | None
    text: str
    elements: list[dict[str, Any]]
    citations: list[CitationReply]
    confidence: float
    gaps: list[Gap]
    conflicts: list[dict[str, Any]]
    journey: list[JourneyReply]
    suggestions: list[str]
    choices: list[ChoiceReply]
    conversation: str
    run: str
    usage: Usage


class ConversationReply(ReplyBody):
    """A conversation as it is listed."""

    id: str
    name: str
    user: str
    assistant: str
    starts: list[str]
    created_at: Moment
    updated_at: Moment
    running: bool = Field(description="Whether a question is being worked on right now.")


class TurnReply(ReplyBody):
    run: str
    question: str
    asked_at: Moment
    outcome: OutcomeReply


class WholeConversationReply(ConversationReply):
    """A conversation with everything that was said."""

    turns: list[TurnReply]
    last_event: int = Field(description="Number of the newest event; follow on with ?after= this.")


class InboxReply(ReplyBody):
    """A conversation that wants a person, or has one."""

    conversation: str
    run: str
    name: str
    user: str
    assistant: str
    why: str = Field(description="asked, anger, failed, in_doubt, model, or an intent left to people.")
    state: Literal["open", "taken", "closed"]
    person: str
    note: str
    since: Moment
    last: str = Field(description="The user's newest words.")


class SaidReply(ReplyBody):
    """One line of a transcript."""

    who: Literal["user", "assistant", "person", "note"]
    name: str = Field(description="The person's name, or what a note is about.")
    text: str
    at: Moment


class TranscriptReply(InboxReply):
    """The same with everything that was said; follow on at /api/inbox/{conversation}/events."""

    transcript: list[SaidReply]
    last_event: int


class ReviewReply(ReplyBody):
    """A run that a person should look at."""

    run: str
    conversation: str
    why: str = Field(description="injection, leak, flagged or thumb_down.")
    words: str
    state: Literal["open", "taken", "closed"]
    person: str
    note: str
    at: Moment
    question: str
    answer: str


class OverrideReply(ReplyBody):
    """One version of an override."""

    id: str
    version: int
    stage: str
    pattern: str
    result: dict[str, Any]
    assistant: str = Field(description="Empty for all.")
    test: dict[str, Any]
    author: str
    created_at: Moment
    expires_at: Moment | None
    state: Literal["active", "removed", "expired"]


class CheckReply(ReplyBody):
    """Whether an override is still needed."""

    state: Literal["needed", "not needed", "expired", "unknown"]
    usual: str = Field(description="What is said without it, or why that could not be told.")


class MemoryReply(ReplyBody):
    """What a name means, to whom, and who said so."""

    user: str = Field(description="Empty: to everybody of the tenant.")
    name: str
    means: str
    records: list[str]
    author: str
    created_at: Moment


class EntryReply(ReplyBody):
    """One thing that is kept to be found again."""

    key: str
    says: str
    uses: int
    created_at: Moment
    used_at: Moment


class CacheReply(ReplyBody):
    """One room of the cache, the last used first."""

    room: str
    entries: list[EntryReply]


class GoneReply(ReplyBody):
    """How much was forgotten."""

    gone: int


class OpinionReply(ReplyBody):
    """One user's opinion of one run."""

    run: str
    conversation: str
    user: str
    thumb: Literal["up", "down"]
    words: str
    created_at: Moment


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
    started_at: Moment
    ended_at: Moment | None
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
    researches: bool = Field(description="Whether its plan can be approved and its answer sent back.")
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
