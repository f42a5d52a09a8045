from __future__ import annotations

from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Locator
from answerable.domain.question import Turn
from answerable.stages.base import Seat
from answerable.stages.recall import TurnRecall
from answerable.stages.recall.turns import MOST
from answerable.testing.house import NOON, FakeHouse

HOUSE = FakeHouse()
SEAT = Seat(HOUSE.budget(), silence)


async def test_evidence_of_earlier_turns_comes_back() -> None:
    known = Evidence("e1", "Thirty days.", "Returns", Locator("faq"), NOON)
    turn = Turn("How long can I return a tent?", "Thirty days.", "answer", (known,))
    _, ledger = await TurnRecall()(HOUSE.question("And what does it cost?", [turn]), SEAT)
    assert list(ledger) == [known]


async def test_a_first_question_leans_on_nothing() -> None:
    question, ledger = await TurnRecall()(HOUSE.question("How long can I return a tent?"), SEAT)
    assert question.meant == "How long can I return a tent?"
    assert len(ledger) == 0


async def test_a_follow_up_leans_on_the_question_before() -> None:
    turn = Turn("How long can I return a tent?", "Thirty days.", "answer")
    question, _ = await TurnRecall()(HOUSE.question("And what does it cost?", [turn]), SEAT)
    assert "tent" in question.meant
    assert question.text == "And what does it cost?"


async def test_of_much_only_what_is_asked_comes_back() -> None:
    tents = [Evidence(f"t{n}", f"Tent {n} is green.", "Tents", Locator("faq"), NOON) for n in range(30)]
    mugs = [Evidence(f"m{n}", f"Mug {n} is blue.", "Mugs", Locator("faq"), NOON) for n in range(MOST)]
    last = Evidence("last", "Thirty days.", "Returns", Locator("faq"), NOON)
    turns = [Turn("Mugs?", "", "answer", tuple(mugs)), Turn("Tents?", "", "answer", tuple(tents))]
    turns.append(Turn("How long can I return things?", "", "answer", (last,)))
    _, ledger = await TurnRecall()(HOUSE.question("Which tent is green?", turns), SEAT)
    assert len(ledger) == MOST
    assert {"last", *(piece.id for piece in tents)} <= {piece.id for piece in ledger}
