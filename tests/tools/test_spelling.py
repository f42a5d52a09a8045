from __future__ import annotations

import pytest

from answerable.tools.spelling import alike, same_thing


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("return", "return"),
        ("retrun", "return"),
        ("returm", "return"),
        ("retur", "return"),
        ("returnn", "return"),
        ("arriving", "arriv*"),
    ],
)
def test_one_slip_is_forgiven(said: str, wanted: str) -> None:
    assert alike(said, wanted)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("refund", "return"),
        ("it", "is"),
        ("cart", "card"),
        ("turn", "return"),
        ("xeturn", "return"),
        ("same", "shame"),
        ("cost", "costl*"),
    ],
)
def test_other_words_stay_other_words(said: str, wanted: str) -> None:
    assert not alike(said, wanted)


def test_a_word_may_be_said_in_the_other_language() -> None:
    assert same_thing("schnee", "snow")
    assert same_thing("lake", "see")
    assert same_thing("salzstrasse", "salt")
    assert not same_thing("regen", "snow")
