"""Every prompt carries its own mark, and is guarded with it."""

from __future__ import annotations

from pathlib import Path

from answerable.language.leak import LeakWatch
from answerable.models.canary import canary_for
from answerable.models.prompts import PromptFile, Quoted


def test_every_prompt_has_its_own_canary() -> None:
    assert canary_for("plan") == canary_for("plan")
    assert canary_for("plan") != canary_for("draft")


def test_a_filled_prompt_is_guarded() -> None:
    file = PromptFile.load(Path(__file__).with_name("triage.md"))
    policy = "Returns are free within thirty days of delivery if the book is unread and unmarked throughout."
    prompt = file.fill({"policy": policy, "question": Quoted("q"), "passages": []})
    watch = LeakWatch([prompt.own_words], [prompt.canary])
    assert watch.leaked(prompt.system)
    assert not watch.leaked(policy), "the policy is there to be told"
