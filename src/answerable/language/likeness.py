"""Which of several things a text asks for, by the ways in which people ask for each: data, in any language."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import nearness, shared_vectors
from answerable.language.words import STOPWORDS, words

_CLAUSES = re.compile(
    r"[.?!;\n]+\s|\s(?:and|und|also|but|aber|plus|ausserdem|außerdem)\s|,\s(?!(?:if|when|wenn|falls|dass|that|which|die|der|das)\s)",
    re.IGNORECASE,
)
# Found on tests/tools/policy_questions.tsv, by the share of questions given to the right clause: what a
# word that only says how something is asked counts, below which two words are not near, how much of a likeness is that
# of the whole sentence, and how much the three nearest ways count beside the nearest one.
_STOPWORD, _NEAR, _WHOLE, _REST = 0.5, 0.4, 0.4, 0.3


_MOST_TEXTS = 256


def parts_of(text: str) -> list[str]:
    """The parts of a message that may each ask for something."""
    return [part for part in _CLAUSES.split(text) if part.strip()]


class Likeness:
    """Ways of asking, each with what it asks for."""

    def __init__(self, ways: Mapping[str, Sequence[str]], alike: Callable[[str, str], bool]) -> None:
        self._alike = alike  # whether a word that was typed is the word that was meant
        self._embedder = shared_vectors()
        self._lines = [line for lines in ways.values() for line in lines]
        places: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(name for name, lines in ways.items() for _ in lines):
            places[name].append(place)
        self._places = dict(places)
        self._whole = self._embedder.embed(self._lines)
        held = [words(line) for line in self._lines]
        self._vocabulary = sorted({word for row in held for word in row})
        found = {word: place for place, word in enumerate(self._vocabulary)}
        self._held = [np.array([found[word] for word in row], dtype=np.intp) for row in held]
        asked = [{word for place in rows for word in held[place]} for rows in self._places.values()]
        self._known = {word: sum(word in row for row in asked) for word in self._vocabulary}
        self._weights = self._weigh(self._vocabulary)
        self._kept: dict[str, Mapping[str, float]] = {}

    def of(self, text: str) -> Mapping[str, float]:
        """How like each thing's ways of asking a text is, 0 to 1; kept, as a turn asks for the same words often."""
        if text not in self._kept:
            if len(self._kept) > _MOST_TEXTS:
                self._kept.clear()
            self._kept[text] = self._compare(text)
        return self._kept[text]

    def _compare(self, text: str) -> Mapping[str, float]:
        if not self._lines or not (said := [self._spelled(word) for word in words(text)]):
            return {}
        scores = (1 - _WHOLE) * self._shared(said) + _WHOLE * self._meant(" ".join(said))
        found: dict[str, float] = {}
        for name, places in self._places.items():
            best = np.sort(scores[places])[::-1]
            found[name] = float((1 - _REST) * best[0] + _REST * best[:3].mean())
        return found

    def _spelled(self, word: str) -> str:
        """A word as it is written in the ways of asking, if it only was mistyped."""
        return (
            word
            if word in self._known
            else next((one for one in self._known if self._alike(word, one)), word)
        )

    def _meant(self, text: str) -> NDArray[np.float32]:
        return nearness(self._whole, self._embedder.embed([text])[0])

    def _shared(self, said: Sequence[str]) -> NDArray[np.float64]:
        """How much of what is said stands in each line, in these words or near ones, and how much of it is said."""
        weights = self._weigh(said)
        there = _cut(self._embedder.match(said, self._lines)) @ weights / weights.sum()
        back = _cut(self._embedder.match(self._vocabulary, [" ".join(said)])[0])
        here = np.array(
            [(back[row] * self._weights[row]).sum() / self._weights[row].sum() for row in self._held]
        )
        both = there + here
        score: NDArray[np.float64] = np.divide(
            2 * there * here, both, out=np.zeros_like(both), where=both > 0
        )
        return score

    def _weigh(self, said: Sequence[str]) -> NDArray[np.float64]:
        """A word tells the more, the fewer things are asked for with it; one nobody uses tells most."""
        rare = [math.log(1 + len(self._places) / (self._known.get(word) or 1)) for word in said]
        plain = [word in STOPWORDS["en"] or word in STOPWORDS["de"] for word in said]
        return np.array([_STOPWORD * one if stop else one for one, stop in zip(rare, plain, strict=True)])


def _cut(near: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.where(near < _NEAR, np.float32(0), near)
