"""PhraseList as the pattern files write them, and the regular expressions they stand for.

    {ignore} [all your] previous {instructions}

`{slot}` is any word of that slot, `[a b]` any of these words or none, `a|b` either word, `word*` any ending,
`...` up to four words, `....` up to seven, `^` the start of a sentence, `$` its end, `/…/` a regular
expression as it is. Words may be apart by anything that is no letter or digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from answerable.lists import read_list

_GAPS = {"...": 4, "....": 7}
_PIECE = re.compile(r"\[[^\]]*\]|\S+")
_NEXT = r"\W+"
_START = r"(?:(?<=[.!?:;\n\"'“„)>*#-])\s*|^\W*)"


@dataclass(frozen=True)
class Signal:
    """Something a text may show, with how much it says."""

    name: str
    pattern: PhraseList
    weight: float
    unless: PhraseList | None = None  # a reading in which the same words are harmless


@lru_cache(maxsize=8)
def load(file: str) -> Mapping[str, Any]:
    """A pattern file that lies beside this module."""
    return read_list(__package__, file)


@lru_cache(maxsize=8)
def signals(file: str) -> tuple[Signal, ...]:
    """Every signal of a pattern file."""
    content = load(file)
    slots: Mapping[str, str] = content.get("slots", {})
    harmless = {name: PhraseList(phrases, slots) for name, phrases in content.get("harmless", {}).items()}
    return tuple(
        Signal(
            entry["name"],
            PhraseList(entry["phrases"], slots),
            float(entry.get("weight", 1.0)),
            harmless[entry["unless"]] if "unless" in entry else None,
        )
        for entry in content["signal"]
    )


class PhraseList:
    """Several phrases, of which any may stand in a text.

    A phrase is compiled when a text first holds a word of each of its pieces, which few texts do: compiling all of them
    took the first question of a process longer than everything else it needed.
    """

    def __init__(self, phrases: Sequence[str], slots: Mapping[str, str]) -> None:
        self._phrases = [(needed(phrase, slots), phrase) for phrase in phrases]
        self._slots = slots
        self._compiled: dict[str, re.Pattern[str]] = {}

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every place where one of them stands, phrase by phrase."""
        folded = text.casefold()
        for pieces, phrase in self._phrases:
            if all(any(word in folded for word in piece) for piece in pieces):
                yield from self._pattern(phrase).finditer(text)

    def search(self, text: str) -> re.Match[str] | None:
        """A place where one of them stands."""
        return next(self.finditer(text), None)

    def check(self) -> PhraseList:
        """Compile all of them now, where somebody else wrote them; raises `re.error`."""
        for _, phrase in self._phrases:
            self._pattern(phrase)
        return self

    def _pattern(self, phrase: str) -> re.Pattern[str]:
        if phrase not in self._compiled:
            self._compiled[phrase] = re.compile(expression(phrase, self._slots), re.IGNORECASE | re.MULTILINE)
        return self._compiled[phrase]


def needed(phrase: str, slots: Mapping[str, str]) -> tuple[frozenset[str], ...]:
    """For each piece of a phrase that must stand in a text, the beginnings of its words, folded; none for `/…/`."""
    if phrase.startswith("/") and phrase.endswith("/"):
        return ()
    said = [piece for piece in _PIECE.findall(phrase) if not piece.startswith(("[", "...", "^", "$"))]
    return tuple(
        frozenset(
            word.split("_")[0].rstrip("*").casefold()
            for other in piece.split("|")
            for word in (slots[other.strip("{}")].split() if other.startswith("{") else [other])
        )
        for piece in said
    )


def expression(phrase: str, slots: Mapping[str, str]) -> str:
    """The regular expression of one phrase; `/…/` is one already."""
    if phrase.startswith("/") and phrase.endswith("/"):
        return phrase[1:-1]
    found, link = "", ""
    pieces = _PIECE.findall(phrase)
    while pieces[-1].startswith(("[", "...")):
        pieces.pop()  # what may follow or not decides nothing
    for piece in pieces:
        if piece == "^":
            found, link = found + _START, ""
        elif piece == "$":
            found += r"\W*(?=$|[.!?\n])"
        elif piece in _GAPS:
            # A list before the gap has already taken the space.
            link = f"{link}(?:\\w+\\W+){{0,{_GAPS[piece]}}}?"
        elif piece.startswith("["):
            found, link = found + link + f"(?:(?:{_words(piece[1:-1].split(), slots)}){_NEXT})*", ""
        else:
            found, link = found + link + f"(?:{_words(piece.split('|'), slots)})", _NEXT
    return rf"(?<!\w){found}(?!\w)" if not found.startswith(_START) else rf"{found}(?!\w)"


def _words(alternatives: Sequence[str], slots: Mapping[str, str]) -> str:
    return "|".join(_word(word, slots) for word in alternatives)


def _word(word: str, slots: Mapping[str, str]) -> str:
    if word.startswith("{"):
        return "|".join(
            r"\W+".join(_word(part, slots) for part in w.split("_")) for w in slots[word.strip("{}")].split()
        )
    return re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word)
