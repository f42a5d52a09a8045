"""The question and the ledger of a run as resolved chains; the one place stages look them up."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.question import Question
from answerable.facts.decompose import decompose
from answerable.facts.fact import Inquiry, Resolved
from answerable.facts.names import names_in
from answerable.facts.resolve import Knowledge


def inquire(question: Question, ledger: Ledger) -> tuple[Inquiry, tuple[Resolved, ...]]:
    """What is asked and how far the evidence answers it."""
    inquiry = understood(question)
    # What a person turned down in this conversation is not offered again (kept with the turn, under "rejected").
    rejected = [str(value) for turn in question.turns for value in turn.waits.get("rejected", ())]
    knowledge = Knowledge(ledger, question.now.date(), rejected, question.text)
    resolved = tuple(knowledge.resolve(chain).calibrated() for chain in inquiry.chains)
    return inquiry, resolved


def understood(question: Question) -> Inquiry:
    """The question's hops; one without a name of its own is read with the words it leans on."""
    if goes_on := question_before(question):
        return decompose(goes_on)
    text = question.text if names_in(question.text) or not question.setting else question.meant
    return decompose(text)


def question_before(question: Question) -> str:
    """The question that a choice of its user goes on with: a plan was accepted, or one of several was meant."""
    last = question.turns[-1] if question.turns else None
    chosen = last and any(question.text.strip() in choice for choice in last.choices)
    return str(last.waits.get("goes_on", "")) if last and chosen else ""
