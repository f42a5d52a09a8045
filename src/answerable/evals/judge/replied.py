"""The nouns of this room: what was said, what a judge made of it, and the seat of whoever judges."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence
from answerable.stages.base import Seat
from answerable.tools.policy import Policy

CRITERIA = ("grounding", "refusal", "policy", "tone", "clarifying")
GOOD = 0.5  # a score from here on is a yes; could not tell is 0


@dataclass(frozen=True, kw_only=True)
class JudgedReply:
    """One question, what its user was told, and everything a judge may hold against it."""

    question: str
    text: str
    outcome: str  # answer · refusal · clarification · failure
    assistant: str = ""
    language: str = "en"
    evidence: tuple[Evidence, ...] = ()
    choices: tuple[str, ...] = ()  # what a question back offered
    turns: tuple[tuple[str, str], ...] = ()  # (asked, told) before it
    policy: Policy | None = None  # what the assistant's folder says its rules are
    about: str = ""  # what the assistant is there for
    expect: str = ""  # the outcome that would be right; "" where nobody has said


@dataclass(frozen=True)
class Judgement:
    """What a judge found by one criterion."""

    criterion: str
    score: float  # 0 to 1
    reason: str
    quote: str = ""  # the words of the reply or the evidence that it rests on
    by: str = "rule"
    sure: bool = True  # False: could not tell, and the score is 0

    @property
    def good(self) -> bool:
        return self.sure and self.score >= GOOD


class ReplyJudge(Protocol):
    async def __call__(self, criterion: str, reply: JudgedReply, seat: Seat) -> Judgement:
        """Hold what was said against one criterion."""
        ...


def unsure(criterion: str, why: str, by: str = "rule") -> Judgement:
    """Could not tell, which counts as no."""
    return Judgement(criterion, 0.0, f"could not tell: {why}", by=by, sure=False)


def applicable(reply: JudgedReply) -> list[str]:
    """The criteria that can be asked of a reply nobody has written an expectation for."""
    asked = {
        "grounding": reply.outcome in ("answer", "clarification"),
        "refusal": bool(reply.expect),
        "policy": reply.outcome == "answer" and reply.policy is not None,
        "tone": reply.outcome != "failure",
        "clarifying": reply.outcome == "clarification",
    }
    return [criterion for criterion in CRITERIA if asked[criterion]]


def replied_of(contract: Mapping[str, Any], question: str, evidence: Sequence[Evidence]) -> dict[str, Any]:
    """The parts of a `JudgedReply` that an outcome in the contract's JSON has."""
    return {
        "question": question,
        "text": str(contract["text"]),
        "outcome": str(contract["outcome"]),
        "evidence": tuple(evidence),
        "choices": tuple(str(choice["label"]) for choice in contract["choices"]),
    }


def unpaid_seat(limits: Limits | None = None) -> Seat:
    """A purse of its own for one judgement, which nobody listens to."""
    return Seat(Budget(limits or Limits(), time.monotonic), silence)
