"""Tier 2 asks anew, judges by the case's criteria, and says how far its judge can be believed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.floors import misses
from answerable.evals.judge import CRITERIA
from answerable.evals.replies import GOLDEN, ReplyCase, judge_golden, judge_replies, read_reply_cases
from answerable.models.base import Prompt
from answerable.settings import ModelSettings, Settings
from answerable.testing.scripted_model import ScriptedModel

SUITE = Path(__file__).parents[2] / "evals" / "suites" / "replies" / "demo.jsonl"
POLICY = ReplyCase(
    "p", "bookstore", "How long do I have to return a book?", "answer", ("policy", "grounding", "tone")
)
OTHER = ReplyCase("o", "bookstore", "Where is my order?", "answer", ("refusal", "tone"))


def test_the_suite_judges_by_every_criterion() -> None:
    cases = read_reply_cases(SUITE)
    assert {criterion for case in cases for criterion in case.criteria} == set(CRITERIA)
    assert len({case.id for case in cases}) == len(cases)


@pytest.mark.parametrize("change", [{"criteria": []}, {"criteria": ["beauty"]}, {"expect": "applause"}])
def test_a_case_without_criteria_is_an_error(tmp_path: Path, change: dict[str, object]) -> None:
    row = json.loads(SUITE.read_text(encoding="utf-8").splitlines()[0])
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(row | change), encoding="utf-8")
    with pytest.raises(OperatorError, match=r"bad\.jsonl:1"):
        read_reply_cases(path)


async def test_replies_are_asked_anew_and_judged(tmp_path: Path) -> None:
    ran = await judge_replies([POLICY, OTHER], Settings(home=tmp_path))
    assert ran.figures["policy"] == ran.figures["grounding"] == ran.figures["tone"] == 1.0
    assert (ran.figures["refusal"], ran.figures["all"]) == (0.0, 0.5)
    (failed,) = [case for case in ran.tried if not case.right]
    assert "ended in clarification, not answer" in failed.why
    assert "invoke_agent" in failed.trace


async def test_a_poor_judge_makes_the_run_say_so(tmp_path: Path) -> None:
    def flatter(prompt: Prompt) -> dict[str, object]:
        quote = prompt.body.split("</reply>")[0].rsplit(">", 1)[-1].strip()[:20]
        return {"reason": "lovely", "quote": quote, "verdict": "good"}

    settings = Settings(home=tmp_path, model=ModelSettings(way="model"))
    ran = await judge_golden(GOLDEN, settings, ScriptedModel(repeat(flatter)))
    assert ran.figures["agreement"] < 0.6
    floors = {"judge/golden": {"agreement": 0.95}}
    assert misses("judge/golden", ran.figures, floors)
    careful = await judge_golden(GOLDEN, replace(settings, model=ModelSettings(way="rule")))
    assert misses("judge/golden", careful.figures, floors) == []
