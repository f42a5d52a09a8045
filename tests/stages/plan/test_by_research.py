from __future__ import annotations

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import PlanMade
from answerable.domain.evidence import Findings, Lead, Ledger
from answerable.domain.outcome import Answer, Refusal, Weighing
from answerable.domain.plan import Decision
from answerable.domain.question import Question
from answerable.facts.decompose import decompose
from answerable.facts.fact import Step
from answerable.stages.base import Seat
from answerable.stages.plan.by_research import QUIET_ROUNDS, ResearchPlanner, queries
from answerable.testing.house import NOON
from tests.stages.plan.research_house import ResearchHouse, small_web

UNSURE = Weighing(confidence=0.0, enough=False)
QUESTION = Question("Who founded Acme Tools AG?", "talk", "run", NOON, assistant="research")


def seat(**limits: int) -> Seat:
    return Seat(Budget(Limits(**limits), lambda: 0.0), lambda event: None)


async def test_bridges_are_followed_hop_by_hop() -> None:
    outcome = await ResearchHouse().ask(
        "How many people live in the town where the founder of Acme Tools AG was born?"
    )
    assert isinstance(outcome, Answer)
    assert "4,321" in outcome.text
    assert "Anna Keller" in outcome.text
    assert "Osterby" in outcome.text


async def test_no_action_is_done_twice() -> None:
    house = ResearchHouse()
    outcome = await house.ask("What is the favourite colour of the founder of Acme Tools AG?")
    did = [did for did, _ in outcome.journey]
    assert len(did) == len(set(did))
    assert house.budget.spent("rounds") < 14


async def test_an_unknown_subject_ends_with_an_honest_no() -> None:
    outcome = await ResearchHouse().ask("Who founded Grünspan Raketen AG?")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"


async def test_the_first_plan_searches_for_the_open_hop() -> None:
    plan = await ResearchPlanner(["local"])(QUESTION, Ledger(), UNSURE, seat())
    assert [(task.verb, task.arguments["query"]) for task in plan.tasks] == [
        ("search", "Acme Tools AG founder")
    ]


async def test_the_ladder_ends_with_other_engines() -> None:
    planner, ledger = ResearchPlanner(["local", "google"]), Ledger()
    asked = []
    for _ in range(20):
        plan = await planner(QUESTION, ledger, UNSURE, seat())
        if plan.decision is not Decision.ACT:
            break
        for task in plan.tasks:
            asked.append((task.arguments["query"], task.arguments["engine"]))
            ledger.visited.update(task.targets)
            ledger.gaps.clear()
        ledger.leads[str(len(asked))] = Lead("https://x.example", "x", 0.1, "search")
        planner._progress.known = -1  # as if something new had come in
    assert asked[0] == ("Acme Tools AG founder", "")
    assert asked[-1] == ("Acme Tools AG founder", "google")
    assert ("Acme Tools AG", "") in asked
    assert len(asked) == len(set(asked))


async def test_quiet_rounds_hand_over_to_a_person() -> None:
    planner, ledger = ResearchPlanner(["local"]), Ledger()
    decisions = [(await planner(QUESTION, ledger, UNSURE, seat())).decision for _ in range(QUIET_ROUNDS + 1)]
    assert decisions[-1] is Decision.ENOUGH


async def test_pages_that_wait_are_read_together() -> None:
    ledger = Ledger()
    leads = tuple(Lead(f"https://x{n}.example", f"Acme Tools AG {n}", 0.5, "search") for n in range(3))
    ledger.add(Findings(leads=leads))
    plan = await ResearchPlanner(["local"])(QUESTION, ledger, UNSURE, seat())
    reading = [task for task in plan.tasks if task.verb == "follow"]
    assert len(reading) == 1
    assert len(reading[0].targets) == 3
    assert not [
        task
        for task in (await ResearchPlanner(["local"])(QUESTION, ledger, UNSURE, seat(pages=0))).tasks
        if task.verb == "follow"
    ]


async def test_several_searches_share_one_wave() -> None:
    house = ResearchHouse(small_web())
    await house.ask("Which company has more employees, Acme Tools AG or Belmo Saws GmbH?")
    first = next(event for event in house.heard if isinstance(event, PlanMade))
    assert len(first.tasks) == 2


def test_a_first_name_is_searched_with_its_family() -> None:
    hop = decompose("How old is Maja?").chains[0].hops[0]
    assert queries(Step("Maja", hop, context=("Acme", "Anna Keller")), "en")[0] == "Maja Anna Keller age"
    assert queries(Step("Anna Keller", hop), "de")[0] == "Anna Keller Alter"
