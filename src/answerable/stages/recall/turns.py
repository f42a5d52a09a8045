"""Earlier turns of the conversation, and the question with its references resolved."""

from __future__ import annotations

from dataclasses import replace

from answerable.domain.evidence import Ledger
from answerable.domain.question import Question
from answerable.language.followup import setting_of
from answerable.stages.base import Seat


class TurnRecall:
    """Reads only the turns it was handed with the question."""

    async def __call__(self, question: Question, seat: Seat) -> tuple[Question, Ledger]:  # noqa: ARG002
        ledger = Ledger()
        for turn in question.turns:
            ledger.recall(turn.evidence)
        earlier = [turn.question for turn in question.turns]
        setting = setting_of(question.text, earlier, question.language)
        return replace(question, setting=setting), ledger
