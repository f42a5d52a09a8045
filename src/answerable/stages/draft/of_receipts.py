"""The drafter of receipts: it says what the plan decided to tell, in the sentences the evidence itself holds.

Where a model worded the reply, its sentences are a draft like any other; if they are turned down, the sentences of the
receipts are said instead, and nothing of the reply is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Claim, Draft, Objections, Weighing
from answerable.domain.question import Question
from answerable.language.sentences import split_sentences
from answerable.language.words import words
from answerable.stages.base import Seat
from answerable.store.permits import USED
from answerable.tools.desk import PermitDesk
from answerable.tools.dialog import Dialog
from answerable.tools.hearing import language_of


class ReceiptDrafter:
    """Every sentence is a claim that cites the receipt it was written from."""

    def __init__(self, dialog: Dialog, desk: PermitDesk) -> None:
        self._dialog, self._desk = dialog, desk

    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        objections: Objections = (),
    ) -> Draft:
        plan = ledger.plans[-1] if ledger.plans else None
        if plan and plan.says and not objections:
            return Draft(tuple(_claims(plan.says, ledger)), by=plan.by)
        made = {call.id: call for call in self._desk.made(question)}
        tell = plan.waits.get("tell") if plan else None
        if tell is None:  # a model's words did not hold: everything this turn's calls gave is told instead
            tell = [
                (call.id, [], "") for call in made.values() if call.run == question.run and call.state == USED
            ]
        language = language_of(question)
        claims = [
            Claim(text, (call,), text)
            for call, rows, intent in tell
            if call in ledger
            for text in self._dialog.told_of(made[call], rows, intent, language)
        ]
        return Draft(tuple(claims), reason="" if claims else "not_found")


def _claims(says: str, ledger: Ledger) -> Iterator[Claim]:
    """A model's reply sentence by sentence, each citing the receipts that hold its words."""
    receipts = [piece for piece in ledger if piece.trust and piece.kind in ("receipt", "record", "clause")]
    for sentence in split_sentences(says):
        yield Claim(sentence, tuple(_cited(sentence, receipts)))


def _cited(sentence: str, receipts: Sequence[Evidence]) -> Iterator[str]:
    """The fewest receipts that hold the sentence's words, best first; figures and names must all be held."""
    missing = set(words(sentence))
    ranked = sorted(receipts, key=lambda piece: -len(missing & set(words(piece.text))))
    for place, piece in enumerate(ranked):
        held = set(words(piece.text))
        if place == 0 or any(any(c.isdigit() for c in word) for word in missing & held):
            yield piece.id
            missing -= held
