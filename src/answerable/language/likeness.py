"""Which of several things a text asks for, by the ways in which people ask for each: data, in any language.

Two judges are asked: which lines come nearest to the text, word by word and as a whole; and a ridge regression on a
text's vector, words, subjects and pairs of these, fitted to all lines together when the first text comes.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import nearness, shared_vectors
from answerable.language.subjects import heard_in, subjects_of
from answerable.language.words import STOPWORDS, words

_CLAUSES = re.compile(
    r"[.?!;\n]+\s|\s(?:and|und|also|but|aber|plus|ausserdem|außerdem)\s|,\s(?!(?:if|when|wenn|falls|dass|that|which|die|der|das)\s)",
    re.IGNORECASE,
)
# Found on tests/tools/policy_questions.tsv, by the share of questions given to the right clause: what a
# word that only says how something is asked counts, below which two words are not near, how much of a likeness is that
# of the whole sentence, how much the three nearest ways count beside the nearest one, and how much the regression
# counts beside the nearest ways; what its words and its subjects count beside its vector, and its ridge. The last four
# on later questions: of 60 the regression alone put the right clause first for 37, with the nearest ways beside it for
# 38; of 130 the right one stood first for 96 without subjects, and with them for 117 at 0.6, 118 at 1, 113 at 1.5. The
# words were listed after these had been seen; of 40 new ones 32 stood first at 0.6, and 30 without subjects.
_STOPWORD, _NEAR, _WHOLE, _REST, _FITTED = 0.5, 0.4, 0.4, 0.3, 2 / 3
_BAG, _SUBJECTS, _RIDGE = 0.8, 0.6, 0.3

_MOST_TEXTS = 256


def parts_of(text: str) -> list[str]:
    """The parts of a message that may each ask for something."""
    return [part for part in _CLAUSES.split(text) if part.strip()]


class Likeness:
    """Ways of asking, each with what it asks for."""

    def __init__(self, ways: Mapping[str, Sequence[str]], alike: Callable[[str, str], bool]) -> None:
        self._alike = alike  # whether a word that was typed is the word that was meant
        self._names = list(ways)
        self._lines = tuple((line, place) for place, lines in enumerate(ways.values()) for line in lines)
        self._kept: dict[str, Mapping[str, float]] = {}

    def of(self, text: str) -> Mapping[str, float]:
        """How like each thing's ways of asking a text is, 0 to 1; kept, as a turn asks for the same words often."""
        if text not in self._kept:
            if len(self._kept) > _MOST_TEXTS:
                self._kept.clear()
            self._kept[text] = self._compare(text)
        return self._kept[text]

    def _compare(self, text: str) -> Mapping[str, float]:
        if not self._lines or not (typed := words(text)):
            return {}
        lines = _lines(self._lines)
        said = [lines.spelled(word, self._alike) for word in typed]
        return dict(zip(self._names, map(float, lines.scores(said)), strict=False))


@lru_cache(maxsize=8)  # a policy is read by its tools, by its dialog and by the judge
def _lines(lines: tuple[tuple[str, int], ...]) -> _Lines:
    return _Lines(lines)


class _Lines:
    """All lines, each with the number of what it asks for."""

    def __init__(self, lines: Sequence[tuple[str, int]]) -> None:
        self._embedder = shared_vectors()
        self._held = [words(line) or [""] for line, _ in lines]
        self._asked = np.array([thing for _, thing in lines])
        self._things = 1 + int(self._asked.max())
        uses: dict[str, set[int]] = defaultdict(set)
        for row, thing in zip(self._held, self._asked, strict=True):
            for word in row:
                uses[word].add(int(thing))
        self._uses = {word: len(things) for word, things in uses.items()}
        self._vocabulary = {word: place for place, word in enumerate(self._uses)}
        self._flat = np.array([self._vocabulary[word] for row in self._held for word in row], dtype=np.intp)
        sizes = np.array([len(row) for row in self._held])
        self._starts = np.cumsum(sizes) - sizes
        self._vectors = self._embedder.embed(list(self._vocabulary))
        self._whole = self._embedder.embed([line for line, _ in lines])
        self._weights = self._weigh(list(self._vocabulary))
        self._bags = (_Bag(_pieces, self._held, _BAG), _Bag(_subjects, self._held, _SUBJECTS))

    def spelled(self, word: str, alike: Callable[[str, str], bool]) -> str:
        """A word as it is written in the ways of asking, if it only was mistyped."""
        known = word in self._uses or heard_in(word)
        return word if known else next((one for one in self._uses if alike(word, one)), word)

    def scores(self, said: Sequence[str]) -> NDArray[np.float64]:
        """One number a thing."""
        whole = nearness(self._whole, self._embedder.embed([" ".join(said)])[0])
        near = (1 - _WHOLE) * self._shared(said) + _WHOLE * whole
        fitted = (self._features([said]) @ self._fitted)[0]
        nearest = np.zeros(self._things)
        for thing in range(self._things):
            best = np.sort(near[self._asked == thing])[::-1]
            nearest[thing] = (1 - _REST) * best[0] + _REST * best[:3].mean()
        scores: NDArray[np.float64] = _FITTED * fitted + (1 - _FITTED) * nearest
        return scores

    def _shared(self, said: Sequence[str]) -> NDArray[np.float64]:
        """How much of what is said stands in each line, in these words or near ones, and how much of it is said."""
        near = self._embedder.embed(said) @ self._vectors.T
        near = np.where(near < _NEAR, 0, near)
        weights = self._weigh(said)
        there = weights @ np.maximum.reduceat(near[:, self._flat], self._starts, axis=1) / weights.sum()
        heavy = self._weights[self._flat]
        here = np.add.reduceat(near.max(axis=0)[self._flat] * heavy, self._starts)
        here = here / np.add.reduceat(heavy, self._starts)
        both = there + here
        score: NDArray[np.float64] = np.divide(
            2 * there * here, both, out=np.zeros_like(both), where=both > 0
        )
        return score

    def _weigh(self, said: Sequence[str]) -> NDArray[np.float64]:
        """A word tells the more, the fewer things are asked for with it; one nobody uses tells most."""
        rare = [math.log(1 + self._things / (self._uses.get(word) or 1)) for word in said]
        plain = [word in STOPWORDS["en"] or word in STOPWORDS["de"] for word in said]
        return np.array([_STOPWORD * one if stop else one for one, stop in zip(rare, plain, strict=True)])

    @cached_property
    def _fitted(self) -> NDArray[np.float32]:
        """Weights that give each line 1 for what it asks for and 0 for the rest, as nearly as they can; a thing that
        is asked for in few lines counts for more in each."""
        rows = self._features(self._held)
        wanted = (self._asked[:, None] == np.arange(self._things)).astype(np.float32)
        spread = np.sqrt(np.bincount(self._asked)[self._asked])
        ridge = np.diag(_RIDGE * spread / spread.mean()).astype(np.float32)
        fitted: NDArray[np.float32] = rows.T @ np.linalg.solve(rows @ rows.T + ridge, wanted)
        return fitted

    def _features(self, held: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        whole = self._embedder.embed([" ".join(row) for row in held])
        return np.hstack([whole, *(bag.of(held) for bag in self._bags)])


class _Bag:
    """Texts as the pieces they are made of, the rarer the heavier; a pair that one line alone has is left out."""

    def __init__(
        self, pieces: Callable[[Sequence[str]], set[str]], held: Sequence[Sequence[str]], length: float
    ) -> None:
        self._pieces, self._length = pieces, length
        counts = Counter(piece for row in held for piece in pieces(row))
        kept = [piece for piece, count in counts.items() if count > 1 or " " not in piece]
        self._columns = {piece: place for place, piece in enumerate(kept)}
        self._rare = np.array([1 + math.log((1 + len(held)) / (1 + counts[piece])) for piece in kept])

    def of(self, held: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        """One row a text, of the same length where it has any piece."""
        bags = np.zeros((len(held), len(self._columns)), dtype=np.float32)
        for bag, row in zip(bags, held, strict=True):
            places = [self._columns[piece] for piece in self._pieces(row) if piece in self._columns]
            bag[places] = self._rare[places]
            bag *= self._length / (float(np.linalg.norm(bag)) or 1.0)
        return bags


def _pieces(row: Sequence[str]) -> set[str]:
    """The words of a line, and its pairs of neighbours."""
    return {*row, *(" ".join(pair) for pair in pairwise(row))}


def _subjects(row: Sequence[str]) -> set[str]:
    """What a line speaks of, and each two of these: what is asked, and what about."""
    names = sorted(subjects_of(tuple(row)))
    return {*names, *(" ".join(pair) for pair in combinations(names, 2))}
