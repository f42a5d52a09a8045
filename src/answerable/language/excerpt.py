"""What a few sections say to one question: the units that answer best, whichever section they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from answerable.language.asked import Asked, Part
from answerable.language.embed import nearness
from answerable.language.ranking import Embedder, Vectors, direction
from answerable.language.sentences import Unit
from answerable.language.shapes import SHAPES

# Rounded from a fit (softmax over the units of the best six sections) on 133 questions of the six sets. With each
# site left out of its own fit 57 % of the questions got their facts, against 51 % when every section had its own
# share of the room; other fits and sets of features gave 55 to 59 % (docs/decisions/answers-by-rule.md).
_WEIGHTS = {
    "met": 6.3,  # how far every telling word is met, in the same word or one near in meaning
    "headed": 4.2,  # nearness to the question, together with its headings
    "window": 3.0,  # the same, together with the units around it
    "part": 1.9,  # nearness to the part it is to answer
    "below": 0.5,  # how far its section ranks below the best
    "shaped": 1.1,  # has the shape of what is wanted (a number for "how many")
    "shapeless": -0.7,  # has not, though one is wanted
}
# Room for an answer whose units stand out, and for one where many are about as good: who cannot tell which sentence
# answers shows more of them.
SHORT, LONG = 560, 1_150
# So many units as good as the best one (each counted by e to the power of its distance) are many. Less than half of the
# questions of five sets have more (of PostgreSQL most), so that an answer in the middle stays below 600 characters.
_MANY = 6.5
# A unit this much worse than the best is about something else, however much room there is. Quoting those too gained
# 1 point on the mean of the sets and filled every answer to the brim.
_FAR = 3.5
# A section of at most so many characters is quoted whole: a cut costs more sense than it saves room.
_TINY = 250


@dataclass(frozen=True)
class Quotable:
    """A section as a drafter may quote it."""

    headings: tuple[str, ...]
    units: tuple[Unit, ...]
    score: float  # how well the section fits the question


@dataclass(frozen=True)
class Pick:
    """One unit to quote, and the part of the question it answers."""

    section: int
    place: int
    part: int


def choose(
    asked: Asked, sections: Sequence[Quotable], weights: Mapping[str, float], embedder: Embedder
) -> list[Pick]:
    """The units that answer best and fit into the room of an answer, in reading order."""
    places = [(number, place) for number, told in enumerate(sections) for place in range(len(told.units))]
    if not places:
        return []
    by_part = unit_scores(asked, sections, weights, embedder)
    chosen: dict[tuple[int, int], int] = {}
    left = room_for(np.maximum.reduce(by_part))
    for row, part in _in_turn(by_part):
        if by_part[part][row] < by_part[part].max() - _FAR:
            continue
        number, place = places[row]
        units = sections[number].units
        fresh = [one for one in _together(units, place) if (number, one) not in chosen]
        length = sum(len(units[one].text) + 1 for one in fresh)
        if length <= left or not chosen:
            chosen |= {(number, one): part for one in fresh}
            left -= length
    return [Pick(*where, part) for where, part in sorted(chosen.items())]


def room_for(scores: Vectors) -> int:
    """How many characters an answer gets: more where no unit stands out."""
    return LONG if float(np.exp(scores - scores.max()).sum()) > _MANY else SHORT


def unit_scores(
    asked: Asked, sections: Sequence[Quotable], weights: Mapping[str, float], embedder: Embedder
) -> list[Vectors]:
    """For each part of the question, how well each unit answers it; units of all sections in one row."""
    towards = direction(asked.text, asked.setting, embedder)
    parts = embedder.embed([part.text for part in asked.parts])
    rows = [_section_scores(asked, told, weights, embedder, towards) for told in sections]
    best = max((told.score for told in sections), default=0.0)
    found: list[Vectors] = []
    for part, wanted in zip(asked.parts, parts, strict=True):
        scores = [
            shared
            + _WEIGHTS["part"] * nearness(vectors, wanted)
            + _shapes(part, told.units)
            + _WEIGHTS["below"] * (told.score - best)
            for told, (shared, vectors) in zip(sections, rows, strict=True)
        ]
        found.append(np.concatenate(scores).astype(np.float32))
    return found


def _section_scores(
    asked: Asked, told: Quotable, weights: Mapping[str, float], embedder: Embedder, towards: Vectors
) -> tuple[Vectors, Vectors]:
    """What speaks for each unit of one section whatever the part, and the units' vectors."""
    texts = [unit.text for unit in told.units]
    lead = " ".join(told.headings[-2:])
    around = [" ".join(texts[max(0, place - 1) : place + 2]) for place in range(len(texts))]
    shared = (
        _WEIGHTS["met"] * _met(asked, texts, weights, embedder)
        + _WEIGHTS["headed"] * nearness(embedder.embed([f"{lead}. {text}" for text in texts]), towards)
        + _WEIGHTS["window"] * nearness(embedder.embed(around), towards)
    )
    return shared, embedder.embed(texts)


def _met(asked: Asked, texts: Sequence[str], weights: Mapping[str, float], embedder: Embedder) -> Vectors:
    telling = np.array([weights[root] for root in asked.stems], np.float32)
    total = float(telling.sum())
    if not total:
        return np.zeros(len(texts), np.float32)
    met: Vectors = np.einsum("ij,j->i", embedder.match(asked.words, texts), telling) / np.float32(total)
    return met


def _shapes(part: Part, units: Sequence[Unit]) -> Vectors:
    shape = SHAPES.get(part.wants)
    if shape is None:
        return np.zeros(len(units), np.float32)
    has, has_not = _WEIGHTS["shaped"], _WEIGHTS["shapeless"]
    return np.array([has if shape.search(unit.text) else has_not for unit in units], np.float32)


def _in_turn(by_part: Sequence[Vectors]) -> list[tuple[int, int]]:
    """The best unit for each part, then the second best for each, and so on: no part takes all the room."""
    orders = [np.argsort(-scores, kind="stable") for scores in by_part]
    return [(int(order[rank]), part) for rank in range(len(orders[0])) for part, order in enumerate(orders)]


def _together(units: Sequence[Unit], place: int) -> Sequence[int]:
    """A unit with what it needs to be read: code its announcement, an announcement what it announces."""
    if sum(len(unit.text) + 1 for unit in units) <= _TINY:
        return range(len(units))
    company = [place]
    if units[place].kind == "code" and place > 0:
        company.append(place - 1)
    if units[place].text.rstrip().endswith(":") and place + 1 < len(units):
        company.append(place + 1)
    return company
