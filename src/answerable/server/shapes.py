"""What we are sent, typed: requests as they must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Header
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from answerable.language.words import words

URL_CHARS, SITES, NAME_CHARS = 2_000, 10, 200

# The longest question is a setting, and no body is longer than the gate lets in.
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=r"\S")]
ID = r"^[A-Za-z0-9_-]{1,64}$"
Id = Annotated[str, StringConstraints(pattern=ID)]
# Who asks: an id, or the work e-mail by which records know a person.
PERSON = r"^[A-Za-z0-9_.@+-]{1,128}$"
Person = Annotated[str, StringConstraints(pattern=PERSON)]
Comment = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4_000)]
# Whatever a client calls its messages; UUIDs and the like.
OwnId = Annotated[str, StringConstraints(pattern=r"^[\x21-\x39\x3b-\x7e]{1,128}$")]
MessageId = Annotated[
    OwnId | None,
    Header(alias="Idempotency-Key", description="The same as `clientMessageId`, and wins over it."),
]
Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=URL_CHARS)]
Sites = Annotated[list[Address], Field(max_length=SITES)]
_ASKED = Field(
    validation_alias=AliasChoices("question", "message"),
    description="What you want to know; `message` is another name for it.",
)
_CONTINUED = Field(description="The conversation to continue; none starts one.")


@dataclass(frozen=True)
class Asking:
    """What a request wants to know, before anything of it was checked."""

    text: str
    site: Sequence[str] | None = None
    conversation: str | None = None
    user: str | None = None
    assistant: str | None = None
    message_id: str | None = None  # the client's own: the same one again is the same run
    approve: bool = False
    context: str = ""  # the record or page it is asked from
    language: str = "en"  # of the reader, for words that tell none


class RequestBody(BaseModel):
    """A request; a field nobody knows is refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class AskRequest(RequestBody):
    """What every way of asking may say besides the question."""

    site: Sites | None = Field(
        default=None, description="Start pages; not needed to continue a conversation."
    )
    user: Person | None = Field(default=None, description="Who asks: an id, or a work e-mail.")
    assistant: Id | None = Field(default=None, description="Who answers; `website` if not said.")
    clientMessageId: OwnId | None = Field(
        default=None, description="Your own id of this message: the same one again is the same run."
    )
    approve: bool = Field(
        default=False, description="Show the plan of research first; it goes on with the choice you send."
    )
    context: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = Field(
        default="", description='The record or page you ask from: what "it" or "this" means.'
    )
    language: Literal["en", "de"] = Field(
        default="en", description="What you speak: for words that tell no language, such as a name."
    )

    def asked(self, text: str, conversation: str | None, message_id: str | None) -> Asking:
        """As the desk takes it."""
        own = message_id or self.clientMessageId
        said = (self.user, self.assistant, own, self.approve, self.context, self.language)
        return Asking(text, self.site, conversation, *said)


class ChatRequest(AskRequest):
    """One question."""

    question: Annotated[Words, _ASKED]
    conversation: Annotated[Id | None, _CONTINUED] = None

    def asking(self, message_id: str | None = None) -> Asking:
        return self.asked(self.question, self.conversation, message_id)


class StreamRequest(AskRequest):
    """One question whose walk is followed live; `prompt` and `workflowId` are the names older clients use."""

    question: Annotated[Words | None, _ASKED] = None
    prompt: Words | None = Field(default=None, description="Another name for `question`.")
    workflowId: Annotated[Id | None, _CONTINUED] = None
    roundNumber: int | None = Field(
        default=None, ge=1, description="Tell from this round on; without a question."
    )
    categories: list[Literal["chat", "workflow"]] | None = Field(
        default=None,
        min_length=1,
        max_length=2,
        description="What to tell: chat (messages), workflow (logs, stats).",
    )

    @property
    def words(self) -> str:
        """The question, under whichever name it came."""
        return self.question or self.prompt or ""

    def asking(self, message_id: str | None = None) -> Asking:
        return self.asked(self.words, self.workflowId, message_id)

    @model_validator(mode="after")
    def _one_question(self) -> StreamRequest:
        if self.question and self.prompt:
            raise ValueError("Give exactly one of `question` and `prompt`.")
        if not (self.words or self.workflowId):
            raise ValueError("Give a `question`, or the `workflowId` of a conversation to follow again.")
        if self.words and self.roundNumber:
            raise ValueError("A new question is told from its own round on: leave out `roundNumber`.")
        return self


class Renamed(RequestBody):
    """Another name for a conversation."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_CHARS)]


class Replied(RequestBody):
    """The answer to a question back."""

    text: Words = Field(description="The value or label of a choice, or words of your own.")


class Reviewed(RequestBody):
    """What a person thinks of an answer, if they say it."""

    words: Comment = ""


class Pinned(RequestBody):
    """What an operator pins for questions like a pattern."""

    stage: str = Field(description="guard, recall, plan, act, weigh or draft.")
    pattern: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)] = Field(
        description="The question; * stands for any words, {slot} for words that the result repeats."
    )
    result: dict[str, Any] = Field(description="What the stage gives, in its own shape.")
    assistant: Id | None = Field(default=None, description="Only for this one; for all if not said.")
    expires_at: datetime | None = Field(default=None, description="When it ends; never if not said.")
    test: Comment = Field(default="", description="A question that shows whether it is still needed.")
    site: Sites = Field(default_factory=list, description="Start pages of the test question.")
    user: Annotated[str, StringConstraints(max_length=NAME_CHARS)] = Field(
        default="", description="Who asks the test question."
    )


def _spoken(name: str) -> str:
    if not words(name):
        raise ValueError("has no letter and no digit")
    return name


class StatedName(RequestBody):
    """What a name means to everybody of a tenant."""

    name: Annotated[Words, Field(max_length=60), AfterValidator(_spoken)]
    means: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


class Attending(RequestBody):
    """What an operator does with a conversation, and under which name the user sees it."""

    person: Annotated[str, StringConstraints(strip_whitespace=True, max_length=NAME_CHARS)] = Field(
        default="", description="Shown to the user; the key's own name if not said."
    )
    note: Comment = Field(default="", description="What came of it; kept with the entry.")


class Wrote(Attending):
    """A person's words to the user."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]
    clientMessageId: OwnId | None = Field(default=None, description="The same one again is the same words.")


class Looked(Attending):
    """What a person thinks of a flagged run."""

    verdict: Literal["approve", "dismiss"]


class Appended(RequestBody):
    """Something to consider besides."""

    words: Words


class Opinion(RequestBody):
    """A thumb, and why."""

    thumb: Literal["up", "down"]
    words: Comment = ""
    user: Person | None = Field(default=None, description="Whose opinion.")


class SpokenMessage(BaseModel):
    """A message as clients of OpenAI send it."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None

    @property
    def text(self) -> str:
        """Its words, whichever way they are wrapped."""
        if isinstance(self.content, list):
            return "\n".join(str(part.get("text", "")) for part in self.content).strip()
        return (self.content or "").strip()


class CompletionRequest(BaseModel):
    """What clients of OpenAI send; what steers a model (temperature and the like) is taken and not used."""

    model: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        description="An assistant's name."
    )
    messages: Annotated[list[SpokenMessage], Field(min_length=1, max_length=1_000)]
    stream: bool = False
    stream_options: dict[str, Any] = Field(default_factory=dict)
    user: Annotated[str, StringConstraints(max_length=512)] | None = None
    site: Sites | None = Field(default=None, description="Start pages, for an assistant that needs them.")
    conversation: Id | None = Field(
        default=None, description="The conversation to continue; found if not said."
    )

    @model_validator(mode="after")
    def _asks(self) -> CompletionRequest:
        if self.messages[-1].role != "user" or not self.messages[-1].text:
            raise ValueError("The last of `messages` must be the user's, with text.")
        return self
