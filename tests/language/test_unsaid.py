"""Names and prices that are asked for and stand nowhere."""

from __future__ import annotations

import pytest

from answerable.language.asked import understand
from answerable.language.embed import shared_vectors
from answerable.language.unsaid import uncounted, unsaid

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
        ("Can I bring back a lamp I've already used?", "lamp"),  # and not "already"
        ("can i pay with paypal", "paypal"),  # what a yes or no is asked about
        ("Do you have an aquarium?", "aquarium"),
    ],
)
def test_a_name_nobody_told_is_missing(question: str, name: str) -> None:
    assert missing(question, "de" if question.startswith("Gibt") else "en") == name


@pytest.mark.parametrize(
    "question",
    [
        "How long does delivery to Norway take?",
        "Can you send a tent to the USA?",  # told as "United States"
        "My friend Anna lives in Kenya. How do I send her a tent?",  # told about, not asked about
        "Do you support SSO?",  # told as "single sign-on"
        "Can you deliver a tent in July?",
        "HOW DO I GET MY TENT DELIVERED?",
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
    ("question", "text", "missing"),
    [
        ("How many people use it worldwide?", "Since version 3 people can open 12 files at once.", False),
        ("How many people use it worldwide?", "Version 12 came with a new licence.", True),
        ("How many people use it?", "Nothing is counted here.", True),
        ("How many colours can it have?", "A palette of 256 colors is the largest.", False),
        ("How many people use it and who made it?", "Version 12 came with a new licence.", False),
        ("How do I open it?", "Version 12 came with a new licence.", False),
    ],
)
def test_a_count_stands_beside_its_things(question: str, text: str, missing: bool) -> None:
    assert uncounted(understand(question), text, shared_vectors()) is missing
