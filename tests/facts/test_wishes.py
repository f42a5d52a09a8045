from __future__ import annotations

import pytest

from answerable.domain.question import Question, Turn
from answerable.domain.share import Share
from answerable.facts.wishes import Wish, wished
from answerable.testing.house import NOON
from tests.facts.said import page

ASKED = "Who founded Acme AG?"


def wish(*texts: str) -> Wish:
    turns = tuple(Turn(text, "", "answer") for text in (ASKED, *texts[:-1]))
    return wished(Question(texts[-1], "talk", "run", NOON, turns=turns))


@pytest.mark.parametrize(
    "text",
    [
        "Leave out bizpedia.org.",
        "Ohne Bizpedia bitte",
        "But do not use Bizpedia",
        "not from www.bizpedia.org",
    ],
)
def test_a_site_is_left_out(text: str) -> None:
    found = wish(text)
    assert found.question == ASKED
    assert not found.keeps(page("https://bizpedia.org/acme", "Acme AG – Bizpedia", ""))
    assert found.keeps(page("https://trade-journal.com/acme", "Acme AG – Trade Journal", ""))


@pytest.mark.parametrize("text", ["Please only use Trade Journal", "Bitte nur trade-journal.com verwenden"])
def test_only_one_site_is_kept(text: str) -> None:
    found = wish(text)
    assert found.keeps(page("https://trade-journal.com/acme", "Acme AG – Trade Journal", ""))
    assert not found.keeps(page("https://bizpedia.org/acme", "Acme AG – Bizpedia", ""))


def test_years_are_bounds_for_facts() -> None:
    before, after = wish("only sources before 2015"), wish("nur Quellen nach 2015")
    assert (before.dated("2012"), before.dated("2016"), before.dated("")) == (True, False, False)
    assert (after.dated("2012"), after.dated("2016"), after.dated("")) == (False, True, True)


def test_wishes_add_up_behind_one_question() -> None:
    found = wish("Leave out bizpedia.org", "It was not Anna Keller.")
    assert (found.question, found.without) == (ASKED, ("Anna Keller", "bizpedia.org"))


@pytest.mark.parametrize("text", ["And where is it based?", "Where was Anna Keller born?", "Thanks a lot"])
def test_what_asks_anew_is_no_wish(text: str) -> None:
    assert wish(text) == Wish(text)


@pytest.mark.parametrize("text", ["That is wrong", "Das stimmt so nicht.", "no"])
def test_a_remark_on_a_rejected_answer_asks_the_same_again(text: str) -> None:
    rejected = Turn(ASKED, "", "answer", waits={"rejected": ["Anna Keller"]})
    assert wished(Question(text, "talk", "run", NOON, turns=(rejected,))).question == ASKED
    for asks in ("Who runs it?", "Belmo AG"):
        assert wished(Question(asks, "talk", "run", NOON, turns=(rejected,))).question == asks
    assert wish(text).question == text  # nothing was turned down


def test_a_wish_holds_for_every_part_of_what_it_goes_on_with() -> None:
    turn = Turn("Who founded Acme AG and when?", "", "answer")
    asked = Question("Leave out bizpedia.org.", "talk", "run", NOON, turns=(turn,))
    part = wished(Share("web", frozenset()).asked(asked, ASKED))
    assert (part.question, part.without) == (ASKED, ("bizpedia.org",))
