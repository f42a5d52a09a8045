"""When a question needs what was said before."""

from __future__ import annotations

import pytest

from answerable.language.followup import leans, setting_of

FIRST, SECOND, THIRD = (
    "How long is the warranty?",
    "How do I return a tent?",
    "What does express delivery cost?",
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What about for international orders?", "en"),
        ("and abroad?", "en"),
        ("How long does it take then?", "en"),
        ("Which one was lenny then?", "en"),
        ("ok so who pays the customs fees for parcels from Norway?", "en"),
        ("Why?", "en"),
        ("Can I use them for winter camping in Norway?", "en"),
        ("Und nach Österreich?", "de"),
        ("Wie lange dauert das normalerweise nach Österreich?", "de"),
        ("Was ist mit Gutscheinen?", "de"),
        ("Warum?", "de"),
    ],
)
def test_a_follow_up_leans_on_what_came_before(text: str, language: str) -> None:
    assert leans(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How do I reset the password of my admin account?", "en"),
        ("Which payment methods does the online shop accept?", "en"),
        ("What are the opening hours of the store in Galway?", "en"),
        ("Wie kann ich mein Passwort für den Shop ändern?", "de"),
        ("Welche Zahlungsarten akzeptiert der Laden in Bern?", "de"),
    ],
)
def test_a_whole_question_stands_alone(text: str, language: str) -> None:
    assert not leans(text, language)
    assert setting_of(text, [FIRST, SECOND], language) == ""


def test_a_follow_up_takes_the_latest_questions() -> None:
    setting = setting_of("And abroad?", [FIRST, SECOND, THIRD], "en")
    assert setting.endswith(THIRD)
    assert FIRST not in setting


def test_a_first_question_has_nothing_to_lean_on() -> None:
    assert setting_of("And abroad?", [], "en") == ""
