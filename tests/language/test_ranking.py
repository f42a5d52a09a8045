"""Which section answers, by words and meaning."""

from __future__ import annotations

import numpy as np
import pytest

from answerable.language.asked import understand
from answerable.language.embed import PlainWords, shared_vectors
from answerable.language.ranking import (
    ALIKE,
    Section,
    coverage,
    direction,
    idf,
    meant,
    rank_sections,
    stems_of,
)

WINDOW = Section(
    1, ("Returns", "How long you have"), ("You can return unused goods within 30 days of delivery.",), 3.0
)
CAREERS = Section(
    2,
    ("Careers", "Store team"),
    ("In return you get four free days a year and a discount in every store.",),
    3.0,
)
PHONE = Section(
    3, ("Order by phone",), ("Call us on working days to order something, and have your card ready.",), 3.0
)
QUESTION = "How many days do I have to return an order?"


def order(question: str, *sections: Section, language: str = "en", setting: str = "") -> list[int]:
    asked = understand(question, language, setting=setting)
    weights = dict.fromkeys(asked.stems, 1.0)
    return [fit.section.id for fit in rank_sections(asked, sections, weights, shared_vectors())]


def test_an_answer_beats_a_section_that_shares_words() -> None:
    assert order(QUESTION, CAREERS, PHONE, WINDOW)[0] == WINDOW.id


def test_the_order_of_candidates_does_not_matter() -> None:
    assert order(QUESTION, WINDOW, CAREERS, PHONE) == order(QUESTION, PHONE, CAREERS, WINDOW)


def test_equal_sections_keep_the_order_of_the_site() -> None:
    same = [Section(number, WINDOW.headings, WINDOW.passages, 3.0) for number in (9, 4, 7)]
    assert order(QUESTION, *same) == [4, 7, 9]


def test_a_better_rank_by_words_wins_between_equals() -> None:
    low, high = (Section(number, ("Help",), ("Ask us.",), rank) for number, rank in ((1, 1.0), (2, 5.0)))
    assert order(QUESTION, low, high) == [2, 1]


def test_a_heading_that_asks_the_question_helps() -> None:
    text = ("Within five working days after it reached us.",)
    plain, headed = Section(1, ("Notes",), text, 1.0), Section(2, ("When you get your refund",), text, 1.0)
    assert order("When do I get my refund?", plain, headed)[0] == headed.id


def test_an_answer_deep_in_a_section_is_found() -> None:
    filler = tuple(f"Our store number {number} has a workshop and a climbing wall." for number in range(5))
    deep = Section(5, ("Help",), (*filler, "You can return unused goods within 30 days of delivery."), 1.0)
    assert order(QUESTION, Section(6, ("Help",), filler, 1.0), deep)[0] == deep.id


def test_a_german_question_finds_its_german_section() -> None:
    right = Section(
        1, ("Rückgabe",), ("Unbenutzte Ware können Sie innerhalb von 30 Tagen zurückgeben.",), 2.0
    )
    wrong = Section(2, ("Versand",), ("Wir liefern nach Deutschland und Österreich mit der Post.",), 2.0)
    assert order("Wie lange kann ich Ware zurückgeben?", wrong, right, language="de") == [1, 2]


def test_a_setting_turns_a_bare_follow_up() -> None:
    returns = Section(
        1, ("Returns from abroad",), ("Goods may be returned from abroad within 45 days.",), 1.0
    )
    delivery = Section(2, ("Delivery abroad",), ("Delivery abroad takes six working days.",), 1.0)
    assert order("What about abroad?", delivery, returns, setting=QUESTION)[0] == returns.id
    assert (
        order("What about abroad?", delivery, returns, setting="How long does delivery take?")[0]
        == delivery.id
    )


def test_nothing_to_rank_gives_nothing() -> None:
    assert order(QUESTION) == []


def test_a_direction_has_length_one() -> None:
    vectors = shared_vectors()
    for text, setting in ((QUESTION, ""), ("And abroad?", QUESTION)):
        length = float(np.linalg.norm(direction(understand(text, setting=setting), vectors)))
        assert length == pytest.approx(1.0, abs=1e-5)
    assert not direction(understand(""), vectors).any()


def test_a_wanted_value_keeps_the_subject() -> None:
    vectors = shared_vectors()
    setting = "Do you ship to Norway?"
    subject = direction(understand(setting), vectors)
    value, thing = (
        float(direction(understand(text, setting=setting), vectors) @ subject)
        for text in ("And how long does that take?", "And that to the United States?")
    )
    assert value > 0.7 > thing


def test_rare_words_tell_more_than_common_ones() -> None:
    assert idf(1, 100) > idf(50, 100) > idf(100, 100) > 0


def test_coverage_is_the_share_of_weight_held() -> None:
    weights = {"return": 3.0, "window": 1.0}
    assert coverage(weights, stems_of("Returns are easy", "en")) == pytest.approx(0.75)
    assert coverage(weights, frozenset()) == 0
    assert coverage({}, frozenset({"return"})) == 0


def test_a_section_reads_as_its_passages() -> None:
    assert Section(1, (), ("One.", "Two."), 0.0).text == "One.\n\nTwo."


def test_the_few_best_are_the_same_as_of_all() -> None:
    asked = understand(QUESTION, "en")
    weights = dict.fromkeys(asked.stems, 1.0)
    fillers = [
        Section(number, ("Bikes", f"Model {number}"), (f"A bike with {number} gears.",), 0.1)
        for number in range(10, 60)
    ]
    sections = [WINDOW, CAREERS, PHONE, *fillers]
    every = rank_sections(asked, sections, weights, shared_vectors())
    few = rank_sections(asked, sections, weights, shared_vectors(), most=2)
    assert few[:2] == every[:2]
    assert len(few) < len(every) == len(sections)


def test_words_alone_still_rank() -> None:
    asked = understand(QUESTION, "en")
    fits = rank_sections(asked, [PHONE, WINDOW], dict.fromkeys(asked.stems, 1.0), PlainWords())
    assert fits[0].section is WINDOW


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("Is my daughter old enough?", "Children from the age of five", "en"),  # a word of the same meaning
        ("Geschenkgutschein", "Gutscheine gibt es im Büro", "de"),  # a part of it
        ("Bus", "Die Buslinie 557 fährt bis vor das Haus", "de"),  # a compound of it
    ],
)
def test_a_word_of_the_same_meaning_is_met(question: str, text: str, language: str) -> None:
    asked = understand(question, language)
    assert meant(asked, [text], PlainWords())[0, 0] == pytest.approx(ALIKE)
    assert meant(asked, ["Nothing at all."], PlainWords())[0, 0] == 0
