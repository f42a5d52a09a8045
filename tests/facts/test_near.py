from __future__ import annotations

from answerable.facts.fact import Hop
from answerable.facts.near import meaning, nearest
from answerable.facts.relations import unknown
from tests.facts.said import page, resolve, values


def test_words_of_like_meaning_are_near() -> None:
    assert meaning(unknown("prize", "thing"), "award") > 0.45
    assert meaning(unknown("phone number", "thing"), "headquarters in the town") < 0.45


def test_a_label_of_like_meaning_gives_its_value() -> None:
    piece = page("https://a.example/", "Anna Keller", "Prize | Silver Quill\nHobby | Chess")
    found = nearest(piece, "Anna Keller", Hop(unknown("award", "thing")), about=True)
    assert [value.text for _, value, _ in found] == ["Silver Quill"]


def test_what_is_only_near_is_less_sure() -> None:
    plain = page("https://a.example/", "Blue Ann", "Doctor | Per Berg")
    near = page("https://a.example/", "Blue Ann", "Physician | Per Berg")
    question = "Who is the doctor of Blue Ann?"
    assert values(question, plain) == values(question, near) != []
    assert resolve(question, near).confidence < resolve(question, plain).confidence


def test_far_words_answer_nothing() -> None:
    assert (
        values(
            "What is the shoe size of Anna Keller?",
            page("https://a.example/", "Anna Keller", "Hobby | Chess"),
        )
        == []
    )
