"""How well a passage fits a question: words, headings, meaning, and the best sentence in it.

Pure arithmetic over texts and vectors that others fetched. Scores are between 0 and 1 and mean the same on every
site, so that one threshold can tell "answered" from "not on this site" (docs/decisions/passage-search.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from answerable.language.asked import Asked
from answerable.language.sentences import Unit, units
from answerable.language.words import stem, words

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Texts to unit vectors."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


@dataclass(frozen=True)
class Candidate:
    """A passage that might answer."""

    id: int
    heading: str
    title: str
    text: str
    rank: float  # BM25, higher is better


@dataclass(frozen=True)
class Fit:
    """One candidate with its features and the units that carry it."""

    candidate: Candidate
    units: tuple[Unit, ...]
    unit_scores: tuple[float, ...]
    features: Mapping[str, float]
    score: float


def idf(count: int, total: int) -> float:
    """How much a word tells apart, from how many of the passages hold it."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def coverage(stems: Sequence[str], weights: Mapping[str, float], held: frozenset[str]) -> float:
    """The share of the question's weight that these words carry."""
    total = sum(weights[s] for s in stems)
    return sum(weights[s] for s in stems if s in held) / total if total else 0.0


def stems_of(text: str, language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words(text))


# Weights of the features, found by logistic regression on five sites' question sets, each site scored with weights
# learned on the other four (benchmarks/ranking.py prints the table; docs/decisions/passage-search.md has the figures).
WEIGHTS: Mapping[str, float] = {
    "rank": 1.5,
    "cover": 2.0,
    "heading": 1.0,
    "unit": 1.5,
    "meaning": 4.0,
    "heading_meaning": 1.5,
    "unit_meaning": 4.0,
}
BIAS = -5.0


def fit(
    asked: Asked, candidates: Sequence[Candidate], weights: Mapping[str, float], embedder: Embedder | None
) -> list[Fit]:
    """Score candidates against a question, best first. `weights` says how much each stem of the question tells."""
    taken = [tuple(units(candidate.text)) for candidate in candidates]
    meaning = _meanings(asked, candidates, taken, embedder)
    top = max((candidate.rank for candidate in candidates), default=0.0) or 1.0
    fits = []
    for number, (candidate, parts) in enumerate(zip(candidates, taken, strict=True)):
        whole, heading, by_unit = meaning[number]
        body = stems_of(candidate.text, asked.language)
        head = stems_of(candidate.heading, asked.language)
        covers = [coverage(asked.stems, weights, stems_of(unit.text, asked.language)) for unit in parts]
        features = {
            "rank": candidate.rank / top,
            "cover": coverage(asked.stems, weights, body | head),
            "heading": coverage(asked.stems, weights, head),
            "unit": max(covers, default=0.0),
            "meaning": whole,
            "heading_meaning": heading,
            "unit_meaning": max(by_unit, default=0.0),
        }
        scores = tuple(cover + 2 * near for cover, near in zip(covers, by_unit, strict=True))
        fits.append(Fit(candidate, parts, scores, features, _score(features)))
    return sorted(fits, key=lambda f: (-f.score, f.candidate.id))


def _score(features: Mapping[str, float]) -> float:
    return 1 / (1 + math.exp(-BIAS - sum(WEIGHTS[name] * value for name, value in features.items())))


def _meanings(
    asked: Asked,
    candidates: Sequence[Candidate],
    taken: Sequence[Sequence[Unit]],
    embedder: Embedder | None,
) -> list[tuple[float, float, list[float]]]:
    """Nearness in meaning of each candidate: as a whole, of its heading, of each unit. Zeros without vectors."""
    if embedder is None:
        return [(0.0, 0.0, [0.0] * len(parts)) for parts in taken]
    texts = [asked.text]
    for candidate, parts in zip(candidates, taken, strict=True):
        texts += [f"{candidate.heading}. {candidate.text}", candidate.heading, *(unit.text for unit in parts)]
    near = embedder.embed(texts) @ embedder.embed([asked.text])[0]
    found, place = [], 1
    for parts in taken:
        values = [float(v) for v in near[place : place + 2 + len(parts)]]
        found.append((values[0], values[1], values[2:]))
        place += 2 + len(parts)
    return found
