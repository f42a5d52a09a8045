"""How a run ends: drafts, verdicts, and the four outcomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.plan import Plan
from answerable.domain.question import Question, Ruling

# Where a sentence ends, with the quotation marks and citations behind it; or a line. An abbreviation that is
# taken for an end does no harm: the pieces are checked text and give the whole when put together.
_END = re.compile(r"[.!?…][\"'”’)\]]*(?: ?\[\d+\])*+(?:\s+|\Z)|\n+")


@dataclass(frozen=True)
class Claim:
    """One checkable statement of a draft and the evidence it cites."""

    text: str
    evidence: tuple[str, ...]  # evidence ids
    quote: str = ""  # the verbatim words of the evidence it rests on
    part: int = 0  # which part of the question it answers


@dataclass(frozen=True)
class Draft:
    """An answer nobody has checked."""

    claims: tuple[Claim, ...]
    gaps: tuple[Gap, ...] = ()
    elements: tuple[dict[str, Any], ...] = ()
    by: str = "rule"
    reason: str = ""  # a refusal code when the drafter found nothing it may say


@dataclass(frozen=True)
class Objection:
    """Why a claim may not leave: the value or sentence its evidence does not carry."""

    claim: int
    kind: str  # number · date · amount · identifier · url · email · quote · name · support · leak · citation
    value: str


Objections = Sequence[Objection]


@dataclass(frozen=True)
class Verdict:
    """What checking a draft found."""

    passed: tuple[Claim, ...]
    objections: tuple[Objection, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.objections


@dataclass(frozen=True)
class Weighing:
    """Is it enough, what conflicts, what is missing."""

    confidence: float
    enough: bool
    missing: tuple[str, ...] = ()  # parts of the question nothing answers yet
    off_topic: bool = False  # the question is nearer to everyday talk than to anything in these sources
    why: str = ""
    by: str = "rule"
    shares: Mapping[str, Weighing] = field(default_factory=dict)  # of each, where several answer together

    @property
    def speaks_of(self) -> bool:
        """Whether the evidence plainly is about what was asked, whatever a model says: see docs/models.md."""
        # On the sandbox shop none of 16 questions off topic reach it, and 8 of 12 that it answers do.
        return not self.off_topic and self.confidence >= 0.3


@dataclass(frozen=True)
class Stopped:
    """A walk that a guard stopped."""

    question: Question
    ruling: Ruling


@dataclass(frozen=True)
class Decided:
    """A walk whose planner asks back or refuses."""

    question: Question
    plan: Plan
    ledger: Ledger


@dataclass(frozen=True)
class Written:
    """A walk that came to a draft, and what checking it found."""

    question: Question
    draft: Draft
    verdict: Verdict
    weighing: Weighing
    ledger: Ledger


Walked = Stopped | Decided | Written


@dataclass(frozen=True)
class Citation:
    """The tie from a claim to evidence, as the reader sees it."""

    id: int
    evidence: Evidence
    quote: str


@dataclass(frozen=True)
class Usage:
    """What the run cost."""

    seconds: float = 0.0
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    pages: int = 0
    queries: int = 0


@dataclass(frozen=True, kw_only=True)
class _Ending:
    """What all four endings carry."""

    text: str
    conversation: str
    run: str
    reason: str | None = None
    confidence: float = 0.0
    gaps: tuple[Gap, ...] = ()
    journey: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    waits: Mapping[str, Any] = field(default_factory=dict)  # left for the next turn; never shown


@dataclass(frozen=True, kw_only=True)
class Answer(_Ending):
    """A verified draft."""

    citations: tuple[Citation, ...] = ()
    elements: tuple[dict[str, Any], ...] = ()
    conflicts: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Refusal(_Ending):
    """An honest no, with a reason code."""


@dataclass(frozen=True, kw_only=True)
class Clarification(_Ending):
    """A question back to the user."""

    choices: tuple[tuple[str, str], ...] = ()  # (label, value)


@dataclass(frozen=True, kw_only=True)
class Failure(_Ending):
    """Something broke that should not have; the user is told so plainly."""


Outcome = Answer | Refusal | Clarification | Failure


def outcome_name(outcome: Outcome) -> str:
    """The word that stands in the contract's `outcome` field."""
    return type(outcome).__name__.lower()


def as_contract(outcome: Outcome) -> dict[str, Any]:
    """The one JSON shape every door speaks (`ask --json`, `POST /api/chat`, a stream's last event)."""
    citations = outcome.citations if isinstance(outcome, Answer) else ()
    elements = outcome.elements if isinstance(outcome, Answer) else ()
    choices = outcome.choices if isinstance(outcome, Clarification) else ()
    usage = outcome.usage
    return {
        "outcome": outcome_name(outcome),
        "reason": outcome.reason,
        "text": outcome.text,
        "elements": list(elements) or [{"type": "text", "text": outcome.text}],
        "citations": [_citation(c) for c in citations],
        "confidence": round(outcome.confidence, 3),
        "gaps": [asdict(gap) for gap in outcome.gaps],
        "conflicts": list(outcome.conflicts) if isinstance(outcome, Answer) else [],
        "journey": [{"did": did, "found": found} for did, found in outcome.journey],
        "suggestions": list(outcome.suggestions),
        "choices": [{"label": label, "value": value} for label, value in choices],
        "conversation": outcome.conversation,
        "run": outcome.run,
        "usage": asdict(usage) | {"seconds": round(usage.seconds, 3), "cost_usd": round(usage.cost_usd, 6)},
    }


def _citation(citation: Citation) -> dict[str, Any]:
    evidence = citation.evidence
    # What is told of records, for who wants to check.
    told = {"query": evidence.query, "modified_at": evidence.modified_at}
    return {
        **{name: value for name, value in told.items() if value},
        "id": citation.id,
        "source": evidence.locator.source,
        "title": evidence.title,
        "url": evidence.locator.address,
        "locator": str(evidence.locator),
        "quote": citation.quote,
        "fetched_at": evidence.fetched_at.isoformat(timespec="seconds"),
    }


def released(answer: Answer) -> Iterator[dict[str, Any]]:
    """The pieces an answer is released in: its text in sentences, to the letter, and each table or chart whole."""
    for piece in _sentences(answer.text):
        yield {"type": "text", "text": piece}
    yield from (element for element in answer.elements if element["type"] != "text")


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        if end > start:
            yield text[start:end]
        start = end
