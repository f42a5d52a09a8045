"""A guard of your own: what colleagues earn is not talked about here."""

import re

from answerable.build import Given
from answerable.domain.question import ALLOWED, Question, Ruling
from answerable.stages.base import Seat

PAY = re.compile(r"\b(salar(y|ies)|gehalt|gehälter|bonus(es)?)\b", re.IGNORECASE)


class Discretion:
    """Refuses questions about pay, in the guard's own words."""

    async def __call__(self, question: Question, seat: Seat) -> Ruling:
        if PAY.search(question.text):
            return Ruling(allowed=False, reason="not_permitted", says="We do not talk about pay here.")
        return ALLOWED


def open_discretion(given: Given) -> Discretion:
    """What the entry point names."""
    return Discretion()
