"""What a text's words and vector tell of an attack: weights fitted once to the development lists of the tests.

benchmarks/guard.py fits them and writes learnt.npy; nothing is learnt at run time.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import shared_vectors

COLUMNS = 8192  # that words and pairs of words are hashed to
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SENTENCE = re.compile(r"[^.!?;\n]+")
_SHORTEST = 4  # words; fewer are not judged. Chosen, not measured.


def likelihood(text: str) -> float:
    """How likely a text is to be an attack, 0 to 1: as a whole, or the likeliest of its sentences; 0.5 for a few words,
    of which the lists have too few to tell."""
    if len(_WORD.findall(text)) < _SHORTEST:
        return 0.5
    sentences = [piece for piece in _SENTENCE.findall(text) if len(_WORD.findall(piece)) >= _SHORTEST]
    scores = features([text, *sentences]) @ _weights()
    return float(1 / (1 + np.exp(-scores.max())))


def features(texts: Sequence[str]) -> NDArray[np.float32]:
    """A row a text: its words, its pairs of words next to each other and one apart, its vector, and a one."""
    bags = np.zeros((len(texts), COLUMNS), dtype=np.float32)
    for bag, text in zip(bags, texts, strict=True):
        said = [word.lower() for word in _WORD.findall(text.replace("’", "'"))]
        apart = zip(said, said[2:], strict=False)
        pieces = {*said, *(f"{a} {b}" for a, b in pairwise(said)), *(f"{a}_{b}" for a, b in apart)}
        for piece in pieces:
            bag[zlib.crc32(piece.encode()) % COLUMNS] += 1
        bag /= float(np.linalg.norm(bag)) or 1.0
    whole = shared_vectors().embed(texts)
    return np.hstack([bags, whole, np.ones((len(texts), 1), dtype=np.float32)])


@lru_cache(maxsize=1)
def _weights() -> NDArray[np.float32]:
    with resources.as_file(resources.files(__package__).joinpath("learnt.npy")) as path:
        weights: NDArray[np.float32] = np.load(path).astype(np.float32)
    return weights
