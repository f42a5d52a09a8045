"""Likeness to ways of asking."""

from __future__ import annotations

from answerable.language.likeness import Likeness, parts_of
from answerable.tools.spelling import alike

WAYS = {
    "refund": ("when is my money paid back", "Wann wird das Geld erstattet"),
    "address": ("I have moved to a new flat", "Ich bin umgezogen"),
}


def best(text: str) -> str:
    like = Likeness(WAYS, alike).of(text)
    return max(like, key=lambda name: like[name])


def test_other_words_find_what_is_asked() -> None:
    assert best("how soon do you return the money") == "refund"
    assert best("we moved to another flat") == "address"


def test_either_language_finds_what_is_asked() -> None:
    assert best("Wann bekomme ich das Geld") == "refund"


def test_the_same_words_are_most_alike() -> None:
    like = Likeness(WAYS, alike)
    assert like.of("when is my money paid back")["refund"] > like.of("when is my money here")["refund"] > 0.4


def test_a_slip_of_the_finger_costs_nothing() -> None:
    like = Likeness(WAYS, alike)
    assert like.of("when is my moeny paid back") == like.of("when is my money paid back")


def test_another_subject_is_hardly_alike() -> None:
    assert max(Likeness(WAYS, alike).of("the weather in Oslo").values()) < 0.3


def test_nothing_said_is_like_nothing() -> None:
    assert Likeness(WAYS, alike).of("?!") == {}
    assert Likeness({}, alike).of("when is my money paid back") == {}


def test_a_condition_stays_with_its_question() -> None:
    assert parts_of("Was ist, wenn es regnet") == ["Was ist, wenn es regnet"]
    assert parts_of("how much is it, and who pays?") == ["how much is it", "and who pays?"]
