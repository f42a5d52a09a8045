"""Words that stand for a name: which they are, and what is asked of them."""

from __future__ import annotations

import time

import pytest

from answerable.domain.evidence import Table
from answerable.stages.plan.bridge import (
    NAMES,
    StandIn,
    anchors,
    factual,
    in_a_row,
    leans,
    named,
    pointing,
    speaks_of,
    stand_ins,
)


@pytest.mark.parametrize(
    ("question", "words", "frame"),
    [
        ("Who runs the supplier of article 4711?", "the supplier of article 4711", "Who runs {}?"),
        ("Where is our biggest customer based?", "our biggest customer", "Where is {} based?"),
        ("Wer leitet unseren grössten Kunden?", "unseren grössten Kunden", "Wer leitet {}?"),
        (
            "Wo hat der Lieferant von Artikel 12 seinen Sitz?",
            "der Lieferant von Artikel 12",
            "Wo hat {} seinen Sitz?",
        ),
        ("Who founded machine 12's maker?", "machine 12's maker", "Who founded {}?"),
    ],
)
def test_something_is_asked_of_words_for_a_name(question: str, words: str, frame: str) -> None:
    found = {phrase.words: phrase for phrase in stand_ins(question)}
    assert found[words].frame == frame
    assert found[words].listed


def test_who_is_it_asks_for_the_name_alone() -> None:
    first = next(stand_ins("Who is the supplier of article 4711?"))
    assert (first.words, first.asks) == ("the supplier of article 4711", False)


def test_no_phrase_tears_a_name_apart() -> None:
    found = [phrase.words for phrase in stand_ins("What is the slogan of the firm Pilgrim Solar GmbH?")]
    assert not [words for words in found if "Pilgrim" in words and "GmbH" not in words]
    assert not [words for words in found if words.startswith(("Solar", "GmbH"))]


def test_a_name_with_its_article_stands_for_nothing_else() -> None:
    found = [phrase.words for phrase in stand_ins("Who is the president of the United States?")]
    assert found
    assert "the United States" not in found


@pytest.mark.parametrize(
    ("part", "frame"),
    [
        ("and who runs it?", "and who runs {}?"),
        ("who is its founder?", "who is founder of {}?"),
        ("wer leitet sie?", "wer leitet {}?"),
    ],
)
def test_a_pronoun_stands_for_a_name(part: str, frame: str) -> None:
    phrase = pointing(part)
    assert phrase
    assert phrase.frame == frame
    assert leans(part)


def test_a_question_with_a_name_leans_on_nothing() -> None:
    assert not leans("Who runs Pilgrim Solar GmbH and its shops?")
    assert pointing("How many are there in stock?") is None


def test_each_name_has_a_question_of_its_own() -> None:
    phrase = StandIn("the suppliers", "Who runs {}?", listed=True)
    assert phrase.with_names(["Acme AG", "Bolt Ltd"]) == "Who runs Acme AG? Who runs Bolt Ltd?"
    assert phrase.with_names([f"Firm {n}" for n in range(9)]).count("?") == NAMES


def test_facts_are_listed_and_of_something_named() -> None:
    assert factual("Who founded Pilgrim Solar GmbH?")
    assert not factual("How long do I have to return something?")
    assert not factual("What is the delivery time of Pilgrim Solar GmbH?")
    assert anchors("Who founded Pilgrim Solar GmbH?") == ["Pilgrim Solar GmbH"]


def test_records_must_call_it_by_a_word_for_it() -> None:
    question = "How many employees does Acme AG have?"
    assert speaks_of(question, "Number of employees for account Acme AG")
    assert not speaks_of("Where is Acme AG based?", "website for account Acme AG")


def test_records_are_called_by_their_first_words() -> None:
    assert named(Table(("id", "account", "sum"), ((7, "Acme AG", 12.5), (8, "Bolt Ltd", 11.0)))) == [
        "Acme AG",
        "Bolt Ltd",
    ]
    assert named(Table(("count",), ((12,),))) == []
    assert named(Table(("name",), ())) == []
    assert named(Table(("day",), (("2026-01-02",),))) == []


def test_parts_in_a_row_can_be_taken_apart_again() -> None:
    assert in_a_row(["who is it,", "", "and where?"]) == "who is it? and where?"


def test_an_endless_question_takes_no_time() -> None:
    began = time.process_time()
    assert list(stand_ins("who is the mother of the " * 120)) == []
    assert time.process_time() - began < 1
