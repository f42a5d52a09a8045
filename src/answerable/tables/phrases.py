"""The small words of questions, read from data: what asks, compares, ranks, groups, negates, and what is idle."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from answerable.language.listed import listed
from answerable.language.words import STOPWORDS
from answerable.tables.lexicon import fold
from answerable.tables.tokens import Token

_LONGEST = 6
# Currencies and units that may stand behind a number; what they measure, where it matters.
MONEY = listed(
    """chf eur usd gbp fr sfr franken franc francs euro euros dollar dollars pound pounds € $ £ rappen"""
)
UNITS = listed(
    """% percent prozent kg g gram gramm kilo kilogramm km m cm mm meter metres meters metre liter litre
    l h std stunden stunde hours hour min minuten minutes minute sekunden seconds s tage tagen days
    day jahre jahren years year monate monaten months stuck pieces piece units unit items mal times
    punkte points stk qm m2 quadratmeter weeks week wochen woche old alt mb gb kb seiten pages
    exemplare"""
)


PIECES = listed("pieces piece units unit stuck stucke")  # of something that is still to be named


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
            if kind == "filler":
                continue
            for what, phrases in section.items():
                for phrase in phrases:
                    self._known.setdefault(_cut(phrase), []).append((kind, what))
        self.fillers = frozenset(_cut(phrase) for phrase in plain[language]["filler"]["words"])
        self.units = {
            fold(word): unit for unit, line in plain["times"]["units"].items() for word in line.split()
        }
        self.closed = frozenset(fold(word) for word in STOPWORDS[language]) - {"won", "own", "same"}

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
        low = tokens[place].low  # "geleistete" is idle as "geleistet" is
        bent = (low.removesuffix(ending) for ending in ("e", "en", "er", "es") if low.endswith(ending))
        return int(tokens[place].mark or any(one.endswith("t") and (one,) in self.fillers for one in bent))


def _cut(phrase: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in phrase.replace("'s", " 's").split())


@cache
def shared_phrases(language: str) -> Phrases:
    """The shipped phrases of a language, read once; English where the language is not known."""
    text = Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
    return Phrases(tomllib.loads(text), language if language in ("en", "de") else "en")
