"""Checking drafts that tell of rows and of pages: each claim by the gate for what it cites."""

from __future__ import annotations

from dataclasses import replace

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Verdict
from answerable.domain.question import Question
from answerable.stages.base import Verify


class KindVerifier:
    """Claims on records go to one gate, those on text to the other; the order of the draft stays."""

    def __init__(self, records: Verify, text: Verify) -> None:
        self._records, self._text = records, text

    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        on_records = [place for place, claim in enumerate(draft.claims) if _cites_records(claim, ledger)]
        on_text = [place for place in range(len(draft.claims)) if place not in on_records]
        passed: dict[int, Claim] = {}
        objections: list[Objection] = []
        for gate, places in ((self._records, on_records), (self._text, on_text)):
            claims = tuple(draft.claims[place] for place in places)
            elements = draft.elements if gate is self._records else ()
            verdict = await gate(question, replace(draft, claims=claims, elements=elements), ledger)
            objections += [
                replace(one, claim=places[one.claim] if places else 0) for one in verdict.objections
            ]
            if any(one.kind == "cell" for one in verdict.objections):
                return Verdict((), tuple(objections))
            held = {one.claim for one in verdict.objections}
            good = [place for number, place in enumerate(places) if number not in held]
            passed |= dict(zip(good, verdict.passed, strict=False))
        return Verdict(tuple(passed[place] for place in sorted(passed)), tuple(objections))


def _cites_records(claim: Claim, ledger: Ledger) -> bool:
    return any(name in ledger and ledger[name].table for name in claim.evidence)
