"""Phrases as the pattern files write them, and the regular expressions they stand for.

    {ignore} [all your] previous {instructions}

`{slot}` is any word of that slot, `[a b]` any of these words or none, `a|b` either word, `word*` any ending,
`...` up to four words, `....` up to seven, `^` the start of a sentence, `$` its end, `/…/` a regular
expression as it is. Words may be apart by anything that is no letter or digit.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

_GAPS = {"...": 4, "....": 7}
_NEXT = r"\W+"
_START = r"(?:(?<=[.!?:;\n\"'“„)>*#-])\s*|^\W*)"


@dataclass(frozen=True)
class Signal:
    """Something a text may show, with how much it says."""

    name: str
    pattern: re.Pattern[str]
    weight: float
    unless: re.Pattern[str] | None = None  # a reading in which the same words are harmless


@lru_cache(maxsize=8)
def load(file: str) -> Mapping[str, Any]:
    """A pattern file that lies beside this module."""
    return tomllib.loads(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def signals(file: str) -> tuple[Signal, ...]:
    """Every signal of a pattern file, compiled once."""
    content = load(file)
    slots: Mapping[str, str] = content.get("slots", {})
    return tuple(
        Signal(
            entry["name"],
            either(entry["phrases"], slots),
            float(entry.get("weight", 1.0)),
            harmless(file, entry["unless"]) if "unless" in entry else None,
        )
        for entry in content["signal"]
    )


@lru_cache(maxsize=8)
def harmless(file: str, name: str) -> re.Pattern[str]:
    """One of a pattern file's harmless readings."""
    content = load(file)
    return either(content["harmless"][name], content.get("slots", {}))


def either(phrases: Sequence[str], slots: Mapping[str, str]) -> re.Pattern[str]:
    """One expression for several phrases."""
    return re.compile("|".join(f"(?:{expression(phrase, slots)})" for phrase in phrases), re.I | re.M)


def expression(phrase: str, slots: Mapping[str, str]) -> str:
    """The regular expression of one phrase; `/…/` is one already."""
    if phrase.startswith("/") and phrase.endswith("/"):
        return phrase[1:-1]
    found, link = "", ""
    pieces = re.findall(r"\[[^\]]*\]|\S+", phrase)
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
