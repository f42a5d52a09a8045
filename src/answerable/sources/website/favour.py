"""What the operator's instruction favours, by rule: what speaks of the things it names, not of those it denies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.ranking import Embedder
from answerable.language.words import content_words, detect_language
from answerable.lists import read_list

# A word of an instruction is met by one this near in meaning. "Entwickler" and "developers" lie at 0.8; words of four
# instructions and eleven links that have nothing to do with each other at 0.31 or less.
NEAR = 0.5

_LISTS = read_list(__package__, "favour.toml")
_CLAUSE = re.compile(rf"[.,;:!?\n]+|(?=\b(?:{_LISTS['away']}|{_LISTS['towards']}))", re.I)
_DENIED = re.compile(rf"\b(?:{_LISTS['away']}|{_LISTS['behind']})", re.I)


class Favour:
    """One instruction, ready to be held against texts."""

    def __init__(self, instruction: str, embedder: Embedder) -> None:
        self._embedder = embedder
        self._for: dict[str, None] = {}
        self._against: dict[str, None] = {}
        language = detect_language(instruction)
        for clause in filter(None, _CLAUSE.split(instruction)):
            side = self._against if _DENIED.search(clause) else self._for
            side.update(dict.fromkeys(content_words(clause, language)))

    def of(self, texts: Sequence[str]) -> list[float]:
        """How far each text speaks of what is favoured (to 1), or of what is to be left alone (to -1)."""
        met, spurned = (
            self._embedder.match(list(named), texts).max(axis=1, initial=0.0)
            for named in (self._for, self._against)
        )
        return [float(value) for value in met * (met >= NEAR) - spurned * (spurned >= NEAR)]
