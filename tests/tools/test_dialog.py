from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import AssistantError
from answerable.tools import Gave, tool
from answerable.tools.dialog import Dialog
from answerable.tools.policy import Policy

CONTENT = {
    "lists": {"thing": "order parcel"},
    "slots": {
        "order_id": {
            "patterns": [r"\bBK-?(\d+)"],
            "bare": r"\b(\d{4})\b",
            "form": "BK-{}",
            "stands_for": "order",
        }
    },
    "intent": [{"name": "status", "steps": ["look"], "phrases": ["where {thing}"], "says": {}}],
    "replies": {"hello": {"en": "Hello {name}.", "de": "Guten Tag, {name}."}},
    "asks_again": {"not_found": "order_id"},
}
CLAUSE = {"id": "refund", "title": "Refunds", "words": "refund|money back|e-book|refund"}
POLICY = Policy(
    [{"clause": [{**CLAUSE, "asks": "when is my money paid back", "en": "Within 7 days."}]}], "test"
)


@tool()
def look(order_id: str) -> Gave:
    """Look."""
    return Gave({"order_id": order_id})


def dialog(**changed: object) -> Dialog:
    return Dialog({**CONTENT, **changed}, POLICY, {}, "test")


def test_slots_are_read_in_the_tools_writing() -> None:
    slot = dialog().slots["order_id"]
    assert slot.read("BK1001 and bk-1002, BK-1001", asked=False) == ["BK-1001", "BK-1002"]
    assert slot.read("it is 1003", asked=False) == []
    assert slot.read("it is 1003", asked=True) == ["BK-1003"]


def test_a_value_stands_for_its_word() -> None:
    assert dialog().plain("where is BK-1001?").split() == ["where", "is", "order", "?"]


def test_replies_come_in_the_users_language() -> None:
    assert dialog().say("hello", "de", {"name": "Ann"}) == "Guten Tag, Ann."
    assert dialog().say("hello", "fr", {"name": "Ann"}) == "Hello Ann."
    assert dialog().say("nothing", "en") == ""


def test_refusals_say_what_is_asked_again() -> None:
    assert dialog().asks_again("not_found") == "order_id"
    assert dialog().asks_again("locked_out") == ""


def test_a_step_without_its_tool_is_an_error() -> None:
    dialog().check({"look": look})
    with pytest.raises(AssistantError, match="the step 'look'"):
        dialog().check({})


def test_an_argument_nothing_fills_is_an_error() -> None:
    with pytest.raises(AssistantError, match="nothing fills 'order_id'"):
        dialog(slots={}).check({"look": look})


def test_an_unknown_list_is_an_error() -> None:
    with pytest.raises(AssistantError, match="no list"):
        dialog(lists={})


def test_a_file_takes_words_and_replies_of_others(tmp_path: Path) -> None:
    path = tmp_path / "dialog.toml"
    path.write_text('[[intent]]\nname = "ask"\nphrases = ["{policy}"]\n', encoding="utf-8")
    loaded = Dialog.load(path, POLICY, {"bye": {"en": "Bye."}})
    assert loaded.say("bye", "en") == "Bye."
    assert loaded.meanings("refnud") == {"refund"}


def test_clauses_count_for_the_intent_that_quotes() -> None:
    quotes = {"name": "policy", "steps": [], "arguments": {"topic": "$text"}}
    asking = dialog(intent=[quotes])
    like = asking.likeness("when is the money paid to me")
    assert like["refund"] > like[""]
    assert asking.intent_for("refund") == asking.intent_for("policy") == "policy"


def test_elsewhere_is_what_people_ask_elsewhere() -> None:
    quotes = {"name": "policy", "steps": [], "arguments": {"topic": "$text"}}
    assert dialog(intent=[quotes]).elsewhere("who is the president?")
    assert not dialog(intent=[quotes]).elsewhere("when is the money paid to me")
