"""The rules write where they are sure, the model where they are not."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Draft, Objections, Weighing
from answerable.domain.question import Question
from answerable.stages.base import Drafter, Seat


class CascadeDrafter:
    """A sure weighing is quoted by rule; what is unsure, or was objected to, is the model's to write."""

    def __init__(self, rules: Drafter, model: Drafter, *, sure: float) -> None:
        self._rules, self._model, self._sure = rules, model, sure

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        sure = weighing.enough and weighing.confidence >= self._sure
        write = self._rules if sure and not objections else self._model
        return await write(question, ledger, weighing, seat, objections)
