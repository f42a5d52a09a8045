"""What can be asked of a reply depends on how it ended."""

from __future__ import annotations

from answerable.evals.judge import JudgedReply, Judgement, applicable
from answerable.evals.judge.replied import unsure


def test_criteria_follow_the_ending() -> None:
    def asked(outcome: str, expect: str = "") -> list[str]:
        return applicable(JudgedReply(question="q", text="t", outcome=outcome, expect=expect))

    assert asked("answer") == ["grounding", "tone"]
    assert asked("clarification") == ["grounding", "tone", "clarifying"]
    assert asked("refusal") == ["tone"]
    assert asked("refusal", "refusal") == ["refusal", "tone"]
    assert asked("failure") == []


def test_could_not_tell_is_never_good() -> None:
    assert not unsure("tone", "no light").good
    assert not Judgement("tone", 1.0, "guessed", sure=False).good
    assert Judgement("tone", 0.5, "fair").good
