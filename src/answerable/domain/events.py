"""Every fact a run tells as it becomes true. Past tense, frozen, no prose for humans.

Add an event here and describe it in docs/events.md; a test will remind you.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """A fact about a run."""


@dataclass(frozen=True)
class RunStarted(Event):
    """A question was taken and its walk began."""

    run: str
    conversation: str
    question: str
    variant: str = ""


@dataclass(frozen=True)
class RunResumed(Event):
    """The walk goes on where it had got to when the process that walked it went away."""

    step: int


@dataclass(frozen=True)
class QuestionRuled(Event):
    """A guard looked at the question."""

    ruling: str
    reason: str


@dataclass(frozen=True)
class TurnsRecalled(Event):
    """What was known before this question was brought in."""

    turns: int
    pages: int
    meant: str


@dataclass(frozen=True)
class PlanMade(Event):
    """The planner decided what to do next."""

    decision: str
    why: str
    tasks: tuple[str, ...]
    by: str
    needs: tuple[tuple[str, str], ...] = ()  # (task, the task it waits for)


@dataclass(frozen=True)
class TaskStarted(Event):
    """A task of the plan began."""

    task: str
    source: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class PageFetched(Event):
    """A page was read (or found unchanged)."""

    url: str
    status: int
    seconds: float
    passages: int
    note: str = ""


@dataclass(frozen=True)
class PageSkipped(Event):
    """A page was not read, and why."""

    url: str
    why: str


@dataclass(frozen=True)
class QueryRan(Event):
    """A query of the plan gave its rows."""

    name: str
    rows: int
    seconds: float


@dataclass(frozen=True)
class QueryFailed(Event):
    """A query of the plan gave nothing; the others go on."""

    name: str
    why: str


@dataclass(frozen=True)
class TaskEnded(Event):
    """A task of the plan came home."""

    task: str
    evidence: int
    gaps: int


@dataclass(frozen=True)
class LedgerWeighed(Event):
    """What is known was weighed against what was asked."""

    confidence: float
    enough: bool
    missing: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class ModelCalled(Event):
    """A language model was asked something."""

    model: str
    purpose: str
    tokens_in: int
    tokens_out: int
    cost_usd: float
    seconds: float
    prompt_hash: str
    prompt: str = ""  # its words and those of the reply, where the operator keeps them
    reply: str = ""
    cached: int = 0  # the part of tokens_in that the vendor had kept, which costs less


@dataclass(frozen=True)
class ModelFailed(Event):
    """A language model could not be used; the rule way took over."""

    model: str
    purpose: str
    why: str


@dataclass(frozen=True)
class OverrideUsed(Event):
    """An operator's override took the place of what a stage would have given."""

    stage: str
    override: str
    version: int


@dataclass(frozen=True)
class MemoryRecalled(Event):
    """What was said to be remembered was used to understand the question."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class PlanReused(Event):
    """A kept plan was used again, and so many calls of a model were saved."""

    plan: str
    saved: int


@dataclass(frozen=True)
class PlanKept(Event):
    """A model's plan ended in a verified answer and was kept for the next such question."""

    plan: str


@dataclass(frozen=True)
class DraftWritten(Event):
    """An unchecked answer exists."""

    claims: int
    by: str


@dataclass(frozen=True)
class DraftVerified(Event):
    """A draft was checked against the evidence."""

    passed: int
    objections: tuple[str, ...]


@dataclass(frozen=True)
class AnswerReleased(Event):
    """A verified piece of the answer may be shown: a sentence, or a whole table or chart."""

    element: dict[str, Any]


@dataclass(frozen=True)
class AnswerReviewed(Event):
    """A person accepted or rejected an answer, or added to what was asked."""

    verdict: str
    words: str
    user: str


@dataclass(frozen=True)
class TextFlagged(Event):
    """A guard wants a person to look at a question or an answer; it may have been let through."""

    where: str
    reason: str
    by: str


@dataclass(frozen=True)
class ConversationEscalated(Event):
    """A person is wanted for this conversation; until one has given it back, the engine does not answer there."""

    why: str
    staffed: bool


@dataclass(frozen=True)
class PersonJoined(Event):
    """A person took a conversation over."""

    person: str


@dataclass(frozen=True)
class PersonSpoke(Event):
    """A person wrote to the user."""

    person: str
    text: str


@dataclass(frozen=True)
class PersonLeft(Event):
    """A person gave a conversation back; from here on the assistant answers again."""

    person: str


@dataclass(frozen=True)
class OutcomeSettled(Event):
    """The run ended; the outcome in the contract's JSON."""

    outcome: dict[str, Any]


Tell = Callable[[Event], None]


def as_record(event: Event) -> dict[str, Any]:
    """An event as plain JSON data with its name."""
    return {"event": type(event).__name__, **asdict(event)}


def silence(event: Event) -> None:
    """The ear of one who does not listen."""
