"""How well a section fits a question: its words, its heading, its meaning, and the best sentence in it.

Pure arithmetic over texts that others fetched. A section is everything under one heading; it is the unit because a
question's answer often stands two paragraphs below the sentence that sounds like the question.
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


# What is asked now counts fully, what it leans on about half: with equal weight "and to the US?" after "delivery in
# Ireland" kept finding Ireland, with none it lost the topic (follow-ups of the question sets, flat from 0.4 to 0.7).
SETTING = 0.5


class Embedder(Protocol):
    """Texts to unit vectors."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


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
    cover: float  # share of the question's telling words it holds
    meaning: float  # of its best passage
    unit: float  # meaning of its best sentence, item or row
    heading: float  # meaning of its heading
    shape: float  # 1 when it has what is wanted (a number for "how many"), 0 when not, half when nothing is known
    score: float


# Found by logistic regression on the question sets, each site scored with weights learned on the others; see
# docs/decisions/passage-search.md for the table and benchmarks/ranking.py to repeat it. German leans on words,
# because the vectors were distilled from an English teacher.
WEIGHTS = {
    "en": {"rank": 1.9, "cover": 0.0, "meaning": 6.4, "unit": 3.9, "heading": 1.0, "shape": 1.2},
    "de": {"rank": 2.0, "cover": 1.7, "meaning": 10.6, "unit": 4.9, "heading": 1.9, "shape": 1.2},
}


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
    """Score sections against a question, best first. `weights` says how much each stem of the question tells."""
    top = max((section.rank for section in sections), default=0.0) or 1.0
    meanings = _meanings(asked, sections, embedder)
    fits = []
    for section, (meaning, unit, heading) in zip(sections, meanings, strict=True):
        held = stems_of(section.text + " " + " ".join(section.headings), asked.language)
        features = {
            "rank": section.rank / top,
            "cover": coverage(weights, held),
            "meaning": meaning,
            "unit": unit,
            "heading": heading,
            "shape": _shape(asked, section.text),
        }
        by = WEIGHTS.get(asked.language, WEIGHTS["en"])
        fits.append(Fit(section, **features, score=sum(by[name] * value for name, value in features.items())))
    return sorted(fits, key=lambda fit: (-fit.score, fit.section.id))


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
