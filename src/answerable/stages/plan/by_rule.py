"""The planner that needs no model: look first, follow the best leads while it is not enough, then stop."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.sources.base import Card
from answerable.stages.base import Seat

# A site of which this much was read before the question came is only explored further where a link promises it, so
# that a second question costs no second crawl. One question's exploration reads 25 pages by default.
WELL_KNOWN = 20
# A link this promising (nearness in meaning, and up to 0.7 for its words) is followed even then, and when what was read
# seems enough: after a dozen pages the best one easily does. Chosen, not measured.
PROMISING = 0.45


class RulePlanner:
    """Every source is looked at once; after that only leads are worth another round."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if not ledger.journey:
            tasks = tuple(Task(card.name, card.name, "look", question.meant) for card in self._cards)
            return Plan(Decision.ACT, tasks, why="nothing was looked at yet")
        leads = ledger.open_leads()
        promising = bool(leads) and leads[0].score >= PROMISING
        if weighing.enough and not promising:
            return Plan(Decision.ENOUGH, why="what was asked is answered")
        if seat.budget.left("pages") < 1:
            return Plan(Decision.ENOUGH, why="the budget of pages is spent")
        if ledger.pages - seat.budget.spent("pages") >= WELL_KNOWN and leads and not promising:
            return Plan(Decision.ENOUGH, why="the site is well known and no way on looks promising")
        tasks = tuple(task for card in self._cards if (task := self._follow(card, question, ledger)))
        if not tasks:
            return Plan(Decision.ENOUGH, why="no way on is left")
        return Plan(Decision.ACT, tasks, why="not enough yet; the best leads are followed")

    def _follow(self, card: Card, question: Question, ledger: Ledger) -> Task | None:
        leads = [lead for lead in ledger.open_leads() if lead.source == card.name]
        targets = tuple(lead.url for lead in leads[: card.leads_at_once])
        if not (card.follows_leads and targets):
            return None
        return Task(f"{card.name}-{len(ledger.journey)}", card.name, "follow", question.meant, targets)
