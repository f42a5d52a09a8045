"""Writing for several that answer one question: each writes its own part, in the question's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.domain.evidence import Gap, Ledger
from answerable.domain.outcome import Draft, Objections, Weighing
from answerable.domain.plan import Decision
from answerable.domain.question import Question
from answerable.domain.share import LEFT, Share
from answerable.facts.layers import WH
from answerable.facts.names import names_in, ordinary
from answerable.facts.rows import disagreements
from answerable.language.words import words
from answerable.stages.base import Drafter, Seat
from answerable.stages.draft.of_facts import MISSING, conflict


class BesideDrafter:
    """One draft of many; what a share may not tell, what it lacks and what nobody took are gaps."""

    def __init__(self, shares: Sequence[tuple[Share, Drafter]]) -> None:
        self._shares = shares
        # Which claims of the last draft are whose, for objections to them.
        self._written: dict[str, range] = {}

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        drafts: dict[str, Draft] = {}
        asked = [(share, draft, part) for share, draft in self._shares if (part := share.part(ledger))]
        for share, draft, part in sorted(asked, key=lambda one: _place(question, one[2])):
            view = share.of(ledger)
            if view.plans and view.plans[-1].decision is Decision.REFUSE:
                last = view.plans[-1]
                drafts[share.name] = Draft((), (Gap(part, last.says or last.reason),), reason=last.reason)
                continue
            own = weighing.shares.get(share.name, weighing)
            mine = self._written.get(share.name, range(0))
            told = [replace(one, claim=one.claim - mine.start) for one in objections if one.claim in mine]
            made = await draft(share.asked(question, part), view, own, seat, told)
            if _names_nobody(part, made, view):
                why = MISSING.get(question.language, MISSING["en"])
                made = Draft((), (Gap(part, why),), reason="not_found")
            drafts[share.name] = made
        made = self._one(drafts, ledger)
        sides = [conflict(step, question.language) for step in disagreements(question, ledger) if made.claims]
        return replace(made, elements=(*made.elements, *sides))

    def _one(self, drafts: dict[str, Draft], ledger: Ledger) -> Draft:
        count = 0
        for name, draft in drafts.items():
            self._written[name] = range(count, count + len(draft.claims))
            count += len(draft.claims)
        left = [tuple(one) for plan in ledger.plans for one in plan.waits.get(LEFT, ())]
        gaps = [*(gap for draft in drafts.values() for gap in draft.gaps), *(Gap(*one) for one in left)]
        reasons = [draft.reason for draft in drafts.values() if draft.reason]
        return Draft(
            tuple(claim for draft in drafts.values() for claim in draft.claims),
            tuple(dict.fromkeys(gaps)),
            tuple(element for draft in drafts.values() for element in draft.elements),
            next((draft.by for draft in drafts.values() if draft.by != "rule"), "rule"),
            "" if count or not reasons else reasons[0],
        )


def _names_nobody(part: str, draft: Draft, ledger: Ledger) -> bool:
    """Whether pages were read for who did something, and what they tell has no name."""
    asks = not WH["agent"].isdisjoint(words(part)[:2])
    paged = all(
        one in ledger and ledger[one].kind == "passage" for claim in draft.claims for one in claim.evidence
    )
    named = (name.text for claim in draft.claims for name in names_in(claim.text))
    return asks and paged and bool(draft.claims) and all(map(ordinary, named))


def _place(question: Question, part: str) -> int:
    """Where a part begins in the question; one in other words stands first, as it answers what leads to the rest."""
    return question.text.find(part[:20])
