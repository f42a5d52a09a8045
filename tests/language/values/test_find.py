from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from answerable.language.values import find_values


@given(st.text(max_size=200), st.sampled_from(["en", "de"]))
def test_any_text_can_be_read(text: str, language: str) -> None:
    for value in find_values(text, language):
        assert value.canonical
        assert text[value.start : value.end] == value.text or value.kind == "quote"


def test_an_endless_word_is_one_identifier() -> None:
    word = "a_" * 100_000
    assert [v.kind for v in find_values(f"see {word} there")] == ["identifier"]


def test_a_long_page_is_read_in_time() -> None:
    began = time.process_time()
    find_values("Anna pays CHF 12.50 in May, Bern a_a_a_a_a_a_a_a_a_a_a_a_a_a! " * 1_000)
    assert time.process_time() - began < 5
