from __future__ import annotations

from answerable.domain.budget import Limits
from answerable.domain.evidence import Findings, Lead, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision
from answerable.sources.base import Card
from answerable.stages.plan import RulePlanner
from tests.stages.plan.site import asking, seat_of

SITE = Card("website", "A site.", follows_leads=True, leads_at_once=2)
TABLES = Card("tables", "A database.")
UNSURE, SURE = Weighing(confidence=0.2, enough=False), Weighing(confidence=0.9, enough=True)
QUESTION = asking("What does a canoe cost?")


def looked(*urls: str) -> Ledger:
    ledger = Ledger()
    ledger.journey.append(("look in website", "nothing"))
    leads = tuple(Lead(url, url, 1.0 / place, "website") for place, url in enumerate(urls, 1))
    ledger.add(Findings(leads=leads))
    return ledger


async def test_every_source_is_looked_at_first() -> None:
    plan = await RulePlanner([SITE, TABLES])(QUESTION, Ledger(), UNSURE, seat_of()[0])
    assert plan.decision is Decision.ACT
    assert [(task.source, task.verb) for task in plan.tasks] == [("website", "look"), ("tables", "look")]


async def test_enough_is_enough() -> None:
    ledger = looked("a", "b", "c")
    ledger.visited.update(("a", "b"))
    plan = await RulePlanner([SITE])(QUESTION, ledger, SURE, seat_of()[0])
    assert plan.decision is Decision.ENOUGH


async def test_a_promising_link_is_never_left() -> None:
    plan = await RulePlanner([SITE])(QUESTION, looked("a", "b"), SURE, seat_of()[0])
    assert plan.decision is Decision.ACT


async def test_the_best_leads_are_followed() -> None:
    plan = await RulePlanner([SITE, TABLES])(QUESTION, looked("a", "b", "c"), UNSURE, seat_of()[0])
    assert [(task.source, task.targets) for task in plan.tasks] == [("website", ("a", "b"))]


async def test_a_lead_is_followed_once() -> None:
    ledger = looked("a", "b", "c")
    ledger.visited.update(("a", "b"))
    plan = await RulePlanner([SITE])(QUESTION, ledger, UNSURE, seat_of()[0])
    assert plan.tasks[0].targets == ("c",)


async def test_no_lead_left_ends_the_gathering() -> None:
    plan = await RulePlanner([SITE])(QUESTION, looked(), UNSURE, seat_of()[0])
    assert (plan.decision, plan.why) == (Decision.ENOUGH, "no way on is left")


async def test_no_page_left_ends_the_gathering() -> None:
    plan = await RulePlanner([SITE])(QUESTION, looked("a"), UNSURE, seat_of(Limits(pages=0))[0])
    assert (plan.decision, plan.why) == (Decision.ENOUGH, "the budget of pages is spent")
