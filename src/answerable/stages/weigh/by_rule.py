"""Weighing without a model: how far the best evidence can be trusted, and whether it is the site's topic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.language.asked import understand
from answerable.language.elsewhere import everyday
from answerable.language.excerpt import CANDIDATES, Quotable, met, told_odds
from answerable.language.ranking import Embedder
from answerable.language.unsaid import unsaid
from answerable.stages.base import Seat

# Chance that the answer by rule is right, by logistic regression on the outcomes of the six question sets,
# each site judged with weights learned on the other five (docs/decisions/answers-by-rule.md). It tells
# right from wrong answers moderately well (AUC 0.66), so it is shown as what it is: a modest number.
BIAS, NEAR, TOPIC, LEAD = -2.43, 2.43, 1.88, 0.28
# How many places below the best the lead is measured; second places are often the same topic told again.
RIVAL = 2
# At or above this no more is read. Chosen so that it rarely happens: at 0.75 the handbook's right
# page was cited for 64 % of the questions, at 0.85 for 79 %, because reading stopped too early.
ENOUGH = 0.85
# A question this much nearer to everyday talk than to the best section is off topic where it is as doubtful as this
# (in log odds) that the site tells it at all. On 312 questions of thirteen sites it costs 9 of 255 right answers and
# refuses 37 of 57 that a site does not answer; by nearness to everyday talk alone it was 21 and 38: pets, children and
# buses are everyday talk, and a hotel is asked about them.
OFF_TOPIC, DOUBTFUL = -0.1, 0.5
# Small talk (a sum, a capital city, the time) is off topic unless a section is this near to it, as a weather service's
# would be. On the sandbox shop such questions lie between 0.04 and 0.41, what it does answer above 0.44.
SMALL_TALK_NEAR = 0.45


class RuleWeigher:
    """Weighs the best evidence against the question and against everyday talk.

    `small_talk` names the kind of small talk a text is, or None when it is about anything else as well.
    """

    def __init__(self, embedder: Embedder, small_talk: Callable[[str], str | None]) -> None:
        self._embedder, self._small_talk = embedder, small_talk

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        best = ledger.best(RIVAL + 1)
        if not best:
            return Weighing(confidence=0.0, enough=False, why="nothing was found")
        topic = best[0].near - everyday(question.text, question.language, self._embedder)
        if question.setting:  # a follow-up borrows its topic from what was said before
            topic = max(topic, 0.0)
        asked = understand(question.text, question.language, setting=question.setting)
        told = [f"{' '.join(piece.locator.path)} {piece.text}" for piece in ledger.best(len(ledger))]
        if missing := unsaid(asked, told, self._embedder):
            return Weighing(0.0, enough=False, why=f"nothing that was read speaks of {missing}")
        confidence = _chance(best, topic)
        idle = best[0].near < SMALL_TALK_NEAR and not question.setting and self._small_talk(question.text)
        sections = [Quotable.of(piece) for piece in ledger.best(CANDIDATES)]
        odds = told_odds(confidence, met(asked, sections, self._embedder))
        off_topic = bool(idle) or (topic < OFF_TOPIC and odds < DOUBTFUL)
        return Weighing(confidence=confidence, enough=confidence >= ENOUGH, off_topic=off_topic)


def _chance(best: Sequence[Evidence], topic: float) -> float:
    # With hardly anything read yet there is no rival to compare with, and so no lead.
    lead = best[0].score - best[RIVAL].score if len(best) > RIVAL else 0.0
    return 1 / (1 + math.exp(-(BIAS + NEAR * best[0].near + TOPIC * topic + LEAD * lead)))
