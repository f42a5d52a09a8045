from __future__ import annotations

import pytest

from answerable.language.values.number_words import CARDINALS, ORDINALS
from tests.language.values.reading_values import forms, one


@pytest.mark.parametrize(
    ("word", "number"),
    [("seventeen", 17), ("forty-two", 42), ("zwölf", 12), ("dreissig", 30)],
)
def test_cardinals_of_both_languages_are_known(word: str, number: int) -> None:
    assert CARDINALS[word] == number


@pytest.mark.parametrize(("word", "number"), [("third", 3), ("twentieth", 20), ("vierten", 4)])
def test_ordinals_of_both_languages_are_known(word: str, number: int) -> None:
    assert ORDINALS[word] == number


def test_a_number_word_takes_its_unit() -> None:
    assert one("within four weeks").canonical == one("within 28 days").canonical


def test_a_bare_one_is_no_claim() -> None:
    assert forms("no one knows which one it is") == set()
