"""The ending of a research run: contradictions with both sides cited, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Answer, Citation, Draft, Outcome, Stopped, Walked, Weighing, Written
from answerable.domain.question import Question
from answerable.domain.share import Share
from answerable.facts.inquire import CALLED, gone_on, inquire
from answerable.facts.wishes import ASKED
from answerable.lists import read_list
from answerable.stages.base import Seat, Settle

_WORDING = read_list(__package__, "of_facts.toml")
SURE = 0.85
# What the answer to a part of a question is worth at most: as much as an unfinished chain of facts.
PARTIAL = 0.4


class FactSettler:
    """Hands the plain draft to the house's settler and adds what only research knows."""

    def __init__(self, settle: Settle, share: Share | None = None) -> None:
        self._settle, self._share = settle, share  # with a share, only a part of a question is research

    def __call__(self, walked: Walked, seat: Seat) -> Outcome:
        """The settler's ending, with contradictions and certainty."""
        if not isinstance(walked, Stopped):
            read = int(seat.budget.spent("pages")) or walked.ledger.pages
            walked = replace(walked, ledger=replace(walked.ledger, pages=read))
        if not isinstance(walked, Written):
            outcome = self._settle(walked, seat)
            return (
                outcome
                if isinstance(walked, Stopped) or walked.plan.says
                else _counted(outcome, walked.question)
            )
        question, draft, ledger, weighing = walked.question, walked.draft, walked.ledger, walked.weighing
        if self._share and draft.gaps:
            weighing = replace(weighing, confidence=min(weighing.confidence, PARTIAL))
        sides = [element for element in draft.elements if element.get("type") == "conflict"]
        rest = tuple(element for element in draft.elements if element not in sides)
        # What is disputed is told as a contradiction, never as an answer; alone it only lends its citations.
        plain = tuple(claim for claim in walked.verdict.passed if claim.part >= 0)
        told = replace(walked.verdict, passed=plain or walked.verdict.passed)
        plainly = replace(walked, draft=replace(draft, elements=rest), verdict=told, weighing=weighing)
        outcome = self._settle(plainly, seat)
        if not isinstance(outcome, Answer):
            return _counted(replace(outcome, gaps=(*draft.gaps, *outcome.gaps)), question)
        wording = _WORDING.get(question.language, _WORDING["en"])
        citations = list(outcome.citations)
        conflicts = tuple(_conflict(side, citations, ledger) for side in sides)
        lines = [_line(side, conflict, wording) for side, conflict in zip(sides, conflicts, strict=True)]
        open_first = [line for side, line in zip(sides, lines, strict=True) if not side["settled"]]
        settled = [line for side, line in zip(sides, lines, strict=True) if side["settled"]]
        answer = [outcome.text] if plain or not open_first else []
        text = "\n\n".join([*open_first, *answer, *settled, *_unsure(draft, self._own(weighing), wording)])
        return replace(
            outcome,
            waits={**outcome.waits, **self._found(question, ledger)},
            text=text,
            citations=tuple(citations),
            conflicts=conflicts,
            elements=({"type": "text", "text": text}, *outcome.elements[1:]),
        )

    def _own(self, weighing: Weighing) -> float:
        """How sure research is: of what others say, it knows nothing."""
        if self._share is None:
            return weighing.confidence
        return weighing.shares[self._share.name].confidence if self._share.name in weighing.shares else 1.0

    def _found(self, question: Question, ledger: Ledger) -> dict[str, Any]:
        """What the answer claims at the end of its chains, which a person may turn down, and whom its hops found."""
        part = self._share.part(ledger) if self._share else question.text
        if not part:
            return {"values": []}
        asked = self._share.asked(question, part) if self._share else question
        sure = [one for one in inquire(asked, ledger)[1] if not one.disputed]
        steps = [step for one in sure for step in one.steps if len(step.values) == 1]
        return {
            ASKED: part if self._share else gone_on(question),
            "values": [held.value for one in sure for held in one.values],
            CALLED: {step.hop.relation.name: step.values[0].value for step in steps},
        }


def _counted(outcome: Outcome, question: Question) -> Outcome:
    """The ending; a no after a search that led to no page counts none."""
    if outcome.reason != "not_found" or outcome.usage.pages:
        return outcome
    return replace(
        outcome,
        text=_WORDING.get(question.language, _WORDING["en"])[
            "nothing" if outcome.usage.queries else "unknown"
        ],
    )


def _conflict(side: Mapping[str, Any], citations: list[Citation], ledger: Ledger) -> dict[str, Any]:
    """The contract's conflict; a side that no claim cites gets a citation of its own."""
    numbers = []
    for value in side["sides"]:
        known = next((c.id for c in citations if c.evidence.id == value["evidence"]), None)
        if known is None:
            known = len(citations) + 1
            citations.append(Citation(known, ledger[value["evidence"]], value["quote"]))
        numbers.append(known)
    return {"about": side["about"], "values": [v["value"] for v in side["sides"]], "citations": numbers}


def _line(side: Mapping[str, Any], conflict: Mapping[str, Any], wording: Mapping[str, str]) -> str:
    told = [
        f"{value} [{number}]" for value, number in zip(conflict["values"], conflict["citations"], strict=True)
    ]
    name = "settled" if side["settled"] else "open"
    return wording[name].format(about=conflict["about"], first=told[0], others=", ".join(told[1:]))


def _unsure(draft: Draft, confidence: float, wording: Mapping[str, str]) -> Sequence[str]:
    """Below the mark the reader is told so; what is missing was named already."""
    unsure = confidence < SURE and not draft.gaps
    return [wording["unsure"].format(percent=round(100 * confidence))] if unsure else []
