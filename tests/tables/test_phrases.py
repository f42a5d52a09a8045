"""Small words from data: the longest phrase first, idle words apart."""

from __future__ import annotations

import pytest

from answerable.tables.phrases import shared_phrases
from answerable.tables.tokens import cut


@pytest.mark.parametrize(
    ("text", "language", "kind", "what"),
    [
        ("how many", "en", "ask", "count"),
        ("mehr als", "de", "compare", ">"),
        ("at least", "en", "compare", ">="),
        ("am häufigsten", "de", "rank", "often"),
        ("nicht auf Lager", "de", "state", "out_of_stock"),
    ],
)
def test_the_longest_phrase_comes_first(text: str, language: str, kind: str, what: str) -> None:
    tokens = cut(text, language)
    first = shared_phrases(language).at(tokens, 0)[0]
    assert (first.kind, first.what, first.length) == (kind, what, len(tokens))


def test_idle_words_are_known_as_such() -> None:
    phrases = shared_phrases("en")
    assert phrases.filler(cut("so far", "en"), 0) == 2
    assert phrases.filler(cut("hammer", "en"), 0) == 0
