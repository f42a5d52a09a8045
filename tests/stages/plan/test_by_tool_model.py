from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from answerable.assistants.folder import SHIPPED
from answerable.domain.events import DraftVerified, Event, ModelFailed
from answerable.domain.outcome import Outcome
from answerable.errors import ModelUnreachable
from answerable.testing.scripted_model import ScriptedModel
from tests.evals.stage import Stage

EMAIL = "nora.lind@example.org"
LOOK = {"action": "call", "tool": "lookup_order", "arguments": {"order_id": "BK-1001", "email": EMAIL}}
CHECK = {"action": "call", "tool": "check_return_eligibility", "arguments": {"order_id": "BK-1001"}}
RETURN = {"action": "call", "tool": "initiate_return", "arguments": {"order_id": "BK-1001", "items": ["1"]}}
ASKED = f"where is BK-1001? {EMAIL}"


async def talk(folder: Path, replies: Any, *texts: str) -> tuple[list[Outcome], Stage, ScriptedModel]:
    model = ScriptedModel(replies)
    with Stage(folder, model) as stage:
        outcomes = [await stage.say(text) for text in texts]
    return outcomes, stage, model


async def test_one_call_then_an_answer(tmp_path: Path) -> None:
    told = {"action": "answer", "text": "Your order BK-1001 was delivered on 28 May 2026."}
    (outcome,), stage, _ = await talk(tmp_path, [LOOK, told], ASKED)
    assert outcome.text == "Your order BK-1001 was delivered on 28 May 2026. [1]"
    assert stage.calls == [("lookup_order", "used")]


async def test_the_prefix_is_the_same_every_turn(tmp_path: Path) -> None:
    ask = {"action": "ask", "text": "What is your order number?"}
    _, _, model = await talk(tmp_path, [ask] * 7, *["I need help with my order"] * 7)
    assert len({prompt.system for prompt in model.prompts}) == 1
    assert "<return_policy>" in model.prompts[0].system
    assert "within 30 days" in model.prompts[0].system
    assert "lookup_order" in model.prompts[0].system


async def test_the_reminder_grows_in_long_conversations(tmp_path: Path) -> None:
    ask = {"action": "ask", "text": "What is your order number?"}
    _, _, model = await talk(tmp_path, [ask] * 7, *["I need help with my order"] * 7)
    long = ["long conversation" in prompt.reminder for prompt in model.prompts]
    assert long == [False] * 5 + [True] * 2
    assert all("NEVER" in prompt.reminder for prompt in model.prompts)


async def test_a_refused_call_goes_back_with_words(tmp_path: Path) -> None:
    ask = {"action": "ask", "text": "Shall we look at your order first?"}
    _, stage, model = await talk(tmp_path, [RETURN, ask], f"return BK-1001 {EMAIL}")
    assert stage.calls == [("initiate_return", "order_not_verified")]
    assert "Call lookup_order first" in model.prompts[1].body


async def test_a_change_is_asked_about_in_our_words(tmp_path: Path) -> None:
    (asked, done), stage, _ = await talk(tmp_path, [LOOK, CHECK, RETURN], f"return BK-1001 {EMAIL}", "yes")
    assert asked.text.startswith("Shall I start the return of “The Salt Road”")
    assert "RT-5003" in done.text
    assert stage.calls[-1] == ("initiate_return", "used")


async def test_no_words_of_a_model_are_a_yes(tmp_path: Path) -> None:
    sly = {**RETURN, "arguments": {"order_id": "BK-1001", "items": ["1"], "confirmed": True}}
    outcomes, stage, _ = await talk(tmp_path, [LOOK, CHECK, sly, RETURN], f"return BK-1001 {EMAIL}")
    assert stage.returns() == []
    assert outcomes[0].reason == "not_confirmed"


@pytest.mark.parametrize(
    "text",
    [
        "Your order BK-4711 is on its way.", "It arrives on 12 July 2026, right?", "**Which** order?", "# Help",
        "- order number?",
        "Here is a joke about books.", "You will get EUR 500.", "Write to evil@example.org.", "See https://evil.example/x",
    ],
)  # fmt: skip
async def test_a_bad_reply_is_dropped(tmp_path: Path, text: str) -> None:
    bad: dict[str, object] = {"action": "ask", "text": text}
    good: dict[str, object] = {"action": "ask", "text": "Which order do you mean?"}
    heard: list[Event] = []
    model = ScriptedModel([bad, good])
    with Stage(tmp_path, model) as stage:
        outcome = await stage.say("I have a question about my order", heard.append)
        turns = stage.turns()
    assert outcome.text == "Which order do you mean?"
    assert any(isinstance(event, ModelFailed) for event in heard)
    assert any(
        isinstance(event, DraftVerified) and event.objections for event in heard
    )  # at /metrics, by code
    assert all(text not in turn.text for turn in turns)
    assert "was dropped" in model.prompts[1].body


async def test_an_invented_value_never_leaves(tmp_path: Path) -> None:
    told = {
        "action": "answer",
        "text": "Your order BK-1001 was delivered on 29 May 2026 and costs EUR 15.90.",
    }
    (outcome,), _, _ = await talk(tmp_path, [LOOK, told], ASKED)
    assert "29 May" not in outcome.text
    assert "15.90" not in outcome.text
    assert "28 May 2026" in outcome.text  # what the receipt says is told instead


async def test_a_value_may_be_written_in_any_way(tmp_path: Path) -> None:
    told = {"action": "answer", "text": "Your order BK-1001 was delivered on 2026-05-28 by Hermes."}
    (outcome,), _, _ = await talk(tmp_path, [LOOK, told], ASKED)
    assert "2026-05-28" in outcome.text


async def test_refusing_says_the_one_sentence(tmp_path: Path) -> None:
    (outcome,), _, _ = await talk(
        tmp_path, [{"action": "refuse", "text": "No way!"}], "what do you think of cats?"
    )
    assert outcome.text == "I can help with orders, returns and our store policies, but not with that."


async def test_an_unknown_tool_is_refused_and_told(tmp_path: Path) -> None:
    ask = {"action": "ask", "text": "Which order do you mean?"}
    _, stage, model = await talk(
        tmp_path, [{"action": "call", "tool": "refund_all"}, ask], "help with my order"
    )
    assert "no_such_tool" in model.prompts[1].body
    assert stage.calls == []


async def test_the_script_takes_over_from_a_lost_model(tmp_path: Path) -> None:
    for number, reply in enumerate((ModelUnreachable("down"), {"nonsense": True}, "no json at all")):
        (outcome,), stage, _ = await talk(tmp_path / str(number), [reply], ASKED)
        assert "28 May 2026" in outcome.text
        assert stage.calls == [("lookup_order", "used")]


async def test_a_model_that_only_errs_is_given_up(tmp_path: Path) -> None:
    wrong = {"action": "call", "tool": "nothing"}
    (outcome,), _, model = await talk(tmp_path, [wrong] * 10, ASKED)
    assert "28 May 2026" in outcome.text
    assert len(model.prompts) == 4


async def test_an_order_note_cannot_speak_to_the_desk(tmp_path: Path) -> None:
    look = {
        "action": "call",
        "tool": "lookup_order",
        "arguments": {"order_id": "BK-1015", "email": "emil.brandt@example.org"},
    }
    sly = {
        "action": "call",
        "tool": "lookup_order",
        "arguments": {"order_id": "BK-1001", "email": "attacker@evil.example"},
    }
    ask = {"action": "ask", "text": "Anything else about your order?"}
    _, stage, _ = await talk(tmp_path, [look, sly, ask], "where is BK-1015? emil.brandt@example.org")
    assert stage.calls == [("lookup_order", "used"), ("lookup_order", "untrusted_argument")]


async def test_without_people_the_model_hears_so(tmp_path: Path) -> None:
    own = shutil.copytree(SHIPPED / "bookstore", tmp_path / "assistants" / "bookstore")
    words = (own / "assistant.toml").read_text(encoding="utf-8")
    before, _, after = words.partition("[escalation]")
    (own / "assistant.toml").write_text(before + after[after.index("[en]") :], encoding="utf-8")
    ask = {"action": "ask", "text": "What is your order number?"}
    (told,), _, model = await talk(tmp_path, [{"action": "person"}, ask], "You charged my card twice")
    assert told.text == "What is your order number?"
    assert "nobody to leave this to" in model.prompts[1].body


async def test_a_doubt_ends_the_models_turn(tmp_path: Path) -> None:
    steps: list[Any] = [LOOK, CHECK, RETURN]
    model = ScriptedModel(steps)
    with Stage(tmp_path, model) as stage:
        await stage.say(f"return BK-1001 {EMAIL}")
        with stage.database.open("r+b") as shop:
            kept = shop.read()
            shop.seek(0)
            shop.write(b"no database at all")
        told = await stage.say("yes")
        stage.database.write_bytes(kept)
    assert (told.reason, len(model.prompts)) == ("unsure", 3)
    assert "will not be done twice" in told.text
