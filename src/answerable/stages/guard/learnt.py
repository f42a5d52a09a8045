"""How much a text is like an attack: its words, letters, signs, concepts and vector, weighed.

benchmarks/fits/guard.py fits the weights and writes learnt.npy; nothing is learnt at run time.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import shared_vectors
from answerable.stages.guard.concepts import ingredients

COLUMNS, CONCEPTS = 131_072, 1_024  # that pieces of text, and concepts and pairs of them, are hashed to
# What one concept counts beside a text's pieces, which count 1 together: at 0 five in a hundred fewer attacks of
# corpora that were left out are seen; with six more concepts three fewer, and more of NotInject is stopped.
_CONCEPT = 0.2
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]?")
_SIGNS = re.compile(r"[<\[{|#*=>`_\\-]{2,}|<\|?/?\w+\|?>|\[/?\w+\]|^\W*\w+:", re.MULTILINE)
# An attack may stand in the middle of a long text without a stop, so that this many words are looked at alone; a third
# fewer measured no better. Shorter sentences are read with the rest alone ("I'd rather see nothing at all.").
_WINDOW, _SHORTEST = 24, 7
# A text of more words is not read whole: its mass alone looks like an attack, and nine of ten bug reports were stopped.
# So many parts cover the longest text that is read.
_WHOLE, _MOST_PARTS = 80, 400


def likeness(text: str) -> float:
    """Log-odds of a text, or of its most suspicious part, to be an attack; 0 is even."""
    read = parts(text)
    weights = _weights()
    dense = shared_vectors().embed(read) @ weights[COLUMNS + CONCEPTS : -1]
    bags = np.array([weights[places] @ has for places, has in map(columns, read)])
    return float((bags + dense).max() + weights[-1])


def parts(text: str) -> Sequence[str]:
    """A text and its sentences; of a long one only these, and the short ones with what follows."""
    words = list(_WORD.finditer(text))
    long, half = len(words) > _WHOLE, _WINDOW // 2
    found = [] if long else [text]
    for match in _SENTENCE.finditer(text):
        if len(_WORD.findall(match[0])) >= _SHORTEST:
            found += _stretches(match[0])
        elif long:
            first = min(bisect_left(words, match.start(), key=re.Match.start), len(words) - half)
            found.append(text[words[first].start() : words[first + half - 1].end()])
    return list(dict.fromkeys(found))[:_MOST_PARTS]


def _stretches(sentence: str) -> list[str]:
    """A sentence; stretches that overlap by half, if it is long."""
    words = list(_WORD.finditer(sentence))
    if len(words) <= _WINDOW * 1.5:
        return [sentence.strip()]
    taken = (words[first : first + _WINDOW] for first in range(0, len(words) - _WINDOW // 2, _WINDOW // 2))
    return [sentence[some[0].start() : some[-1].end()] for some in taken]


def columns(text: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """A text's places among the columns, and what it has there."""
    pieces = np.array(
        sorted({zlib.crc32(piece.encode()) % COLUMNS for piece in _pieces(text)}), dtype=np.int64
    )
    held = sorted(ingredients(text))
    named = [*held, *map("+".join, combinations(held, 2))]
    ideas = np.array([COLUMNS + zlib.crc32(name.encode()) % CONCEPTS for name in named], dtype=np.int64)
    share = np.full(len(pieces), 1 / max(1, len(pieces)) ** 0.5, dtype=np.float32)
    return np.r_[pieces, ideas], np.r_[share, np.full(len(ideas), _CONCEPT, dtype=np.float32)]


def _pieces(text: str) -> Iterator[str]:
    """Words, two or three together, two around one, four letters in a row, signs, the first words and last sign."""
    words = [word.lower() for word in _WORD.findall(text.replace("’", "'"))]
    yield from words
    yield from map(" ".join, pairwise(words))
    yield from map("_".join, zip(words, words[2:], strict=False))
    yield from map("-".join, zip(words, words[1:], words[2:], strict=False))
    for word in set(words):
        ends = f"<{word}>"
        yield from (f"~{ends[place : place + 4]}" for place in range(len(ends) - 3) if len(ends) > 5)
    yield from (f"!{sign.strip().lower()[:12]}" for sign in _SIGNS.findall(text))
    yield from (f"^{' '.join(words[:1])}", f"^{' '.join(words[:2])}", f"${text.strip()[-1:]}")


@lru_cache(maxsize=1)
def _weights() -> NDArray[np.float32]:
    with resources.as_file(resources.files(__package__).joinpath("learnt.npy")) as path:
        weights: NDArray[np.float32] = np.load(path).astype(np.float32)
    return weights
