"""How well a section fits a question: its words, its heading, its meaning, and the best sentence in it.

Pure arithmetic over texts that others fetched. A section is everything under one heading; it is the unit
because a question's answer often stands two paragraphs below the sentence that sounds like the question.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from answerable.language.asked import Asked
from answerable.language.embed import nearness
from answerable.language.sentences import units
from answerable.language.shapes import SHAPES
from answerable.language.words import stem, words

Vectors = NDArray[np.float32]


# What is asked now counts fully, what it leans on half. Chosen, not measured: with equal weight "and to the US?" after
# "delivery in Ireland" kept finding Ireland.
SETTING = 0.5


class Embedder(Protocol):
    """Texts to unit vectors."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...

    def match(self, words: Sequence[str], texts: Sequence[str]) -> Vectors:
        """How near the nearest word of each text is to each word: one row a text, one column a word."""
        ...


@dataclass(frozen=True)
class Section:
    """A candidate: the passages under one heading, and how well the index ranked the best of them."""

    id: int
    headings: tuple[str, ...]
    passages: tuple[str, ...]
    rank: float  # BM25 of its best passage; higher is better

    @property
    def text(self) -> str:
        return "\n\n".join(self.passages)


@dataclass(frozen=True)
class Fit:
    """A section and what speaks for it; every feature lies between 0 and 1 (meanings may dip below 0)."""

    section: Section
    rank: float  # BM25 against the best candidate
    met: float  # how far each telling word of the question is met, in the same word or one near in meaning
    meaning: float  # of its best passage
    unit: float  # meaning of its best sentence, item or row
    heading: float  # meaning of its heading
    shape: float  # 1 when it has what is wanted (a number for "how many"), 0 when not, half when unknown
    score: float


# Found by logistic regression on the six question sets; with each site left out in turn the best section
# was right for 58 % of the questions and among the best three for 74 % (docs/decisions/passage-search.md;
# one question is 3 to 5 points of a site, so digits after the first mean little). English and German share
# them.
WEIGHTS = {"rank": 1.5, "met": 5.0, "meaning": 11.1, "unit": 3.9, "heading": 1.3, "shape": 1.1}


def idf(count: int, total: int) -> float:
    """How much a word tells apart, from how many of the passages hold it."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def stems_of(text: str, language: str) -> frozenset[str]:
    """The stems a text holds."""
    return frozenset(stem(word, language) for word in words(text))


def coverage(weights: Mapping[str, float], held: frozenset[str]) -> float:
    """The share of the question's weight that these stems carry."""
    total = sum(weights.values())
    return sum(weight for root, weight in weights.items() if root in held) / total if total else 0.0


def direction(text: str, setting: str, embedder: Embedder) -> Vectors:
    """Where a question points, with what it leans on."""
    now, before = embedder.embed([text, setting])
    mixed: Vectors = now + SETTING * before
    length = float(np.linalg.norm(mixed))
    return mixed / length if length else mixed


def rank_sections(
    asked: Asked, sections: Sequence[Section], weights: Mapping[str, float], embedder: Embedder
) -> list[Fit]:
    """Score sections against a question, best first; `weights` says how much each of its stems tells."""
    top = max((section.rank for section in sections), default=0.0) or 1.0
    met = _met(asked, sections, weights, embedder)
    fits = []
    for place, (section, near) in enumerate(zip(sections, _meanings(asked, sections, embedder), strict=True)):
        features = {
            "rank": section.rank / top,
            "met": met[place],
            "meaning": near[0],
            "unit": near[1],
            "heading": near[2],
            "shape": _shape(asked, section.text),
        }
        score = sum(WEIGHTS[name] * value for name, value in features.items())
        fits.append(Fit(section, **features, score=score))
    return sorted(fits, key=lambda fit: (-fit.score, fit.section.id))


def _met(
    asked: Asked, sections: Sequence[Section], weights: Mapping[str, float], embedder: Embedder
) -> list[float]:
    """How far each section speaks of every telling word, the rarer on this site the more."""
    texts = [" ".join(section.headings) + " " + section.text for section in sections]
    telling = np.array([weights[root] for root in asked.stems], np.float32)
    total = float(telling.sum())
    if not total:
        return [0.0] * len(sections)
    rows = embedder.match(asked.words, texts)
    return [float((row * telling).sum()) / total for row in rows]


def _shape(asked: Asked, text: str) -> float:
    """How many of the things that are wanted by their shape the text has."""
    shapes = [shape for part in asked.parts if (shape := SHAPES.get(part.wants))]
    return sum(bool(shape.search(text)) for shape in shapes) / len(shapes) if shapes else 0.5


def _meanings(
    asked: Asked, sections: Sequence[Section], embedder: Embedder
) -> list[tuple[float, float, float]]:
    """Nearness in meaning of each section's best passage, best unit and heading."""
    texts: list[str] = []
    spans: list[tuple[int, int, int]] = []
    for section in sections:
        start = len(texts)
        lead = " ".join(section.headings[-2:])
        texts += [" ".join(section.headings[-1:]), *(f"{lead}. {passage}" for passage in section.passages)]
        middle = len(texts)
        texts += [unit.text for passage in section.passages for unit in units(passage)]
        spans.append((start, middle, len(texts)))
    near = nearness(embedder.embed(texts), direction(asked.text, asked.setting, embedder))
    return [
        (float(near[start + 1 : middle].max()), float(near[middle:end].max(initial=0.0)), float(near[start]))
        for start, middle, end in spans
    ]
