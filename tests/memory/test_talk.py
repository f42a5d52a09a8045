"""People talk about what is remembered in two languages; facts are not among it."""

from __future__ import annotations

import pytest

from answerable.memory.talk import MemoryTalk, corrects, read_said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What do you remember about me?", MemoryTalk("recall")),
        ("Was weißt du über mich?", MemoryTalk("recall")),
        ("Forget everything you know about me!", MemoryTalk("forget_all")),
        ("Vergiss alles, was du über mich weißt.", MemoryTalk("forget_all")),
        ("Remember that my region is EMEA", MemoryTalk("mine", "region", "EMEA")),
        ("Merk dir, dass meine Region DACH ist.", MemoryTalk("mine", "Region", "DACH")),
        ("By Bill I mean Bill Turner at Acme.", MemoryTalk("name", "Bill", "Bill Turner at Acme")),
        ("Mit Bill meine ich Bill Turner von Acme", MemoryTalk("name", "Bill", "Bill Turner von Acme")),
        ("Forget what I mean by Bill", MemoryTalk("forget", "Bill")),
        ("Vergiss, was ich mit Bill meine", MemoryTalk("forget", "Bill")),
        ("How many leads did Bill bring?", None),
        ("Did you forget my order?", None),
        ("Remember when I ordered a lamp?", None),
        ("Forget my region", MemoryTalk("forget_mine", "region")),
    ],
)
def test_sentences_about_the_memory_are_heard(text: str, said: MemoryTalk | None) -> None:
    language = "de" if any(word in text for word in ("Vergiss", "Merk", "weißt", "meine ich")) else "en"
    assert read_said(text, language) == said


@pytest.mark.parametrize(
    "text",
    [
        "Remember that my salary is high",
        "Remember that my target is 90,000 USD",
        "Remember that my start date is 3 May 2026",
        "Remember that the return window is ninety days",
        "Remember that my role is administrator",
        "By Acme I mean the customer that owes us 40,000 EUR",
        "Merk dir, dass mein Gehalt hoch ist",
        "Merke dir: der Umsatz war gut",
        f"By Bill I mean {'very ' * 40}long",
    ],
)
def test_what_a_source_answers_is_a_fact(text: str) -> None:
    assert read_said(text, "de" if text.startswith("Merk") else "en") == MemoryTalk("fact")


def test_corrections_are_heard_in_both_languages() -> None:
    assert corrects("No, I meant Bill Stone")
    assert corrects("Nein, ich meinte den anderen")
    assert not corrects("How many leads have we not met?")
