"""Weighing without a model: how far the best evidence can be trusted, and whether it is the site's topic."""

from __future__ import annotations

import math
from collections.abc import Callable

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.language.asked import understand
from answerable.language.elsewhere import everyday
from answerable.language.excerpt import Quotable, met, to_quote
from answerable.language.ranking import Embedder
from answerable.language.unsaid import unsaid
from answerable.stages.base import Seat

# Log odds that the site tells what is asked: by logistic regression on nearness, topic and the lead over a rival, and
# on the share of the question that one section meets (465 questions of fourteen sites; see
# docs/decisions/answers-by-rule.md).
BIAS, NEAR, TOPIC, LEAD, MET = -2.43, 2.43, 1.88, 0.28, 3.4
# How many places below the best the lead is measured; second places are often the same topic told again.
RIVAL = 2
# Below these log odds the site does not say it: 6 of 39 answered in vain are refused and none of 232 answered rightly;
# at 0.28 one more of each. A bound without the share that is met refused none, or 1 for 2.
SILENT = 0.2
# At or above these, without the share that is met, no more is read: a chance of 0.85, chosen so that it rarely happens.
# At 0.75 the handbook's right page was cited for 64 % of the questions, at 0.85 for 79 %: reading stopped too early.
ENOUGH = 1.73
# The chance that the answer is right, which is shown: by how clearly the best section leads, and by how doubtful it is
# that the site tells it at all. Fitted on 339 questions of twelve sites; with each site left out in turn it tells right
# from wrong answers with an AUC of 0.74 (0.68 for the fit before). What the draft knows besides (the best unit's lead,
# the words its quotes meet) made that 0.76, and is not known here.
SURE_BIAS, SURE_LEAD, SURE_TOLD = -1.7, 1.67, 1.45
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
        read = [Quotable.of(piece).text for piece in ledger.best(len(ledger))]
        lacks = {part.text: unsaid(part, read, self._embedder) for part in asked.apart()}
        missing = tuple(text for text, what in lacks.items() if what)
        if len(missing) == len(lacks):
            return Weighing(0.0, enough=False, why=f"nothing that was read speaks of {lacks[missing[0]]}")
        idle = best[0].near < SMALL_TALK_NEAR and not question.setting and self._small_talk(question.text)
        # With hardly anything read yet there is no rival to compare with, and so no lead.
        lead = best[0].score - best[RIVAL].score if len(best) > RIVAL else 0.0
        odds = BIAS + NEAR * best[0].near + TOPIC * topic + LEAD * lead
        sections = [Quotable.of(piece) for piece in to_quote(ledger, question.language)]
        told_odds = odds + MET * met(asked.without(missing), sections, self._embedder)
        sure = SURE_BIAS + SURE_LEAD * math.log1p(lead) + SURE_TOLD * min(told_odds, DOUBTFUL)
        return Weighing(
            1 / (1 + math.exp(-sure)) if told_odds >= SILENT else 0.0,
            enough=odds >= ENOUGH and not missing,
            missing=missing,
            off_topic=bool(idle) or (not missing and topic < OFF_TOPIC and told_odds < DOUBTFUL),
        )
