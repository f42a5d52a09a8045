"""What a few sections say to one question: the units that answer best, whichever section they stand in."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from answerable.domain.evidence import Evidence, Ledger
from answerable.language.asked import Asked, Part
from answerable.language.embed import nearness
from answerable.language.ranking import Embedder, Vectors, direction, held, idf, stems_of
from answerable.language.rows import as_told, asked_for, is_header
from answerable.language.sentences import Unit, units
from answerable.language.shapes import LINK_ALONE, SAYS_SO, SHAPES, UNTOLD
from answerable.language.usual import shape_of
from answerable.language.words import detect_language

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
# The names of columns tell nothing alone. Chosen: beyond what is still quoted beside a better unit.
_HEADER = -5.0
# What a unit gains that has the shape of what is wanted (a number for "how many"), and one that has not.
_SHAPED = {
    "number": (1.7, -1.0),
    "price": (1.7, -1.0),
    "measure": (2.8, -1.0),
    "weight": (2.8, -1.0),  # as any measure
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
# Room for an answer whose units stand out, and for one where many are about as good: who cannot tell which sentence
# answers shows more of them.
SHORT, LONG = 560, 1_150
# For every further thing that is asked: gained 1 point on the mean of nine sets.
FURTHER = 300
# So many units as good as the best one (each counted by e to the power of its distance) are many. On 513 recorded
# questions of sixteen sites 338 were right, at 12 334 and at 99 325; with much room for all 357 were right.
_MANY = 9.0
# A unit this much worse than the best is about something else, however much room there is. At 3.5 the nine sets lost
# half a point, without a bound they gained half a point and every answer was filled to the brim.
_FAR = 4.5
# Sections that may be quoted; the units of all of them compete for the room.
CANDIDATES = 6
# A section in the question's language counts as the translation of one in another if it is at most this much worse.
# Chosen, not measured: on the sandbox shop, which has both, it changed no score and mixed no languages any more.
TRANSLATED = 2.5
# An answer quotes from so many of them, one more for every further thing that is asked: with more none of 244 was won,
# with two five were lost.
_SECTIONS = 3
# A further section is at most so much worse than the best, and its best unit must come the nearer to the best of all,
# the more of the question is met already (so near where nothing is). Of 335 further sections 33 held what the first did
# not. Chosen on the 362 recorded questions of twelve sites that it was measured on; no site was left out.
_BELOW, _UNMET = 3.5, 5.0
# What speaks against telling again what the answer before told, and how near it must still come to the best. Chosen for
# readers: of 41 recorded follow-ups 22 are right, 24 without the second bound, as some facts were told before.
_AGAIN, _STILL = -2.0, 0.5
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

    @property
    def text(self) -> str:
        return " ".join((*self.headings, *(unit.text for unit in self.units)))

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


@dataclass(frozen=True)
class Rated:
    """How well each unit of some sections answers: a place, a score and a row for each, the sections in turn."""

    places: list[tuple[int, int]]
    by_part: list[Vectors]  # for each part of the question, what speaks for each unit
    held: list[Vectors]  # for each part how far each unit, or its headings, has each of its words
    telling: list[Vectors]  # how much each word tells; together 1
    letters: list[str]  # what each unit says, without spaces and signs

    def share(self, rows: Collection[int], part: int) -> float:
        """How much of a part these units meet together, 0 to 1."""
        met = self.held[part][list(rows)].max(axis=0, initial=0.0)
        return float(met @ self.telling[part])


def choose(asked: Asked, sections: Sequence[Quotable], embedder: Embedder, before: str = "") -> list[Pick]:
    """The units that answer best and fit into the room of an answer; the best section first, each in reading order.

    `before` is the answer that a follow-up goes on from.
    """
    judged = judge(asked, sections, embedder, before)
    chosen: dict[int, int] = {}  # row -> part
    quoted: dict[int, int] = {}  # section -> characters, the one with the best unit first
    told: set[str] = set()  # a page and its PDF say the same
    left = room_for(judged.by_part)
    for row, part in _in_turn(judged.by_part):
        number, place = judged.places[row]
        behind = float(judged.by_part[part].max() - judged.by_part[part][row])
        again = behind > _STILL and judged.letters[row] in _letters(before)
        worse = sections[0].score - sections[number].score > _BELOW
        reach = _FAR if number in quoted or not quoted else _reach(judged, chosen, part)
        if again or worse or behind > reach:
            continue
        within = sections[number].units
        together = {row + one - place: len(within[one].text) + 1 for one in _together(within, place)}
        fresh = {one: judged.letters[one] for one in together if one not in chosen}
        fresh = {one: said for one, said in fresh.items() if one == row or said not in _letters(before)}
        length = sum(together[one] for one in fresh)
        if (length <= left or not chosen) and not told.issuperset(fresh.values()):
            chosen |= dict.fromkeys(fresh, part)
            told.update(fresh.values())
            quoted[number] = quoted.get(number, 0) + length
            left -= length
    kept = [number for number, length in quoted.items() if length > _CRUMB or len(quoted) == 1]
    by_place = {judged.places[row]: part for row, part in chosen.items()}
    return [
        Pick(number, place, by_place[number, place])
        for number in kept
        for place in sorted(asked_for(sections[number].units, [p for n, p in by_place if n == number], asked))
    ]


def _reach(judged: Rated, chosen: Collection[int], part: int) -> float:
    """How much worse than the best the first unit of a further section may be."""
    quoted = {judged.places[row][0] for row in chosen}
    if len(quoted) >= _SECTIONS + len(judged.by_part) - 1:
        return -1.0
    return min(_FAR, _UNMET * (1 - judged.share(chosen, part))) if len(judged.by_part) == 1 else _FAR


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def to_quote(ledger: Ledger, language: str) -> list[Evidence]:
    """The sections that may be quoted; of a site in two languages those in the one that was asked in."""
    best = ledger.best(2 * CANDIDATES)
    spoken = [piece for piece in best if detect_language(piece.text, language) == language]
    if spoken and spoken[0].score >= best[0].score - TRANSLATED:
        best = spoken
    return best[:CANDIDATES]


def met(asked: Asked, sections: Sequence[Quotable], embedder: Embedder) -> float:
    """How far the section that speaks of most of what is asked meets its telling words, 0 to 1."""
    if not (asked.words and sections):
        return 1.0
    texts = [section.text for section in sections]
    return float(nearness(held(asked, texts, embedder), _telling(asked, sections)).max())


def room_for(by_part: Sequence[Vectors]) -> int:
    """How many characters an answer gets: more where no unit stands out or several things are asked."""
    scores = np.maximum.reduce(by_part)
    if float(np.exp(scores - scores.max(initial=0.0)).sum()) > _MANY:
        return LONG
    return min(LONG, SHORT + FURTHER * (len(by_part) - 1))


def judge(asked: Asked, sections: Sequence[Quotable], embedder: Embedder, before: str = "") -> Rated:
    """What speaks for each unit."""
    parts = zip(asked.apart(), asked.parts, strict=True)
    each = [(one, part, _telling(one, sections)) for one, part in parts]
    places = [(number, place) for number, told in enumerate(sections) for place in range(len(told.units))]
    told = [section for section in sections if section.units]
    best = max((section.score for section in told), default=0.0)
    found: list[list[Vectors]] = [[np.empty(0, np.float32)] for _ in each]
    has_words = [[np.empty((0, len(one.words)), np.float32)] for one, *_ in each]
    letters = list[str]()
    for section in told:
        texts = as_told(section.units)
        letters += map(_letters, texts)
        again = np.array([said in _letters(before) for said in letters[-len(texts) :]])
        below = _WEIGHTS["below"] * (section.score - best) + _AGAIN * again
        for scores, words, (one, part, telling) in zip(found, has_words, each, strict=True):
            shared, vectors, has = _section_scores(one, section, texts, telling, embedder)
            own = _WEIGHTS["part"] * nearness(vectors, embedder.embed([part.text])[0])
            scores.append((shared + own + below + _shapes(part, section.units, texts)).astype(np.float32))
            words.append(has)
    by_part = [np.concatenate(scores) for scores in found]
    every = [np.concatenate(words) for words in has_words]
    return Rated(places, by_part, every, [telling for *_, telling in each], letters)


def _telling(asked: Asked, sections: Sequence[Quotable]) -> Vectors:
    """How much each word of the question tells one unit from another; together 1."""
    said = [stems_of(unit.text, asked.language) for section in sections for unit in section.units]
    counts = Counter(root for stems in said for root in stems)
    rare = np.array([idf(counts[root], len(said)) for root in asked.stems], np.float32)
    return rare / max(float(rare.sum()), 1e-6)


def _section_scores(
    asked: Asked, told: Quotable, texts: Sequence[str], telling: Vectors, embedder: Embedder
) -> tuple[Vectors, Vectors, Vectors]:
    """What speaks for each unit of one section whatever the part, its vector, and which words it has."""
    above = " ".join(told.headings)
    around = [" ".join(texts[max(0, place - 1) : place + 2]) for place in range(len(texts))]
    vectors = embedder.embed([above, *around, *texts])
    near = nearness(vectors[: len(texts) + 1], direction(asked, embedder))
    has = held(asked, [above, *texts], embedder)
    shared = _WEIGHTS["headings"] * near[0] + _WEIGHTS["window"] * near[1:] + _looks(told.units)
    shared += _WEIGHTS["many"] * math.log(len(texts))
    for reach, weight in enumerate(_MET):
        shared += weight * nearness(np.maximum(_within(has[1:], reach), has[0]), telling)
    return shared, vectors[len(texts) + 1 :], np.maximum(has[1:], has[0])


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
            + _HEADER * is_header(within, place)
            + _DUMP * max(0, len(unit.text) - _LONG_CODE) * (unit.kind == "code")
            for place, unit in enumerate(within)
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
    if within[place].kind == "row" and not re.search(r"\d", within[place].text):
        # The first may name the columns of those below it, which cannot always be told.
        table = [one for one, unit in enumerate(within) if unit.block == within[place].block]
        company += table[1:] if place == table[0] else []
    if within[place].kind == "code" and place > 0:
        company.append(place - 1)
    if within[place].text.rstrip().endswith(":") and place + 1 < len(within):
        items = list(takewhile(lambda unit: unit.kind == "item", within[place + 1 :]))
        whole = items and sum(len(unit.text) + 1 for unit in items) <= _LIST
        company += range(place + 1, place + 1 + (len(items) if whole else 1))
    return company
