"""The nouns of this room: a trace, its spans, and the line of the log they are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from answerable.trace.redact import redacted


class ToldBy(Protocol):
    """A line of the log: when, which run, and what."""

    @property
    def run(self) -> str: ...
    @property
    def created_at(self) -> float: ...
    @property
    def record(self) -> Mapping[str, Any]: ...


@dataclass
class TraceSpan:
    """Something that took time."""

    name: str
    kind: str  # run · stage · task · page · query · model · tool
    start: float
    end: float
    parent: int | None = 0  # its place among the trace's spans; the run itself has none
    attributes: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    @property
    def seconds(self) -> float:
        return max(0.0, self.end - self.start)


@dataclass
class Trace:
    """One run: its spans, and what they come to."""

    run: str = ""
    conversation: str = ""
    variant: str = ""
    question: str = ""
    answer: str = ""
    outcome: str = "running"
    reason: str = ""
    spans: list[TraceSpan] = field(default_factory=list)  # the run is the first
    plans: list[dict[str, Any]] = field(default_factory=list)
    drafts: list[dict[str, Any]] = field(default_factory=list)  # by, claims, passed, objections, kept
    ruling: str = ""  # why the guard refused
    wanted: list[str] = field(default_factory=list)  # why a person is to look: flagged · escalation
    tool_errors: list[tuple[str, str]] = field(default_factory=list)  # (tool, code)
    usage: dict[str, float] = field(default_factory=dict)
    appended: bool = False  # the turn was kept: it is, in the transaction that keeps the outcome
    resumed: int = 0

    @property
    def objections(self) -> list[str]:
        """The violation codes of all drafts."""
        return [kind for draft in self.drafts for kind in draft["objections"]]

    @property
    def fallback(self) -> bool:
        """A draft was there and nothing of it could be shown, so the user got a refusal in its place."""
        return self.outcome == "refusal" and self.reason == "ungrounded"

    @property
    def flags(self) -> tuple[str, ...]:
        """Why a person should look at this run."""
        found = {"injection": self.ruling == "injection", "leak": "leak" in self.objections}
        return (*(why for why, true in found.items() if true), *dict.fromkeys(self.wanted))

    def latency(self) -> dict[str, float]:
        """Seconds by stage; and, within them, by what was waited for."""
        split: dict[str, float] = {}
        for span in self.spans:
            name = span.name if span.kind == "stage" else f"of which {span.kind}"
            if span.kind not in ("run", "task"):
                split[name] = split.get(name, 0.0) + span.seconds
        return {name: round(seconds, 6) for name, seconds in split.items()}

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain JSON without secrets."""
        told: dict[str, Any] = redacted(asdict(self)) | {"run": self.run, "conversation": self.conversation}
        found = {"objections": self.objections, "fallback": self.fallback, "flags": list(self.flags)}
        return told | found | {"latency": self.latency()}
