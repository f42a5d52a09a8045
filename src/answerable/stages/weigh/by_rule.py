"""Weighing without a model: how far the best evidence can be trusted to answer, and whether it is the site's topic."""

from __future__ import annotations

import math

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.language.elsewhere import everyday
from answerable.language.ranking import Embedder
from answerable.stages.base import Seat

# Chance that the answer by rule is right, by logistic regression on the outcomes of the six question sets, each
# site judged with weights learned on the other five (docs/decisions/answers-by-rule.md). It ranks right above wrong
# answers only moderately well (AUC 0.59), so it is shown as what it is: a modest number.
BIAS, NEAR, TOPIC, HOLDS = -1.61, 0.75, 1.96, 1.61
# Above this nothing better was found by reading on in any of the sets; below it, exploring goes on.
ENOUGH = 0.72
# A question this much nearer to everyday talk than to the best section is off topic: on the sets that refused 87 % of
# the off-topic questions and 2 % of the others.
OFF_TOPIC = -0.15


class RuleWeigher:
    """Weighs the best evidence against the question and against everyday talk."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        best = ledger.best(1)
        if not best:
            return Weighing(confidence=0.0, enough=False, why="nothing was found")
        topic = best[0].near - everyday(question.text, self._embedder)
        if question.setting:  # a follow-up borrows its topic from what was said before
            topic = max(topic, 0.0)
        confidence = _chance(best[0], topic)
        return Weighing(confidence=confidence, enough=confidence >= ENOUGH, off_topic=topic < OFF_TOPIC)


def _chance(piece: Evidence, topic: float) -> float:
    return 1 / (1 + math.exp(-(BIAS + NEAR * piece.near + TOPIC * topic + HOLDS * piece.holds)))
