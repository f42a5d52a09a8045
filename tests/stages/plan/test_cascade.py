from __future__ import annotations

from answerable.domain.events import PlanMade
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Answer, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.plan.cascade import CascadePlanner
from tests.stages.plan.site import ENOUGH, BoatHouse, SetWeigher, answer, asking, explore, seat_of


class Named:
    """A planner that only says who it is."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        return Plan(Decision.ENOUGH, by=self._name)


async def who(weighing: Weighing, *, looked: bool = True) -> str:
    ledger = Ledger()
    if looked:
        ledger.journey.append(("look", "nothing"))
    cascade = CascadePlanner(Named("rule"), Named("model"), sure=0.8)
    return (await cascade(asking("What?"), ledger, weighing, seat_of()[0])).by


async def test_the_first_look_needs_no_model() -> None:
    assert await who(Weighing(confidence=0.0, enough=False), looked=False) == "rule"


async def test_a_sure_enough_needs_no_model() -> None:
    assert await who(Weighing(confidence=0.9, enough=True)) == "rule"


async def test_an_unsure_enough_is_asked_about() -> None:
    assert await who(Weighing(confidence=0.6, enough=True)) == "model"


async def test_not_enough_is_asked_about() -> None:
    assert await who(Weighing(confidence=0.9, enough=False)) == "model"


async def test_a_sure_walk_makes_no_call() -> None:
    house = BoatHouse(cascade=True, weigh=SetWeigher(0.9, enough=True))  # a script without lines
    outcome = await house.ask("What do you rent?")
    assert isinstance(outcome, Answer)
    assert outcome.usage.model_calls == 0


async def test_an_unsure_walk_asks_the_model() -> None:
    house = BoatHouse(explore(1), ENOUGH, answer(("A canoe costs 18 euros per day.", [1])), cascade=True)
    outcome = await house.ask("What does a canoe cost?")
    assert isinstance(outcome, Answer)
    assert outcome.text == "A canoe costs 18 euros per day. [1]"
    assert [event.by for event in house.told(PlanMade)] == ["rule", "scripted:model", "scripted:model"]
