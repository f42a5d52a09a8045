"""The endings of a conversation that goes to a person, is with one, or comes back from one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.domain.events import ConversationEscalated
from answerable.domain.evidence import Gap
from answerable.domain.outcome import Answer, Clarification, Decided, Outcome, Stopped, Walked
from answerable.domain.plan import Plan
from answerable.domain.question import Question, Ruling
from answerable.stages.base import Seat, Settle
from answerable.stages.settle.endings import usage_of
from answerable.tools.escalation import (
    ANGER,
    ASKED,
    ESCALATED,
    IN_DOUBT,
    WITH_PERSON,
    WITHOUT_PERSON,
    Escalation,
)


class PersonSettler:
    """Hands every walk to the settler it was given, and calls a person where the rules want one.

    The action is the event and the entry in the inbox; the text only tells the user of it.
    """

    def __init__(self, settle: Settle, escalation: Escalation) -> None:
        self._settle, self._escalation = settle, escalation

    def __call__(self, walked: Walked, seat: Seat) -> Outcome:
        match walked:
            # The user wants a person, or one has the conversation.
            case Stopped(question, Ruling(reason=reason)) if reason in (ASKED, ANGER):
                return self._call(question, reason, seat)
            case Stopped(question, Ruling(reason=reason)) if reason in (WITH_PERSON, WITHOUT_PERSON):
                says = "waiting" if reason == WITH_PERSON else "resumed"
                return self._told(question, says, reason, seat)
            # The planner may leave the matter to a person; it says why.
            case Decided(question, Plan(reason=reason, why=why)) if reason == ESCALATED:
                return self._call(question, why, seat)
        # An ending that leaves something in doubt, or failed twice, calls a person besides.
        return self._follow(walked.question, self._settle(walked, seat), seat)

    def _call(self, question: Question, why: str, seat: Seat) -> Outcome:
        called = self._escalated(question, why, seat)
        return self._told(
            question, "called" if called else "again", ESCALATED if called else "ambiguous", seat
        )

    def _follow(self, question: Question, outcome: Outcome, seat: Seat) -> Outcome:
        why = self._escalation.after(question, outcome)
        if not why or not self._escalated(question, why, seat, outcome.gaps):
            return outcome
        doubt = [self._escalation.says(question, IN_DOUBT)] if isinstance(outcome, Answer) else []
        text = " ".join([outcome.text, *doubt, self._escalation.says(question, "called")])
        if not isinstance(outcome, Answer):
            return replace(outcome, text=text)
        rest = tuple(element for element in outcome.elements if element["type"] != "text")
        return replace(outcome, text=text, elements=({"type": "text", "text": text}, *rest))

    def _escalated(self, question: Question, why: str, seat: Seat, gaps: Sequence[Gap] = ()) -> bool:
        if called := self._escalation.call(question, why, gaps):
            seat.tell(ConversationEscalated(why, self._escalation.staffed(question)))
        return called

    def _told(self, question: Question, says: str, reason: str, seat: Seat) -> Outcome:
        return Clarification(
            text=self._escalation.says(question, says),
            conversation=question.conversation,
            run=question.run,
            reason=reason,
            usage=usage_of(seat.budget),
            choices=() if says == "resumed" else self._escalation.choices(question),
        )
