"""Names and prices that are asked for and stand nowhere."""

from __future__ import annotations

import pytest

from answerable.language.asked import understand
from answerable.language.embed import shared_vectors
from answerable.language.unsaid import unsaid

TOLD = (
    "The orders API answers in JSON. Every request carries a key, or uses single sign-on. "
    "Desktop programs may use it too.",
    "We deliver to the United States and to Norway within ten days. Tents are packed in cotton bags.",
)


def missing(question: str, language: str = "en") -> str:
    return unsaid(understand(question, language), TOLD, shared_vectors())


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Is there an official Python library for your API?", "Python"),
        ("how do I get my tent with the iPhone app?", "iPhone"),
        ("Gibt es eine App für iOS?", "iOS"),
        ("Which orders are answered by AI?", "AI"),  # though something "answers in" something
        ("Is Orders HIPAA compliant?", "HIPAA"),  # though most of its words begin with a capital
    ],
)
def test_a_name_nobody_told_is_missing(question: str, name: str) -> None:
    assert missing(question, "de" if question.startswith("Gibt") else "en") == name


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("Can I bring back a lamp I've already used?", False),
        ("can i pay with paypal", False),
        ("Do you have an aquarium?", False),
        ("Do you have tents?", True),
    ],
)
def test_what_a_yes_or_no_is_asked_about_comes_near_to_something(question: str, near: bool) -> None:
    assert bool(unsaid(understand(question), TOLD, shared_vectors())) is not near


@pytest.mark.parametrize(
    "question",
    [
        "How long does delivery to Norway take?",
        "Can you send a tent to the USA?",  # told as "United States"
        "My friend Anna lives in Kenya. How do I send her a tent?",  # told about, not asked about
        "Do you support SSO?",  # told as "single sign-on"
        "Can you deliver a tent in July?",
        "HOW DO I GET MY TENT DELIVERED?",
        "Is a tent OK after an X-ray?",  # says nothing, and one letter is no name
        "i want a tent, how is it packed?",
    ],
)
def test_what_was_told_is_not_missing(question: str) -> None:
    assert missing(question) == ""


def test_german_nouns_are_no_names() -> None:
    assert missing("Wie lange dauert die Lieferung nach Norwegen?", "de") == ""


def test_a_price_must_stand_somewhere() -> None:
    question = understand("What does delivery to Norway cost?")
    assert unsaid(question, TOLD, shared_vectors()) == "a price"
    assert unsaid(question, (*TOLD, "It costs 19.90 euros."), shared_vectors()) == ""


def test_nothing_told_misses_every_name() -> None:
    assert unsaid(understand("Does it run on Windows?"), (), shared_vectors()) == "Windows"


def test_opening_hours_have_a_form() -> None:
    question = understand("What are your opening hours?")
    assert unsaid(question, TOLD, shared_vectors()) == "opening hours"
    assert unsaid(question, (*TOLD, "Monday to Friday 9:00–18:30"), shared_vectors()) == ""


@pytest.mark.parametrize(
    ("question", "own"),
    [("How many days of leave do I have left?", True), ("How many days do I have to return a tent?", False)],
)
def test_the_askers_own_record_is_never_told(question: str, own: bool) -> None:
    assert bool(unsaid(understand(question), TOLD, shared_vectors())) == own
