"""Weighing by facts: is every hop of the question found, how sure is each, and what is computed from them."""

from __future__ import annotations

from answerable.domain.evidence import Findings, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.facts.conclude import concluded
from answerable.facts.fact import Resolved
from answerable.facts.inquire import inquire
from answerable.stages.base import Seat

# From here on a complete chain goes to the person as answered (the requirement's number).
ENOUGH = 0.85


class FactWeigher:
    """Confidence is computed from the sources behind every hop; nobody is asked for it."""

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        inquiry, resolved = inquire(question, ledger)
        # What follows from facts is evidence too; the drafter may then cite it and verify can check it.
        ledger.add(Findings(tuple(concluded(inquiry, resolved, question.language, question.now))))
        missing = tuple(
            dict.fromkeys(step.asked(question.language) for one in resolved for step in one.missing)
        )
        confidence = min((one.confidence for one in resolved), default=0.0)
        complete = bool(resolved) and all(one.complete for one in resolved)
        enough = complete and confidence >= ENOUGH
        return Weighing(
            confidence=confidence if complete else min(confidence, 0.4),
            enough=enough,
            missing=missing,
            why=_why(resolved),
        )


def _why(resolved: tuple[Resolved, ...]) -> str:
    found = sum(bool(step.values) for one in resolved for step in one.steps)
    total = sum(len(one.steps) for one in resolved)
    disagree = sum(step.contradiction is not None for one in resolved for step in one.steps)
    return f"{found} of {total} steps found, {disagree} with contradictions"
