"""What a question asks: its parts and what each wants."""

from __future__ import annotations

import pytest

from answerable.language.asked import understand, wants


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("How much is delivery to Norway, and how long does it take?", "en", ["price", "measure"]),
        ("What is Debian and who maintains it?", "en", ["thing", "person"]),
        ("When and where did the founder die?", "en", ["place", "date"]),
        ("How do I return something and what does it cost?", "en", ["steps", "price"]),
        ("Where are you and when do you open?", "en", ["place", "date"]),
        ("How much is it? Where can I buy it?", "en", ["price", "place"]),
        ("Was kostet der Versand und wie lange dauert er?", "de", ["price", "measure"]),
        ("Wer hat das gegründet, und wann war das?", "de", ["person", "date"]),
        ("Wo seid ihr und warum nicht in Bern?", "de", ["place", "reason"]),
    ],
)
def test_a_double_question_has_two_parts(text: str, language: str, expected: list[str]) -> None:
    assert [part.wants for part in understand(text, language).parts] == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which salt and pepper mills do you sell?", "en"),
        ("How do I wash and dry a sleeping bag?", "en"),
        ("returns", "en"),
        ("Wie wasche und trockne ich einen Schlafsack?", "de"),
    ],
)
def test_a_list_of_things_stays_one_part(text: str, language: str) -> None:
    parts = understand(text, language).parts
    assert [part.text for part in parts] == [text]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How many stores are there?", "number"),
        ("How long does it take?", "measure"),
        ("Wie oft fährt der Bus?", "often"),
        ("Who do I tell?", "contact"),
        ("An wen wende ich mich?", "contact"),
        ("Wie viele Filialen gibt es?", "number"),
        ("Was kostet das?", "price"),
        ("When was the company founded?", "date"),
        ("In which year did it start?", "date"),
        ("Wann macht ihr auf?", "date"),
        ("Who leads the project?", "person"),
        ("And who pays for it?", "person"),
        ("Wer zahlt das?", "person"),
        ("Where is my parcel?", "place"),
        ("Woher kommt die Wolle?", "place"),
        ("Why was my card declined?", "reason"),
        ("Wieso ist das so?", "reason"),
        ("How do I install it?", "steps"),
        ("Wie ändere ich mein Passwort?", "steps"),
        ("Can I pay by card?", "yesno"),
        ("Gibt es einen Laden in Bern?", "yesno"),
        ("What is the difference between stable and testing?", "compare"),
        ("What is a backport?", "thing"),
    ],
)
def test_the_question_word_says_what_is_wanted(text: str, kind: str) -> None:
    assert wants(text) == kind


def test_a_story_before_the_question_is_not_asked() -> None:
    asked = understand("My parcel never came and the shop is closed. What can I do about it?")
    assert [part.text for part in asked.parts] == ["What can I do about it?"]
    assert "parcel" in asked.words  # it still says what the question is about


def test_a_question_without_a_capital_is_seen() -> None:
    asked = understand("the installer hangs at partitioning. what can I do about it")
    assert [part.wants for part in asked.parts] == ["steps"]


def test_a_setting_lends_words_but_no_part() -> None:
    asked = understand("What about abroad?", setting="How long do I have to return something?")
    assert {"abroad", "return"} <= set(asked.words)
    assert [part.text for part in asked.parts] == ["What about abroad?"]


def test_words_and_stems_stand_side_by_side() -> None:
    asked = understand("Welche Rückgaben kosten Gebühren?", "de")
    assert len(asked.words) == len(asked.stems)
    assert "rückgaben" in asked.words
    assert "ruckgab" in asked.stems


@pytest.mark.parametrize("text", ["", "?", "…", "!!!", "   ", "😀"])
def test_a_text_without_words_breaks_nothing(text: str) -> None:
    asked = understand(text)
    assert asked.words == ()
    assert len(asked.parts) == 1


def test_a_follow_up_wants_what_was_wanted_before() -> None:
    assert understand("And from abroad?", setting="How long do I have?").parts[0].wants == "measure"
    assert understand("Who pays from abroad?", setting="How long do I have?").parts[0].wants == "person"


def test_a_follow_up_searches_for_its_subject() -> None:
    asked = understand("And how long does that last?", setting="Do you ship to Norway?")
    assert asked.words == ("last", "ship", "norway")
    assert "long" in understand("How long does that last?").words


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Bis wann ist es möglich, etwas zurückzugeben?", "zurückgeben"),
        ("Wie kann ich etwas hinzufügen?", "hinzufügen"),
    ],
)
def test_zu_inside_a_german_verb_is_left_out(text: str, word: str) -> None:
    assert word in understand(text, "de").words


def test_a_part_that_leans_has_the_whole_question_as_setting() -> None:
    text = "Do you ship to Norway, and what does it cost?"
    assert [part.setting for part in understand(text).apart()] == ["", text]
    assert understand(text).without(["what does it cost?"]).text == "Do you ship to Norway"
