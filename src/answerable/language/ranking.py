"""How well a section fits a question: its words, its heading, its meaning, and the best sentence in it.

Pure arithmetic over texts that others fetched. A section is everything under one heading; it is the unit
because a question's answer often stands two paragraphs below the sentence that sounds like the question.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from answerable.language.asked import Asked
from answerable.language.embed import nearness
from answerable.language.meanings import twins
from answerable.language.sentences import units, unnumbered
from answerable.language.shapes import SECTION_SHAPES
from answerable.language.usual import met_usually
from answerable.language.words import stem, words

Vectors = NDArray[np.float32]


# What is asked now counts fully, what it leans on half. Chosen, not measured: with equal weight "and to the US?" after
# "delivery in Ireland" kept finding Ireland. "And how long does that take?" says only which value is wanted: what it
# is about was said before, and counts as much.
SETTING, SUBJECT = 0.5, 1.0


# What a word counts for another of the same meaning (meanings.toml), or for a German compound it is a part of
# ("Geschenkgutschein", "Gutschein"), where it is asked whether a site tells something. To rank sections and choose
# sentences they are no help: of 302 answers 245 were right with them and 248 without.
ALIKE, SHORTEST_PART, LEAST_REST = 0.7, 4, 3


class Embedder(Protocol):
    """Texts to unit vectors."""

    @property
    def dimensions(self) -> int: ...

    @property
    def fingerprint(self) -> str:
        """Names the way of embedding: vectors of another name cannot be compared with these."""
        ...

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
    meaning: float | None = None  # nearness of its best passage to the question, where it is known already

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
    heading: float  # meaning of its heading
    unit: float  # meaning of its best sentence, item or row
    shape: float  # 1 when it has what is wanted (a number for "how many"), 0 when not, half when unknown
    named: bool = False  # its heading is the question, word by word

    @property
    def score(self) -> float:
        """What speaks for it, each feature by its weight."""
        return sum(weight * float(getattr(self, name)) for name, weight in WEIGHTS.items())


# Found by logistic regression on the six question sets; with each site left out in turn the best section
# was right for 58 % of the questions and among the best three for 74 % (docs/decisions/passage-search.md;
# one question is 3 to 5 points of a site, so digits after the first mean little). English and German share
# them.
# Who asks a heading as it stands (a suggestion, a question of the FAQ) means what stands below it: chosen, not
# fitted, so that no other section is quoted beside it (language/excerpt.py).
WEIGHTS = {"rank": 1.5, "met": 5.0, "meaning": 11.1, "unit": 3.9, "heading": 1.3, "shape": 1.1, "named": 6.0}


def idf(count: int, total: int) -> float:
    """How much a word tells apart, from how many of the passages hold it."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def stems_of(text: str, language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words(text))


def coverage(weights: Mapping[str, float], held: frozenset[str]) -> float:
    """The share of the question's weight that these stems carry."""
    total = sum(weights.values())
    return sum(weight for root, weight in weights.items() if root in held) / total if total else 0.0


def held(asked: Asked, texts: Sequence[str], embedder: Embedder) -> Vectors:
    """How far each text has each word of the question: in that word or a near one, or as it is usually told."""
    found = embedder.match(asked.words, texts)
    for rows, columns in met_usually(asked, texts):
        found[np.ix_(rows, columns)] = 1.0
    return found


def meant(asked: Asked, texts: Sequence[str], embedder: Embedder) -> Vectors:
    """The same, where a word of the same meaning counts as well: visitors say it in other words than the site."""
    said = [stems_of(text, asked.language) for text in texts]
    every = frozenset[str]().union(*said)
    others = [_others(root, every, asked.language) for root in asked.stems]
    alike = [[ALIKE * (not words.isdisjoint(one)) for words in others] for one in said]
    found = np.array(alike, np.float32).reshape(len(texts), len(others))
    return np.maximum(found, held(asked, texts, embedder))


def _others(root: str, said: frozenset[str], language: str) -> frozenset[str]:
    """Which stems stand for a word: those of its meanings, and in German those of its parts and compounds."""
    parts = (
        {other for other in said if _in_compound(*sorted((root, other), key=len))} if language == "de" else ()
    )
    return (twins(language).get(root, frozenset()) & said).union(parts)


def _in_compound(short: str, long: str) -> bool:
    whole = len(short) >= SHORTEST_PART and len(long) - len(short) >= LEAST_REST
    return whole and (long.startswith(short) or long.endswith(short))


def direction(asked: Asked, embedder: Embedder) -> Vectors:
    """Where a question points, with what it leans on."""
    now, before = embedder.embed([asked.text, asked.setting])
    mixed: Vectors = now + (SUBJECT if asked.valued else SETTING) * before
    length = float(np.linalg.norm(mixed))
    return mixed / length if length else mixed


def rank_sections(
    asked: Asked,
    sections: Sequence[Section],
    weights: Mapping[str, float],
    embedder: Embedder,
    *,
    most: int | None = None,
) -> list[Fit]:
    """Score sections against a question, best first; `weights` says how much each of its stems tells.

    Reading every sentence is most of the work. With `most`, it is done only for sections that can still be among
    the `most` best; those, and perhaps some more, are returned. (A third of the sections on python3-doc.)
    """
    top = max((section.rank for section in sections), default=0.0) or 1.0
    towards = direction(asked, embedder)
    wholes = _meanings(sections, towards, embedder)
    rough = [
        Fit(section, section.rank / top, met, *whole, 1.0, *_form(asked, section))
        for section, met, whole in zip(
            sections, _met(asked, sections, weights, embedder), wholes, strict=True
        )
    ]
    rough.sort(key=lambda fit: -fit.score)
    fits: list[Fit] = []
    best: list[float] = []  # the scores of the `most` best so far, the lowest first
    for fit in rough:
        if most is not None and len(best) >= most and fit.score < best[0]:
            break
        fit = replace(fit, unit=_best_unit(fit.section, towards, embedder))
        fits.append(fit)
        heapq.heappush(best, fit.score)
        if most is not None and len(best) > most:
            heapq.heappop(best)
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
    return [float((row * telling).sum()) / total for row in held(asked, texts, embedder)]


def _form(asked: Asked, section: Section) -> tuple[float, bool]:
    """How many of the things that are wanted by their shape a section has, and whether its heading is the question."""
    shapes = [shape for part in asked.parts if (shape := SECTION_SHAPES.get(part.wants))]
    has = sum(bool(shape.search(section.text)) for shape in shapes) / len(shapes) if shapes else 0.5
    return has, [words(asked.text)] == [words(unnumbered(name)) for name in section.headings[-1:]]


def _meanings(sections: Sequence[Section], towards: Vectors, embedder: Embedder) -> list[tuple[float, float]]:
    """Nearness in meaning of each section's best passage, and of its heading."""
    texts: list[str] = []
    spans: list[tuple[int, int]] = []
    for section in sections:
        start, lead = len(texts), " ".join(section.headings[-2:])
        texts.append(" ".join(section.headings[-1:]))
        if section.meaning is None:
            texts += [f"{lead}. {passage}" for passage in section.passages]
        spans.append((start, len(texts)))
    near = nearness(embedder.embed(texts), towards)
    known = [section.meaning for section in sections]
    return [
        (float(near[start + 1 : end].max()) if meaning is None else meaning, float(near[start]))
        for (start, end), meaning in zip(spans, known, strict=True)
    ]


def _best_unit(section: Section, towards: Vectors, embedder: Embedder) -> float:
    """Nearness in meaning of the best sentence, item or row."""
    texts = [unit.text for passage in section.passages for unit in units(passage)]
    return float(nearness(embedder.embed(texts), towards).max(initial=0.0))
