"""The small words of questions, read from data: what asks, compares, ranks, groups, negates, and what is idle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rapidfuzz.distance.DamerauLevenshtein import distance

from answerable.language.words import STOPWORDS
from answerable.lists import read_list
from answerable.tables.lexicon import fold, small_words
from answerable.tables.tokens import Token

_LONGEST = 6
SHORTEST_TYPED = 6  # letters of a word in which one slip is forgiven; chosen by hand
MONEY, UNITS, PIECES = (small_words(name) for name in ("money", "units", "pieces"))
SOLD_BY = dict.fromkeys(UNITS | small_words("sold_by"), frozenset(["price", "stock", "fee"]))


@dataclass(frozen=True)
class SmallWords:
    """A phrase that was recognised: its kind, what it says within the kind, and how many tokens it took."""

    kind: str
    what: str
    length: int


class Phrases:
    """The phrases of one language."""

    def __init__(self, plain: dict[str, Any], language: str) -> None:
        self.language = language
        self._known: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for kind, section in plain[language].items():
            if kind in ("filler", "plainly"):
                continue
            for what, phrases in section.items():
                for phrase in phrases:
                    self._known.setdefault(_cut(phrase), []).append((kind, what))
        idle = {what: frozenset(map(_cut, said)) for what, said in plain[language]["filler"].items()}
        self.fillers, self._ours, self._wanting = idle["words"], idle["ours"], idle["wanting"]
        self._there = idle["there"] | self._ours
        self._plainly = {_cut(said): _cut(meant) for said, meant in plain[language]["plainly"].items()}
        self.units = {
            fold(word): unit for unit, line in plain["times"]["units"].items() for word in line.split()
        }
        self.closed = frozenset(fold(word) for word in STOPWORDS[language]) - {"won", "own", "same"}

    def plainly(self, tokens: Sequence[Token]) -> list[Token]:
        """The question with turns of phrase said plainly: what is "best selling" was sold most."""
        found, place = list[Token](), 0
        while place < len(tokens):
            lows = tuple(token.low for token in tokens[place : place + _LONGEST])
            said = next((lows[:n] for n in range(len(lows), 0, -1) if lows[:n] in self._plainly), ())
            found += [Token(word, word) for word in self._plainly.get(said, ())] or [tokens[place]]
            place += len(said) or 1
        return found

    def spelled(self, token: Token) -> Token:
        """A small word of questions that was mistyped: "avrage", "recieved"; the token where it is none."""
        telling = (said for said, kinds in self._known.items() if all(kind != "decline" for kind, _ in kinds))
        long = (word for said in (*telling, *self._there) for word in said if len(word) >= SHORTEST_TYPED)
        near = {
            word
            for word in long
            if word[0] == token.low[0] and distance(word, token.low, score_cutoff=1) == 1
        }
        return next(Token(word, word) for word in near) if len(near) == 1 else token

    def at(self, tokens: Sequence[Token], place: int) -> list[SmallWords]:
        """Every phrase that begins at this token, longest first."""
        found = []
        for length in range(min(_LONGEST, len(tokens) - place), 0, -1):
            lows = tuple(token.low for token in tokens[place : place + length])
            found += [SmallWords(kind, what, length) for kind, what in self._known.get(lows, ())]
        return found

    def filler(self, tokens: Sequence[Token], place: int) -> int:
        """How many idle tokens begin here as one phrase; 0 where the token is not idle."""
        for length in range(min(_LONGEST, len(tokens) - place), 0, -1):
            if tuple(token.low for token in tokens[place : place + length]) in self.fillers:
                return length
        low, noun = tokens[place].low, self.language != "de" or tokens[place].capital
        # "geleistete" is idle as "geleistet" is
        bent = (
            low.removesuffix(ending)
            for ending in ("e", "en", "er", "es")
            if low.endswith(ending) and not noun
        )
        return int(tokens[place].mark or any(one.endswith("t") and (one,) in self.fillers for one in bent))

    def restricting(self, tokens: Sequence[Token], idle: Iterable[int]) -> list[int]:
        """The idle words that say more of things than that they are there: "in use", but not "on file"."""
        lows, left = [token.low for token in tokens], sorted(idle)
        spans = (
            tuple(lows[start:end]) for end in range(len(lows) + 1) for start in range(max(0, end - 4), end)
        )
        ours, found = not self._ours.isdisjoint(spans), list[int]()
        while left:
            place = left[0]
            known = (n for n in range(_LONGEST, 0, -1) if tuple(lows[place : place + n]) in self._there)
            length = next(known, 0)
            small = lows[place] in self.closed and place + 1 < len(lows)  # "are in" ends with what it says
            if not length and not small and not tokens[place].mark:
                found += [place] if not ours or (lows[place],) in self._wanting else []
            left = [one for one in left if one >= place + max(length, 1)]
        return found


def _cut(phrase: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in phrase.replace("'s", " 's").split())


@cache
def shared_phrases(language: str) -> Phrases:
    """The shipped phrases of a language, read once; English where the language is not known."""
    return Phrases(read_list(__package__, "phrases.toml"), language if language in ("en", "de") else "en")
