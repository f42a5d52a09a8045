"""What a few sections say to one question: the units that answer best, whichever section they stand in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from answerable.domain.evidence import Evidence
from answerable.language.asked import Asked, Part
from answerable.language.embed import nearness
from answerable.language.ranking import Embedder, Vectors, direction, idf, stems_of, told_usually
from answerable.language.rows import as_told, asked_for
from answerable.language.sentences import Unit, units
from answerable.language.shapes import LINK_ALONE, SAYS_SO, SHAPES, UNTOLD
from answerable.language.usual import shape_of

# Rounded from a fit (softmax over the units of the best six sections) on 244 questions of nine sites. With each site
# left out of its own fit 55 % of the questions got their facts within 560 characters and 63 % within 1,150; the seven
# features before it gave 49 % and 59 % (docs/decisions/answers-by-rule.md).
_WEIGHTS = {
    "headings": 2.0,  # nearness of its headings to the question
    "window": 2.8,  # nearness of the unit and those beside it
    "part": 2.1,  # nearness of the unit alone to the part it is to answer
    "below": 0.33,  # how far its section ranks below the best
    "many": -0.36,  # for each power of e of units in its section
    "item": -0.4,
    "commands": 1.7,  # code, where steps are wanted
}
# How far every telling word is met: in the headings, in the unit, or in so many units on either side of it. What the
# heading has said already a good answer does not say again.
_MET = (4.3, 2.8, 2.7)
# What speaks against code, for every character beyond so many: it takes the room of sentences that tell what it does.
# On 607 recorded questions of twenty sites one more was right and none less.
_DUMP, _LONG_CODE = -0.005, 300
# What a unit gains that has the shape of what is wanted (a number for "how many"), and one that has not.
_SHAPED = {
    "number": (1.7, -1.0),
    "price": (1.7, -1.0),
    "measure": (2.8, -1.0),
    "often": (3.0, -1.0),
    "date": (2.8, -0.3),
    "person": (1.8, -0.3),
    "contact": (3.0, -0.4),
    "steps": (0.5, -0.3),
    "reason": (0.5, -0.3),
    "yesno": (0.6, 0.0),
}
# The same where it is told in a form that needs no words of the question. Chosen as for a measure, not fitted.
_USUAL = (2.8, -1.0)
# What the share of the question that one section meets adds to the log odds of the weigher's chance. From a fit of
# which questions are answered at all, on 465 questions of fourteen sites.
_TOLD = 3.4
# Room for an answer whose units stand out, and for one where many are about as good: who cannot tell which sentence
# answers shows more of them.
SHORT, LONG = 560, 1_150
# For every further thing that is asked: gained 1 point on the mean of nine sets.
FURTHER = 300
# So many units as good as the best one (each counted by e to the power of its distance) are many. On 513 recorded
# questions of sixteen sites 338 were right, at 12 334 and at 99 325; no site fell and no answer in the middle of a site
# was longer than 580 characters. At 8 (and 580 for SHORT) two sites passed 600; with much room for all 357 were right.
_MANY = 9.0
# A unit this much worse than the best is about something else, however much room there is. At 3.5 the nine sets lost
# half a point, without a bound they gained half a point and every answer was filled to the brim.
_FAR = 4.5
# Sections that may be quoted; the units of all of them compete for the room.
CANDIDATES = 6
# An answer quotes from so many of them, one more for every further thing that is asked. Without the bound a quarter
# of the answers of nine sites came from four to six sections and not one more of them was right; with two sections
# five of 244 were lost. A bound on how much worse a further section may be (2 or 3 below the best) cost the Debian FAQ
# its page in two or one of 32 questions.
_SECTIONS = 3
# What a section adds below so many characters ("2. Rinse twice.") is a crumb: left out, no answer of 244 was lost.
_CRUMB = 30
# A section of at most so many characters is quoted whole: a cut costs more sense than it saves room.
_TINY = 250
# A list of at most so many characters is quoted whole with the sentence that announces it. Chosen, not measured: on 557
# recorded questions one more was right and one less; "the following details:" with one detail reads as if cut off.
_LIST = 450


@dataclass(frozen=True)
class Quotable:
    """A section as a drafter may quote it."""

    headings: tuple[str, ...]
    units: tuple[Unit, ...]
    score: float  # how well the section fits the question

    @classmethod
    def of(cls, piece: Evidence) -> Quotable:
        """A piece of evidence as a drafter may quote it."""
        return cls(piece.locator.path, tuple(units(piece.text)), piece.score)


@dataclass(frozen=True)
class Pick:
    """One unit to quote, and the part of the question it answers."""

    section: int
    place: int
    part: int


def choose(asked: Asked, sections: Sequence[Quotable], embedder: Embedder) -> list[Pick]:
    """The units that answer best and fit into the room of an answer; the best section first, each in reading order."""
    places = [(number, place) for number, told in enumerate(sections) for place in range(len(told.units))]
    if not places:
        return []
    by_part = unit_scores(asked, sections, embedder)
    chosen: dict[tuple[int, int], int] = {}
    quoted: dict[int, int] = {}  # section -> characters, the one with the best unit first
    told: set[str] = set()  # a page and its PDF say the same
    left = room_for(np.maximum.reduce(by_part), len(by_part))
    for row, part in _in_turn(by_part):
        if by_part[part][row] < by_part[part].max() - _FAR:
            continue
        number, place = places[row]
        if number not in quoted and len(quoted) >= _SECTIONS + len(by_part) - 1:
            continue
        within = sections[number].units
        together = [one for one in _together(within, place) if (number, one) not in chosen]
        fresh = {one: "".join(filter(str.isalnum, within[one].text.lower())) for one in together}
        length = sum(len(within[one].text) + 1 for one in fresh)
        if (length <= left or not chosen) and not told.issuperset(fresh.values()):
            chosen |= {(number, one): part for one in fresh}
            told.update(fresh.values())
            quoted[number] = quoted.get(number, 0) + length
            left -= length
    return [
        Pick(number, place, chosen[number, place])
        for number, length in quoted.items()
        if length > _CRUMB or len(quoted) == 1
        for place in sorted(
            asked_for(
                sections[number].units, [p for n, p in chosen if n == number], asked.stems, asked.language
            )
        )
    ]


def met(asked: Asked, sections: Sequence[Quotable], embedder: Embedder) -> float:
    """How far the section that speaks of most of what is asked meets its telling words, 0 to 1."""
    if not (asked.words and sections):
        return 1.0
    texts = [" ".join((*told.headings, *(unit.text for unit in told.units))) for told in sections]
    return float(nearness(_held(asked, texts, embedder), _telling(asked, sections)).max())


def told_odds(chance: float, share: float) -> float:
    """Log odds that the site tells it: of the weigher's chance that the answer is right, and of how far it is met."""
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance)) + _TOLD * share


def room_for(scores: Vectors, parts: int = 1) -> int:
    """How many characters an answer gets: more where no unit stands out or several things are asked."""
    if float(np.exp(scores - scores.max()).sum()) > _MANY:
        return LONG
    return min(LONG, SHORT + FURTHER * (parts - 1))


def unit_scores(asked: Asked, sections: Sequence[Quotable], embedder: Embedder) -> list[Vectors]:
    """For each part of the question, how well each unit answers it; units of all sections in one row."""
    towards = direction(asked, embedder)
    parts = embedder.embed([part.text for part in asked.parts])
    telling = _telling(asked, sections)
    told = [section for section in sections if section.units]
    rows = [_section_scores(asked, section, telling, towards, embedder) for section in told]
    best = max((section.score for section in told), default=0.0)
    found: list[Vectors] = []
    for part, wanted in zip(asked.parts, parts, strict=True):
        scores = [
            shared
            + _WEIGHTS["part"] * nearness(vectors, wanted)
            + _shapes(part, section.units, texts)
            + _WEIGHTS["below"] * (section.score - best)
            for section, (shared, vectors, texts) in zip(told, rows, strict=True)
        ]
        found.append(np.concatenate(scores).astype(np.float32))
    return found


def _telling(asked: Asked, sections: Sequence[Quotable]) -> Vectors:
    """How much each word of the question tells one unit from another; together 1."""
    held = [stems_of(unit.text, asked.language) for section in sections for unit in section.units]
    counts = Counter(root for stems in held for root in stems)
    rare = np.array([idf(counts[root], len(held)) for root in asked.stems], np.float32)
    return rare / max(float(rare.sum()), 1e-6)


def _section_scores(
    asked: Asked, told: Quotable, telling: Vectors, towards: Vectors, embedder: Embedder
) -> tuple[Vectors, Vectors, list[str]]:
    """What speaks for each unit of one section whatever the part, and the units' vectors and texts."""
    texts = as_told(told.units)
    above = " ".join(told.headings)
    around = [" ".join(texts[max(0, place - 1) : place + 2]) for place in range(len(texts))]
    vectors = embedder.embed([above, *around, *texts])
    near = nearness(vectors[: len(texts) + 1], towards)
    held = _held(asked, [above, *texts], embedder)
    shared = _WEIGHTS["headings"] * near[0] + _WEIGHTS["window"] * near[1:] + _looks(told.units)
    shared += _WEIGHTS["many"] * math.log(len(texts))
    for reach, weight in enumerate(_MET):
        shared += weight * nearness(np.maximum(_within(held[1:], reach), held[0]), telling)
    return shared, vectors[len(texts) + 1 :], texts


def _held(asked: Asked, texts: Sequence[str], embedder: Embedder) -> Vectors:
    """How far each text has each word of the question: in words, or in the form in which it is usually told."""
    return np.maximum(embedder.match(asked.words, texts), told_usually(asked, texts))


def _within(held: Vectors, reach: int) -> Vectors:
    """How far each word is met in a unit or in one at most `reach` units away."""
    wide = np.pad(held, ((reach, reach), (0, 0)))
    best: Vectors = np.max([wide[start : start + len(held)] for start in range(2 * reach + 1)], axis=0)
    return best


def _looks(within: Sequence[Unit]) -> Vectors:
    """What speaks against a unit by its look alone: it asks, announces, points back or points elsewhere."""
    return np.array(
        [
            sum(weight for look, weight in UNTOLD if look.search(unit.text))
            + _WEIGHTS["item"] * (unit.kind == "item")
            + _DUMP * max(0, len(unit.text) - _LONG_CODE) * (unit.kind == "code")
            for unit in within
        ],
        np.float32,
    )


def _shapes(part: Part, within: Sequence[Unit], texts: Sequence[str]) -> Vectors:
    has, has_not = _SHAPED.get(part.wants, (0.0, 0.0))
    shape = SAYS_SO if part.wants == "yesno" else SHAPES.get(part.wants)
    if (usual := shape_of(part.text)) and any(map(usual.search, texts)):
        shape, (has, has_not) = usual, _USUAL
    commands = _WEIGHTS["commands"] * (part.wants == "steps")
    return np.array(
        [
            (has if shape and shape.search(text) else has_not) + commands * (unit.kind == "code")
            for unit, text in zip(within, texts, strict=True)
        ],
        np.float32,
    )


def _in_turn(by_part: Sequence[Vectors]) -> list[tuple[int, int]]:
    """The best unit for each part, then the second best for each, and so on: no part takes all the room."""
    orders = [np.argsort(-scores, kind="stable") for scores in by_part]
    return [(int(order[rank]), part) for rank in range(len(orders[0])) for part, order in enumerate(orders)]


def _together(within: Sequence[Unit], place: int) -> Sequence[int]:
    """A unit with what it needs to be read: code its announcement, an announcement what it announces."""
    if sum(len(unit.text) + 1 for unit in within) <= _TINY:
        return [one for one, unit in enumerate(within) if one == place or not LINK_ALONE.search(unit.text)]
    company = [place]
    if within[place].kind == "code" and place > 0:
        company.append(place - 1)
    if within[place].text.rstrip().endswith(":") and place + 1 < len(within):
        items = list(takewhile(lambda unit: unit.kind == "item", within[place + 1 :]))
        whole = items and sum(len(unit.text) + 1 for unit in items) <= _LIST
        company += range(place + 1, place + 1 + (len(items) if whole else 1))
    return company
