"""How one case of any suite went, as lines and reports show it; and how a whole suite did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One case: what was asked, wanted and told."""

    id: str
    question: str
    why: str = ""  # what is wrong with it; "" when it is right
    expected: str = ""
    got: str = ""
    citations: tuple[str, ...] = ()
    seconds: float | None = None
    confidence: float | None = None  # of an answer
    trace: str = ""  # the run as a waterfall, of a case that failed

    @property
    def right(self) -> bool:
        return not self.why


@dataclass(frozen=True)
class Ran:
    """How a suite went."""

    figures: Mapping[str, float]
    tried: Sequence[Tried]

    @property
    def failures(self) -> list[str]:
        """One line for each case that failed, with its cause."""
        return [f"{one.id}  {one.question}: {one.why}" for one in self.tried if not one.right]


def tried(case: Any, why: str, expected: str, outcome: Mapping[str, Any], trace: str = "") -> Tried:
    """A case with an id and a question whose outcome is in the contract's JSON."""
    cited = (f"{citation['title']}: {citation['quote']}" for citation in outcome.get("citations", ()))
    return Tried(
        id=case.id,
        question=case.question,
        why=why,
        expected=expected,
        got=f"{outcome['outcome']}: {outcome['text']}",
        citations=tuple(cited),
        seconds=outcome["usage"]["seconds"],
        confidence=outcome["confidence"] if outcome["outcome"] == "answer" else None,
        trace="" if not why else trace,
    )
