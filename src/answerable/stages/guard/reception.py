"""Who is let in to the walk: not the questions of a conversation that a person has, nor of a user who wants one."""

from __future__ import annotations

from answerable.domain.question import Question, Ruling
from answerable.stages.base import Guard, Seat
from answerable.tools.escalation import WITH_PERSON, WITHOUT_PERSON, Escalation


class Reception:
    """Asks the escalation rules around the guard; while a person has the conversation nothing else is looked at."""

    def __init__(self, guard: Guard, escalation: Escalation) -> None:
        self._guard, self._escalation = guard, escalation

    async def __call__(self, question: Question, seat: Seat) -> Ruling:
        code = self._escalation.rule(question)
        if code in (WITH_PERSON, WITHOUT_PERSON):
            return Ruling(allowed=False, reason=code)
        ruling = await self._guard(question, seat)
        return Ruling(allowed=False, reason=code) if code and ruling.allowed else ruling
