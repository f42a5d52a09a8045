"""What every organisation is asked, which its pages tell without the words of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from answerable.language.asked import Asked
from answerable.language.words import words
from answerable.lists import read_list

_USUAL = [
    (re.compile("|".join(matter["asked"]), re.I), re.compile(matter["told"], re.I))
    for matter in read_list(__package__, "usual.toml").values()
]


def shape_of(text: str) -> re.Pattern[str] | None:
    """How what this asks is usually told; None where it asks nothing that everybody is asked."""
    return next((told for wanted, told in _USUAL if wanted.search(text)), None)


def told_usually(asked: Asked, texts: Sequence[str]) -> NDArray[np.float32]:
    """1 where a text tells what a word of the question names, in the form in which it is usually told: a row a text."""
    found = np.zeros((len(texts), len(asked.words)), np.float32)
    for wanted, told in _USUAL:
        named = {word for match in wanted.finditer(asked.text) for word in words(_naming(match))}
        columns = [place for place, word in enumerate(asked.words) if word in named]
        if columns:
            rows = [row for row, text in enumerate(texts) if told.search(text)]
            found[np.ix_(rows, columns)] = 1.0
    return found


def _naming(match: re.Match[str]) -> str:
    return " ".join(filter(None, match.groups())) or match.group()
