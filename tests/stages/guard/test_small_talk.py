from __future__ import annotations

import pytest

from answerable.stages.guard import small_talk
from answerable.stages.guard.small_talk import idle_command


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hi there", "greeting"),
        ("Guten Morgen!", "greeting"),
        ("thanks a lot", "thanks"),
        ("are you a robot?", "about the assistant"),
        ("What's the weather tomorrow in Zurich?", "weather"),
        ("what is 12 * 7?", "sums"),
        ("translate this text into French", "translation"),
        ("what's my horoscope today", "horoscope"),
        ("What is the capital of France?", "world knowledge"),
        ("write a python script that sorts a list", "code"),
        ("Schreib mir ein Gedicht", "creative writing"),
    ],
)
def test_small_talk_is_named(text: str, kind: str) -> None:
    assert small_talk(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "hello, when does the museum open?",
        "What's the weather like at your hostel in winter?",
        "Is the concert cancelled when it rains?",
        "thanks, and how long does delivery take?",
        "how do I write a function in plpgsql?",
        "Do you have books of poems?",
    ],
)
def test_a_question_about_something_is_no_small_talk(text: str) -> None:
    assert small_talk(text) is None


def test_only_commands_are_refused() -> None:
    assert idle_command("Tell me a joke.")
    assert not idle_command("What's the weather tomorrow?")
