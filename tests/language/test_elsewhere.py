"""How near a question is to everyday talk."""

from __future__ import annotations

import pytest

from answerable.language.elsewhere import everyday
from answerable.language.embed import shared_vectors

EVERYDAY = (
    "What's the weather like tomorrow?",
    "Can you give me a recipe for lasagne?",
    "Who won the football match yesterday?",
    "Tell me a joke.",
    "What is the capital of Australia?",
)
OF_A_SITE = (
    "How long do I have to return something?",
    "How do I upgrade packages to the next stable release?",
    "Which header carries the API key?",
    "Does the warranty cover a torn zip?",
    "How do I get my licence key?",
)


@pytest.mark.parametrize("question", EVERYDAY)
def test_everyday_talk_is_nearer_than_site_questions(question: str) -> None:
    vectors = shared_vectors()
    assert everyday(question, "en", vectors) > max(everyday(other, "en", vectors) for other in OF_A_SITE)


def test_nearness_lies_between_minus_one_and_one() -> None:
    assert all(-1 <= everyday(text, "en", shared_vectors()) <= 1.001 for text in (*EVERYDAY, *OF_A_SITE, ""))


def test_german_everyday_talk_is_known_too() -> None:
    vectors = shared_vectors()
    weather = everyday("Wie wird das Wetter morgen in Bern?", "de", vectors)
    assert weather > everyday("Wie lange kann ich Ware zurückgeben?", "de", vectors)


def test_an_empty_question_is_near_to_nothing() -> None:
    assert everyday("", "en", shared_vectors()) == 0
