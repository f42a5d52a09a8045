"""Rules first where they are sure, the model where they are not."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Plan
from answerable.domain.question import Question
from answerable.stages.base import Planner, Seat


class CascadePlanner:
    """The first look and every sure "enough" cost no call; all other decisions are the model's."""

    def __init__(self, rules: Planner, model: Planner, *, sure: float) -> None:
        self._rules, self._model, self._sure = rules, model, sure

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        sure = weighing.enough and weighing.confidence >= self._sure
        decide = self._rules if sure or not ledger.journey else self._model
        return await decide(question, ledger, weighing, seat)
