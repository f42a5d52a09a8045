from __future__ import annotations

import pytest

from answerable.language.subjects import spoken_of, subjects_of
from answerable.language.words import words


@pytest.mark.parametrize(
    ("text", "asked", "about"),
    [
        ("how long until I am refunded", "how_long", "refund"),
        ("Wie lange ist eure Rückgabefrist?", "how_long", "give_back"),
        ("who pays the postage", "who_pays", "postage"),
        ("Wer bezahlt den Rückversand?", "who_pays", "give_back"),
    ],
)
def test_what_is_asked_and_what_about_are_heard(text: str, asked: str, about: str) -> None:
    found = subjects_of(tuple(words(text)))
    assert found[asked] == "asked"
    assert found[about] == "about"


def test_a_phrase_needs_all_its_words() -> None:
    assert "lost" not in subjects_of(("missing", "you"))
    assert "lost" in subjects_of(("missing", "parcel"))


def test_what_is_no_shops_business_is_told_apart() -> None:
    assert subjects_of(tuple(words("can I return a rental car")))["travel"] == "elsewhere"


def test_a_word_nobody_listed_speaks_of_the_nearest() -> None:
    assert subjects_of(("dentist",)).keys() == subjects_of(("teeth",)).keys()
    assert not subjects_of(("which",))


def test_words_that_say_what_about_are_kept() -> None:
    assert spoken_of(words("do you post books to Ireland, please")) == ["post", "books", "to", "ireland"]
