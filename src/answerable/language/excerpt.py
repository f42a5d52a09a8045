"""What a section says to one question: the units that answer, with as much around them as fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from answerable.language.asked import Asked, Part
from answerable.language.embed import nearness
from answerable.language.ranking import Embedder, Vectors, coverage, direction, stems_of
from answerable.language.sentences import Unit
from answerable.language.shapes import SHAPES

# How much a unit gains by having the shape of what is wanted (a number for "how many"), and how much one that
# has not loses. Doubling or dropping it moved the mean of four sets by 2 points, about the noise.
_SHAPE_GAIN = {
    "number": (0.22, 0.15),
    "date": (0.22, 0.15),
    "person": (0.15, 0.0),
    "steps": (0.08, 0.0),
    "reason": (0.12, 0.0),
}

# Nearness to the whole question, to the part, and the share of telling words: the mean of four
# sets stayed within 3 points when each was dropped or doubled, so these are plain middle values.
_WHOLE, _PART, _WORDS = 0.5, 0.5, 0.3
# The first unit of a section is a little likelier to answer its heading than a later one that sounds the
# same.
_FIRST, _SECOND = 0.05, 0.03
# A section that is only a little too long is quoted whole: a cut costs more sense than it saves room.
_NEARLY_FITS = 1.15


def unit_scores(
    asked: Asked, taken: Sequence[Unit], weights: Mapping[str, float], embedder: Embedder
) -> list[Vectors]:
    """For each part of the question, how well each unit answers it."""
    rows = embedder.embed([unit.text for unit in taken])
    whole = nearness(rows, direction(asked.text, asked.setting, embedder))
    by_part = [nearness(rows, row) for row in embedder.embed([part.text for part in asked.parts])]
    covers = np.array([coverage(weights, stems_of(unit.text, asked.language)) for unit in taken], np.float32)
    first = np.zeros(len(taken), np.float32)
    first[:2] = (_FIRST, _SECOND)[: len(taken)]
    shared = _WHOLE * whole + _WORDS * covers + first
    return [
        (shared + _PART * by_part[number] + _shapes(part, taken)).astype(np.float32)
        for number, part in enumerate(asked.parts)
    ]


def _shapes(part: Part, taken: Sequence[Unit]) -> Vectors:
    shape = SHAPES.get(part.wants)
    if shape is None:
        return np.zeros(len(taken), np.float32)
    gain, loss = _SHAPE_GAIN[part.wants]
    return np.array([gain if shape.search(unit.text) else -loss for unit in taken], np.float32)


def pick(taken: Sequence[Unit], scores: Vectors, room: int) -> set[int]:
    """The units that answer best and fit into `room` characters; the whole section when it nearly fits."""
    if sum(len(unit.text) + 1 for unit in taken) <= room * _NEARLY_FITS:
        return set(range(len(taken)))
    chosen: set[int] = set()
    used = 0
    for place in np.argsort(-scores, kind="stable"):
        fresh = _with_company(taken, int(place)) - chosen
        length = sum(len(taken[one].text) + 1 for one in fresh)
        if used + length <= room or not chosen:
            chosen |= fresh
            used += length
    return chosen


def _with_company(taken: Sequence[Unit], place: int) -> set[int]:
    """A unit with what it needs to be read: code its announcement, an announcement what it announces."""
    company = {place}
    if taken[place].kind == "code" and place > 0:
        company.add(place - 1)
    if taken[place].text.rstrip().endswith(":") and place + 1 < len(taken):
        company.add(place + 1)
    return company
