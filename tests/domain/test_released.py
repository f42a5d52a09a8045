"""An answer is released in pieces that give the whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.domain.outcome import Answer, released


def answer(text: str, *elements: dict[str, object]) -> Answer:
    return Answer(text=text, conversation="c", run="r", elements=({"type": "text", "text": text}, *elements))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("It opens at 9. [1] It closes at 18. [1][2]", ["It opens at 9. [1] ", "It closes at 18. [1][2]"]),
        ("Ready? Yes!\n- one\n- two", ["Ready? ", "Yes!\n", "- one\n", "- two"]),
        ("Version 3.14 is out", ["Version 3.14 is out"]),
        ("", []),
    ],
)
def test_sentences_keep_their_citations(text: str, pieces: list[str]) -> None:
    assert [element["text"] for element in released(answer(text))] == pieces


@given(st.text())
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(element["text"] for element in released(answer(text))) == text


def test_tables_are_released_whole_and_last() -> None:
    table: dict[str, object] = {"type": "table", "columns": ["a"], "rows": [[1], [2]]}
    assert [element["type"] for element in released(answer("Here. It is.", table))] == [
        "text",
        "text",
        "table",
    ]
