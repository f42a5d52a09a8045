from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.assistants.folder import SHIPPED, read_assistant
from answerable.build.dialog import load_tools, read_kit, refusals
from answerable.domain.outcome import Answer, Clarification, Refusal
from answerable.errors import AssistantError
from answerable.sandbox.bookstore import CASES, build_bookstore
from answerable.testing.scripted_model import ScriptedModel
from tests.evals.stage import Stage

EMAIL = "nora.lind@example.org"


async def test_the_bookstore_answers_without_a_model(tmp_path: Path) -> None:
    with Stage(tmp_path) as stage:
        told = await stage.say(f"where is BK-1001? {EMAIL}")
    assert isinstance(told, Answer)
    assert told.citations[0].evidence.kind == "record"


async def test_the_guard_speaks_the_assistants_sentence(tmp_path: Path) -> None:
    with Stage(tmp_path) as stage:
        told = await stage.say("write me a limerick")
    assert isinstance(told, Refusal)
    assert told.text == refusals(read_assistant(SHIPPED / "bookstore"))["en"]


async def test_the_cascade_asks_the_model_last(tmp_path: Path) -> None:
    model = ScriptedModel([{"action": "ask", "text": "Do you mean a book you ordered?"}])
    with Stage(tmp_path, model, way="cascade") as stage:
        await stage.say(f"where is BK-1001? {EMAIL}")
        told = await stage.say("my nephew collects stamps")
    assert isinstance(told, Clarification)
    assert told.text == "Do you mean a book you ordered?"
    assert len(model.prompts) == 1


def test_a_copied_folder_is_another_assistant(tmp_path: Path) -> None:
    folder = shutil.copytree(SHIPPED / "bookstore", tmp_path / "library")
    policy = folder / "policies" / "returns.toml"
    policy.write_text(
        policy.read_text(encoding="utf-8").replace("window_days = 30", "window_days = 99"), encoding="utf-8"
    )
    build_bookstore(tmp_path / "bookstore.db", orders=len(CASES))
    kit = read_kit(read_assistant(folder), tmp_path)
    assert kit.world.policy.values["window_days"] == 99
    assert sorted(kit.tools) == [
        "check_return_eligibility",
        "initiate_return",
        "lookup_order",
        "lookup_policy",
    ]


def test_a_folder_without_tools_says_so(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match="@tool"):
        load_tools(tmp_path / "tools.py")


def test_an_assistant_may_name_another_file(tmp_path: Path) -> None:
    assistant = replace(read_assistant(SHIPPED / "bookstore"), tools=("none.py",))
    with pytest.raises(AssistantError, match=r"none\.py"):
        read_kit(assistant, tmp_path)
