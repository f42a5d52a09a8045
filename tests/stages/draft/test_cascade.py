from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Draft, Objection, Objections, Weighing
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.draft.cascade import CascadeDrafter
from tests.stages.plan.site import asking, seat_of

SURE = Weighing(confidence=0.9, enough=True)


class Named:
    """A drafter that only says who it is."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        return Draft((), by=f"{self._name} {len(objections)}")


async def who(weighing: Weighing, *objections: Objection) -> str:
    cascade = CascadeDrafter(Named("rule"), Named("model"), sure=0.8)
    return (await cascade(asking("What?"), Ledger(), weighing, seat_of()[0], objections)).by


async def test_sure_rules_write_the_answer() -> None:
    assert await who(SURE) == "rule 0"


async def test_an_unsure_answer_is_the_models() -> None:
    assert await who(Weighing(confidence=0.7, enough=True)) == "model 0"
    assert await who(Weighing(confidence=0.9, enough=False)) == "model 0"


async def test_what_was_objected_to_is_the_models() -> None:
    assert await who(SURE, Objection(0, "number", "45")) == "model 1"
