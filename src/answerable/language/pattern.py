"""Sentences with open places: "forget {name}", "* vacation * left". Matched word by word, in linear steps.

A place is `*` (any words, or none) or `{slot}` (one word or more, kept). Case and punctuation do not count. There is no
regular expression in it that somebody could write badly: matching n words takes at most n times the pattern's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’.@&+/_-]+[^\W_]+)*")
_TOKEN = re.compile(r"\*|\{([a-z][a-z_]*)\}|" + _WORD.pattern)
ANY = "*"


@dataclass(frozen=True)
class Pattern:
    """What a text must say, and where it may say anything."""

    text: str

    @property
    def _tokens(self) -> tuple[str, ...]:
        return _tokens(self.text)

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of its slots, in order."""
        return tuple(token[1:-1] for token in self._tokens if token.startswith("{"))

    @property
    def rank(self) -> tuple[int, int]:
        """How much it says: one without open places above all others, then the one with more words."""
        fixed = sum(not _open(token) for token in self._tokens)
        return int(fixed == len(self._tokens)), fixed

    def match(self, text: str) -> dict[str, str] | None:
        """What stands in the slots where the whole text fits, else None; each takes as few words as it can."""
        spans, words = _read(text)
        held = _fit(self._tokens, words)
        if held is None:
            return None
        kept = {name: place for name, place in held.items() if name != ANY}
        return {
            name[1:-1]: text[spans[begin].start() : spans[end - 1].end()]
            for name, (begin, end) in kept.items()
        }


def fill(text: str, slots: dict[str, str]) -> str:
    """A text with its {slots} filled; other braces stay as they are."""
    return re.sub(r"\{([a-z][a-z_]*)\}", lambda found: slots.get(found[1], found[0]), text)


@lru_cache(maxsize=4_096)
def _tokens(pattern: str) -> tuple[str, ...]:
    return tuple(
        token.group() if token.group() == ANY or token.group(1) else _folded(token.group())
        for token in _TOKEN.finditer(pattern)
    )


@lru_cache(maxsize=16)
def _read(text: str) -> tuple[Sequence[re.Match[str]], Sequence[str]]:
    """The words of a text, which is held against many patterns."""
    spans = tuple(_WORD.finditer(text))
    return spans, tuple(_folded(span.group()) for span in spans)


def _fit(tokens: tuple[str, ...], words: Sequence[str]) -> dict[str, tuple[int, int]] | None:
    """Which words each open place takes. Only the last open place is ever widened, so no step is taken twice."""
    held: dict[str, tuple[int, int]] = {}
    at, place, last, begin, end = 0, 0, -1, 0, 0
    while place < len(words):
        if at < len(tokens) and _open(tokens[at]):
            last, begin = at, place
            end = place = place + (tokens[at] != ANY)
            at += 1
        elif at < len(tokens) and tokens[at] == words[place]:
            at, place = at + 1, place + 1
        elif last >= 0:
            end, at = end + 1, last + 1
            place = end
        else:
            return None
        if last >= 0:
            held[tokens[last]] = (begin, end)
    if any(token != ANY for token in tokens[at:]) or any(stop > len(words) for _, stop in held.values()):
        return None
    return held


def _open(token: str) -> bool:
    return token == ANY or token.startswith("{")


def _folded(word: str) -> str:
    return word.casefold().replace("’", "'")


def words_of(text: str) -> Iterator[re.Match[str]]:
    """The words of a text with where they stand, as patterns see them."""
    return _WORD.finditer(text)
