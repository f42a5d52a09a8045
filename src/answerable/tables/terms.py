"""Business words in questions: which term a stretch of words says, and which words must not be torn apart."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.domain.catalog import Term
from answerable.tables.lexicon import fold, kin, small_words
from answerable.tables.tokens import Token
from answerable.tables.values import ValueIndex

_LONGEST = 6
_SHORT = 3  # letters of a term that must be said as it is written: "off" is not "offen"


class Terms:
    """The terms of one catalog."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = [(tuple(text.split()), term) for term in terms for text in term.words]

    def find(self, words: Sequence[str]) -> list[Term]:
        """The terms these words say, each once."""
        found = [
            term
            for parts, term in self._terms
            if len(parts) == len(words) and all(map(_says, words, parts, [len(parts) > 1] * len(parts)))
        ]
        return list(dict.fromkeys(found))

    def mean(self, stretch: Sequence[Token]) -> bool:
        """Whether the catalog says what these words mean together."""
        return bool(self.find([token.text for token in stretch]))

    def closed_up(self, tokens: list[Token], values: ValueIndex) -> list[Token]:
        """ "my Bangalore team" is my team in Bangalore."""
        found = list(tokens)
        for place in range(len(found) - 2):
            mine, between, rest = found[place : place + 3]
            apart = (
                mine.low in small_words("myself")
                and self.mean([mine, rest])
                and not self.mean([mine, between])
            )
            if apart and values.find(between.text):
                found[place + 1 : place + 3] = rest, between
        return found

    def glued(self, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """Where the catalog says what words about the asker mean together ("my team members"): they stay together,
        the longest first."""
        found: list[tuple[int, int]] = []
        for length in range(_LONGEST, 1, -1):
            for place in range(len(tokens) - length + 1):
                stretch, span = tokens[place : place + length], (place, place + length)
                free = not any(place < end and start < span[1] for start, end in found)
                if (
                    free
                    and any(one.low in small_words("myself") | small_words("today") for one in stretch)
                    and self.mean(stretch)
                ):
                    found.append(span)
        return found


def _says(asked: str, word: str, phrased: bool) -> bool:
    """A word of a term in any form; in a phrase the term's own or a longer one: "my manager" is not one of "my
    managers"."""
    if phrased or min(len(word), len(asked)) <= _SHORT:
        return fold(asked) == fold(word) or (
            phrased and kin(asked, word) and fold(asked).startswith(fold(word))
        )
    return kin(asked, word)


def tears(start: int, end: int, glued: tuple[int, int]) -> bool:
    """Whether a stretch takes some but not all of words that belong together."""
    return start < glued[1] and glued[0] < end and not (start <= glued[0] and glued[1] <= end)
