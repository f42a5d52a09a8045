from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from answerable.domain.question import Question, Turn
from answerable.store.permits import StoredCall
from answerable.tools.hearing import listen
from answerable.tools.wishes import Goal, Wishes, called_off, open_question
from tests.tools.bookly import DIALOG, TOOLS
from tests.tools.conftest import NOON


def found(order: str) -> StoredCall:
    """An order that was looked up earlier."""
    return StoredCall(
        id=order,
        conversation="c",
        user="u",
        run="before",
        tool="lookup_order",
        effect="read",
        arguments={"order_id": order, "email": "a@b.example"},
        digest=order,
        state="used",
        at=0.0,
    )


def goals(text: str, *earlier: StoredCall, asked: str = "", pending: tuple[Goal, ...] = ()) -> list[Goal]:
    waits: dict[str, Any] = {"goals": [asdict(goal) for goal in pending], "asked": asked} if pending else {}
    return Wishes(DIALOG, TOOLS, listen(DIALOG, text, asked), waits, earlier).goals()


def test_a_wish_takes_what_is_known() -> None:
    (goal,) = goals("can I return it?", found("BK-1001"))
    assert goal.intent == "return"
    assert goal.slots == {"order_id": "BK-1001", "email": "a@b.example"}


def test_several_orders_leave_a_choice() -> None:
    (goal,) = goals("can I return it?", found("BK-1001"), found("BK-1002"))
    assert "order_id" not in goal.slots
    assert goal.choices == {"order_id": ["BK-1001", "BK-1002"]}


def test_the_other_order_is_the_other_one() -> None:
    pending = Goal("return", {"order_id": "BK-1002", "email": "a@b.example"})
    (goal,) = goals("no, the other order", found("BK-1001"), found("BK-1002"), pending=(pending,))
    assert goal.slots["order_id"] == "BK-1001"


def test_an_answer_fills_the_open_wish() -> None:
    (goal,) = goals("1044", asked="order_id", pending=(Goal("status", said=["where is it"]),))
    assert (goal.intent, goal.slots, goal.said) == (
        "status",
        {"order_id": "BK-1044"},
        ["where is it", "1044"],
    )


def test_asking_twice_changes_nothing() -> None:
    pending = Goal("status", said=["where is it"])
    waits = {"goals": [asdict(pending)], "asked": "order_id"}
    wishes = Wishes(DIALOG, TOOLS, listen(DIALOG, "1044", "order_id"), waits, ())
    assert wishes.goals() == wishes.goals()


def test_a_new_wish_replaces_the_open_one() -> None:
    (goal,) = goals("actually, where is my order?", pending=(Goal("return", {"order_id": "BK-1001"}),))
    assert goal.intent == "status"


def test_a_question_by_the_way_keeps_the_open_wish() -> None:
    asked = goals("how much is shipping?", pending=(Goal("return", {"order_id": "BK-1001"}),))
    assert [goal.intent for goal in asked] == ["policy", "return"]


@pytest.mark.parametrize("text", ["where are BK-1001 and BK-1002?", "return BK-1001 and BK-1002"])
def test_several_values_are_several_wishes(text: str) -> None:
    assert [goal.slots["order_id"] for goal in goals(text)] == ["BK-1001", "BK-1002"]


def test_of_several_subjects_those_that_hold_what_is_named_are_meant() -> None:
    rows = {"BK-1001": "Emma", "BK-1002": "Dracula", "BK-1003": "Persuasion"}
    calls = [
        replace(found(order), gave={"rows": [{"line": "1", "title": title}]}) for order, title in rows.items()
    ]
    meant = goals("return Emma and Dracula", *calls)
    assert [goal.slots["order_id"] for goal in meant] == ["BK-1001", "BK-1002"]


def test_what_is_named_beside_a_number_is_meant_of_that_one() -> None:
    titles = {"BK-1001": "Persuasion", "BK-1002": "Dracula"}
    calls = [
        replace(found(order), gave={"rows": [{"line": "1", "title": titles[order]}]}) for order in titles
    ]
    meant = goals("please return BK-1001 and from BK-1002 the Dracula", *calls)
    assert [goal.slots["order_id"] for goal in meant] == ["BK-1001", "BK-1002"]


def test_an_order_that_is_named_to_be_left_alone_is_not_meant() -> None:
    (goal,) = goals("please return BK-1001, but don't touch BK-1002")
    assert goal.slots["order_id"] == "BK-1001"


def test_of_what_missed_the_part_that_is_said_better_is_tried_with_the_rest() -> None:
    missed = replace(found("BK-1001"), state="refused")
    both = {"order_id": "BK-1001", "email": missed.arguments["email"]}
    before = [f"{both['order_id']} {both['email']}"]
    for text, known in (
        ("please return it", {}),
        ("please return it, b@x.example", {**both, "email": "b@x.example"}),
    ):
        wishes = Wishes(DIALOG, TOOLS, listen(DIALOG, text), {}, [missed], before)
        assert wishes.carried() == known


def test_a_bare_value_repeats_the_last_wish() -> None:
    (goal,) = goals("and what about BK-1002?", found("BK-1001"))
    assert (goal.intent, goal.slots["order_id"]) == ("status", "BK-1002")


def test_a_refusal_closes_no_question() -> None:
    asked = Turn("return it", "Which?", "clarification", waits={"asked": "items"})
    refused = Turn("the weather?", "Not that.", "refusal")
    told = Turn("where?", "There.", "answer")
    assert open_question(Question("x", "c", "r", NOON, turns=(asked, refused))) == {"asked": "items"}
    assert open_question(Question("x", "c", "r", NOON, turns=(asked, told))) == {}


def test_a_message_may_call_it_off_and_say_why() -> None:
    assert called_off(DIALOG, "never mind, my husband wants it", True)
    assert called_off(DIALOG, "I do not need a new one either, forget it", False)
    assert not called_off(DIALOG, "never mind that, please return the book", True)
    assert not called_off(DIALOG, "please stop the order", False)
