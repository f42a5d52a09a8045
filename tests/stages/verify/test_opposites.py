from __future__ import annotations

import pytest

from answerable.stages.verify.opposites import OPPOSITES, negation


@pytest.mark.parametrize("word", ["not", "never", "can't", "keine", "ohne", "useless"])
def test_negations_are_known(word: str) -> None:
    assert negation(word)


@pytest.mark.parametrize("word", ["unless", "less", "wireless", "note", "nothing's", "kind"])
def test_words_that_look_like_negations_are_none(word: str) -> None:
    assert not negation(word)


@pytest.mark.parametrize(("one", "other"), [("before", "after"), ("erlaubt", "verboten"), ("top", "bottom")])
def test_opposites_oppose_each_other(one: str, other: str) -> None:
    assert other in OPPOSITES[one]
    assert one in OPPOSITES[other]


def test_words_on_one_side_do_not_oppose() -> None:
    assert "untersagt" not in OPPOSITES["verboten"]
