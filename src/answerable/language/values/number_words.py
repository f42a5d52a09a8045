"""Numbers written as words, in English and German: seventeen, two hundred, fünfundzwanzig, zwei Drittel."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from answerable.lists import read_list

_LISTS: dict[str, dict[str, Any]] = read_list(__package__, "number_words.toml")


def _row(language: str, name: str) -> list[str]:
    words: str = _LISTS[language][name]
    return words.split()


def _by_number(name: str) -> dict[str, int]:
    return {word: int(number) for number, row in _LISTS[name].items() for word in row.split()}


def _english(small: Sequence[str], tens: Sequence[str]) -> dict[str, int]:
    known = {word: number for number, word in enumerate(small)}
    for ten, word in enumerate(tens, start=2):
        known[word] = ten * 10
        for ones in range(1, 10):
            known[f"{word}-{small[ones]}"] = ten * 10 + ones
    return known


def _german(small: Sequence[str], tens: Sequence[str]) -> dict[str, int]:
    known = {word: number for number, word in enumerate(small)}
    for ten, word in enumerate(tens, start=2):
        known[word] = ten * 10
        for ones in range(1, 10):
            known[("ein" if ones == 1 else small[ones]) + "und" + word] = ten * 10 + ones
    for hundreds in range(1, 10):
        known[("ein" if hundreds == 1 else small[hundreds]) + "hundert"] = hundreds * 100
        known[("ein" if hundreds == 1 else small[hundreds]) + "tausend"] = hundreds * 1000
    known |= {word.replace("ß", "ss"): number for word, number in known.items()}
    return known


CARDINALS: dict[str, int] = {
    **_english(_row("en", "small"), _row("en", "tens")),
    **_german(_row("de", "small"), _row("de", "tens")),
    **_LISTS["also"],
}
ORDINALS: dict[str, int] = {
    **{word: number for number, word in enumerate(_row("en", "ordinals"), start=3)},
    **{
        word + ending: number
        for number, word in enumerate(_row("de", "ordinals"), start=3)
        for ending in ("", "n", "r", "s", "m")
    },
}
WEAK_ORDINALS = _by_number("weak_ordinals")
FRACTIONS = {word: Decimal(1) / number for word, number in _by_number("fractions").items()}
TIMES = _by_number("times")
ARTICLES = frozenset(_row("articles", "words"))
PERIODS = {name: tuple(row.split()) for name, row in _LISTS["periods"].items()}
