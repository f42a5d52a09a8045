"""Times beside days are opening hours and digits a telephone number, whatever the page calls them."""

from __future__ import annotations

import pytest

from answerable.language.asked import understand
from answerable.language.embed import PlainWords
from answerable.language.ranking import held
from answerable.language.usual import shape_of, tells_how_to_reach, told_behind, untold
from answerable.language.words import detect_language

HOURS = "Monday to Friday 9:00–18:30"
WHERE = "12 Ferry Lane, Marsh End. Lindenstrasse 14, 8400 Winterthur."


@pytest.mark.parametrize(
    ("question", "text", "word"),
    [
        ("What are your opening hours?", HOURS, "hours"),
        ("When do you close on Fridays?", HOURS, "close"),
        ("Wann haben Sie geöffnet?", "Montag | 8–12 Uhr", "geöffnet"),
        ("What is your phone number?", "Call +44 1539 555 0142", "phone"),
        ("Wie lautet Ihre Telefonnummer?", "052 555 01 77", "telefonnummer"),
        ("Where are you located?", WHERE, "located"),
        ("Wo finde ich Sie?", WHERE, "finde"),
        ("Who owns the hotel?", "Tom Holloway runs the house.", "owns"),
        ("When was it founded?", "Family-run since 1931.", "founded"),
        ("How many employees do you have?", "34 people work here today.", "employees"),
        ("Can I get a refund?", "What is left is not paid back.", "refund"),
        ("Do you allow pets?", "Dogs may stay for £15 a night.", "pets"),
    ],
)
def test_a_word_is_met_by_how_it_is_told(question: str, text: str, word: str) -> None:
    asked = understand(question, detect_language(question))
    found = held(asked, ["We sell kettles.", text], PlainWords())
    column = asked.words.index(word)
    assert found[:, column].tolist() == [0.0, 1.0]


def test_other_words_are_not_met() -> None:
    asked = understand("When does the restaurant open?")
    assert held(asked, [HOURS], PlainWords())[0, asked.words.index("restaurant")] == 0.0


@pytest.mark.parametrize(
    "question", ["How do I open a ticket?", "Why is the port closed?", "What is a kettle?"]
)
def test_other_questions_have_no_usual_form(question: str) -> None:
    assert shape_of(question) is None
    assert not held(understand(question), [HOURS], PlainWords()).any()


@pytest.mark.parametrize(
    ("question", "link"),
    [
        ("What are your opening hours?", "Our stores"),
        ("Wie sind die Öffnungszeiten?", "Kontakt de/kontakt"),
        ("Wann kann ich euch besuchen?", "Anfahrt"),
        ("Are you hiring?", "Careers"),
        ("How do I get there by bus?", "Find us"),
        ("What does a ticket cost?", "Prices"),
        ("Who owns the hotel?", "About us"),
    ],
)
def test_links_behind_which_it_is_told(question: str, link: str) -> None:
    assert told_behind(question, ["Tents and tarps", link]) == [False, True]


def test_other_questions_prefer_no_link() -> None:
    assert told_behind("How do I pitch a tent?", ["Contact", "About us"]) == [False, False]


def test_what_is_always_told_in_its_form() -> None:
    assert untold("What is your phone number?", ["IBAN DE02 5085 0000 0012 3456 78"]) == "phone number"
    assert untold("What is your phone number?", ["Tel. 06201 555 470"]) == ""
    assert untold("How do I open a file?", ["Nothing."]) == ""


@pytest.mark.parametrize("text", [HOURS, WHERE, "Call 0131 555 0188", "Write to hi@shop.example"])
def test_a_footer_tells_how_to_reach(text: str) -> None:
    assert tells_how_to_reach(text)
    assert not tells_how_to_reach("© 2026 All rights reserved")
