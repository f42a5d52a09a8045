from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from answerable.domain.calls import Call
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question, Turn
from answerable.errors import AssistantError
from answerable.store.permits import StoredCall
from answerable.tools.script import Script
from tests.tools.bookly import DIALOG, POLICY, TOOLS
from tests.tools.conftest import NOON

SCRIPT = Script(DIALOG, TOOLS)
KNOWN = {"order_id": "BK-1001", "email": "a@b.example"}
ROWS = [
    {"line": "1", "title": "Emma", "kind": "book", "price": 9.9, "state": "delivered", "delivered_on": "2026-05-28",
     "returned_on": "", "until": "2026-06-27", "code": "", "returnable": True},
    {"line": "2", "title": "Dracula", "kind": "ebook", "price": 5.0, "state": "delivered", "delivered_on": "2026-05-28",
     "returned_on": "", "until": "", "code": "digital", "returnable": False},
]  # fmt: skip


def made(
    tool: str, arguments: dict[str, Any], *, run: str = "now", code: str = "", **gave: Any
) -> StoredCall:
    return StoredCall(
        id=f"{tool}-{run}",
        conversation="c",
        user="me",
        run=run,
        tool=tool,
        effect="read",
        arguments=arguments,
        digest=Call(tool, arguments).digest,
        state="refused" if code else "used",
        at=0.0,
        code=code,
        gave=gave,
    )


LOOKED = made("lookup_order", KNOWN, facts={}, rows=[])
CHECKED = made(
    "check_return_eligibility",
    {"order_id": "BK-1001"},
    facts={"order_id": "BK-1001", "currency": "EUR", "refund_to": POLICY.values["refund_to"]},
    rows=ROWS,
)
RETURN = Call("initiate_return", {"order_id": "BK-1001", "items": ["1"]})


def plan(text: str, *calls: StoredCall, turns: tuple[Turn, ...] = ()) -> Plan:
    return SCRIPT.next(Question(text, "c", "now", NOON, turns=turns), calls)


def asked(text: str, *calls: StoredCall, turns: tuple[Turn, ...] = ()) -> Turn:
    """The turn that this plan makes."""
    made_plan = plan(text, *calls, turns=turns)
    return Turn(text, made_plan.says, "clarification", choices=made_plan.choices, waits=made_plan.waits)


def test_what_is_missing_is_asked_for() -> None:
    both = plan("I want to return a book")
    assert both.decision is Decision.ASK
    assert "number" in both.says
    assert "e-mail" in both.says
    assert "number" not in plan("return BK-1001").says


def test_steps_are_called_one_after_the_other() -> None:
    text = "return BK-1001, a@b.example"
    assert [(task.source, dict(task.arguments)) for task in plan(text).tasks] == [("lookup_order", KNOWN)]
    assert [task.source for task in plan(text, LOOKED).tasks] == ["check_return_eligibility"]
    asking = plan(text, LOOKED, CHECKED)
    assert asking.decision is Decision.ASK
    assert "“Dracula”" in asking.says  # and why it cannot be returned
    assert "Shall I start the return of “Emma” from order BK-1001?" in asking.says
    assert "The refund of EUR 9.90 goes to the original means of payment." in asking.says
    assert asking.waits["confirm"]["digest"] == RETURN.digest


def test_a_yes_makes_exactly_the_call_asked_about() -> None:
    turns = (asked("return BK-1001, a@b.example", LOOKED, CHECKED),)
    (task,) = plan("yes", turns=turns).tasks
    assert (task.source, dict(task.arguments)) == (RETURN.tool, dict(RETURN.arguments))


def test_a_no_ends_the_matter() -> None:
    turns = (asked("return BK-1001, a@b.example", LOOKED, CHECKED),)
    said = plan("no", turns=turns)
    assert (said.decision, dict(said.waits)) == (Decision.ASK, {})
    assert "not started" in said.says


def test_a_yes_too_late_takes_the_steps_again() -> None:
    turns = (asked("return BK-1001, a@b.example", LOOKED, CHECKED),)
    refused = made(RETURN.tool, dict(RETURN.arguments), code="eligibility_not_verified")
    assert [task.source for task in plan("yes", refused, turns=turns).tasks] == ["lookup_order"]


def test_what_is_done_is_told() -> None:
    turns = (asked("return BK-1001, a@b.example", LOOKED, CHECKED),)
    done = made(RETURN.tool, dict(RETURN.arguments), facts={}, rows=[])
    assert plan("yes", done, turns=turns).waits["tell"] == [[done.id, [], "return"]]


def test_a_refusal_of_the_desk_is_said() -> None:
    turns = (asked("return BK-1001, a@b.example", LOOKED, CHECKED),)
    for code in ("already_initiated", "in_doubt", "limit_exceeded", "failed", "something_new"):
        said = plan("yes", made(RETURN.tool, dict(RETURN.arguments), code=code), turns=turns)
        assert (said.decision, said.reason) == (Decision.REFUSE, code)
        assert said.says


def test_the_same_miss_is_not_repeated() -> None:
    missed = made("lookup_order", KNOWN, code="order_not_found")
    turns = (asked("status BK-1001, a@b.example", missed),)
    assert plan("hm", turns=turns).tasks == ()
    assert plan("I am sure, BK-1001", turns=turns).tasks == ()
    (task,) = plan("oh, it is BK-1002", turns=turns).tasks
    assert task.arguments["order_id"] == "BK-1002"


def test_what_is_not_ours_is_refused() -> None:
    assert plan("who won the world cup?").reason == "off_topic"
    turns = (asked("I want to return a book"),)
    assert plan("who won the world cup?", turns=turns).reason == "off_topic"


def test_a_value_without_a_wish_asks_what_for() -> None:
    said = plan("BK-1001 a@b.example")
    assert said.decision is Decision.ASK
    assert [label for label, _ in said.choices] == ["I want to return it", "Where is my order?"]
    turn = Turn("x", said.says, "clarification", choices=said.choices, waits=said.waits)
    (task,) = plan("Where is my order?", turns=(turn,)).tasks
    assert dict(task.arguments) == KNOWN


def test_any_change_is_asked_about_where_the_desk_doubts() -> None:
    bold = Script(DIALOG, {**TOOLS, "initiate_return": replace(TOOLS["initiate_return"], confirm="")})
    question = Question("return BK-1001, a@b.example", "c", "now", NOON)
    assert [task.source for task in bold.next(question, [LOOKED, CHECKED]).tasks] == ["initiate_return"]
    doubted = made(RETURN.tool, dict(RETURN.arguments), code="not_confirmed")
    asking = bold.next(question, [LOOKED, CHECKED, doubted])
    assert asking.waits["confirm"]["digest"] == RETURN.digest


def test_a_call_is_asked_about_in_its_own_words() -> None:
    question = Question("please", "c", "now", NOON)
    asking = SCRIPT.ask_yes(question, [LOOKED, CHECKED], RETURN)
    assert "“Emma”" in asking.says
    bare = SCRIPT.ask_yes(question, [], RETURN)
    assert bare.says.startswith("Shall I do this: initiate_return (order_id BK-1001, items 1)?")
    assert "BK-1001" in bare.says
    assert bare.waits["confirm"]["digest"] == RETURN.digest


def test_a_script_without_its_tools_is_an_error() -> None:
    with pytest.raises(AssistantError):
        Script(DIALOG, {})


def test_anger_is_answered_kindly() -> None:
    assert plan("this is ridiculous, where is my order?").says.startswith("I am sorry")


def test_a_broken_turn_is_not_taken_for_a_yes() -> None:
    turn = replace(asked("return BK-1001, a@b.example", LOOKED, CHECKED), waits={})
    assert plan("yes", turns=(turn,)).tasks == ()


def test_a_doubt_ends_the_turn_and_says_what_is_done() -> None:
    facts: dict[str, Any] = {
        "return_id": "R-7",
        "titles": ["Emma"],
        "order_id": "BK-1001",
        "email": "a@b.example",
    }
    facts |= {"refund": 9.9, "currency": "EUR", "refund_days": 5}
    first = made("initiate_return", {"order_id": "BK-1001", "items": ["1"]}, facts=facts, rows=[])
    done = replace(first, effect="write")
    doubt = replace(made("initiate_return", {"order_id": "BK-1002", "items": ["1"]}, code="in_doubt"), id="d")
    decided = plan("return both", done, doubt)
    assert (decided.decision, decided.reason) == (Decision.REFUSE, "in_doubt")
    assert decided.says.startswith("The return R-7 of")
    assert "cannot tell" in decided.says


def test_an_intent_can_be_left_to_people() -> None:
    script = Script(DIALOG, TOOLS, {"status"})
    decided = script.next(Question("where is my order", "c", "now", NOON), [])
    assert (decided.decision, decided.reason, decided.why) == (Decision.ASK, "escalated", "status")


def test_a_yes_goes_on_with_the_next_wish() -> None:
    first = asked("return BK-1001, a@b.example", LOOKED, CHECKED)
    other = {**first.waits["goals"][0], "slots": {**KNOWN, "order_id": "BK-1002"}}
    turn = replace(first, waits={**first.waits, "goals": [*first.waits["goals"], other]})
    done = made("initiate_return", dict(RETURN.arguments), facts={"order_id": "BK-1001"}, rows=[])
    for reply, calls in (("yes", [done]), ("no", [])):
        going_on = plan(reply, *calls, turns=(turn,))
        assert [task.source for task in going_on.tasks] == ["lookup_order"]
        assert going_on.tasks[0].arguments["order_id"] == "BK-1002"


def test_a_person_is_offered_after_two_messages_nobody_understood() -> None:
    odd = "glorb the fnord already"
    refused = Turn(odd, "", "refusal", reason="off_topic")
    offered = asked(odd, turns=(refused,))
    assert offered.waits["offered"]
    assert "colleague" in offered.text
    assert plan("yes please", turns=(refused, offered)).reason == "escalated"
    assert plan("no", turns=(refused, offered)).reason != "escalated"
