"""Does a value belong to the same subject in the claim as in the evidence?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from answerable.language.values import COUNTED, Forms, Value
from answerable.language.words import stem
from answerable.stages.verify.ground import ROOT, Sentence, checked
from answerable.stages.verify.window import Window

# By how many words the exchanged reading must fit better. At 1 one more of 115 paraphrases was stopped, at
# 3 one more of 78 false sentences passed.
_CLEARLY = 2
_SPANS = frozenset(("s", "bday", "month", "night"))  # lengths of time rival each other whatever their unit
_SPAN = re.compile(r"\s?[-–—]\s?|\s(?:to|bis)\s")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]{3,})")


@dataclass(frozen=True)
class _Part:
    """A clause of the evidence and what was said before it in its sentence."""

    clause: Sentence
    sentence: int
    place: int
    roots: frozenset[str]
    # With the clauses before it: "a car pays 210, a passenger 85" leaves out the second "pays".
    heard: frozenset[str]


def swapped(claim: Sentence, window: Window) -> Iterator[Value]:
    """Values that the evidence gives to another subject than the claim does."""
    parts = _parts(window)
    if parts:
        said = [(clause, value) for clause in claim.clauses for value in clause.values if checked(value)]
        claimed = claim.roots
        for clause, value in said:
            rivals = _closer(value, clause.roots - {value.canonical}, claimed, parts)
            # Where the claim names the rival's value as well, only a mutual exchange is one.
            if any(not _names(rival, value, said) for rival in rivals):
                yield value
        yield from _exchanged(said, parts)
    yield from _torn(claim, window)
    yield from _miscounted(claim, window)


def _torn(claim: Sentence, window: Window) -> Iterator[Value]:
    """The second end of a span whose two ends no sentence of the evidence has together."""
    ends = [value for value in claim.values if value.kind in COUNTED and not value.weak]
    for first, last in pairwise(ends):
        together = any(s.forms.carry(first) and s.forms.carry(last) for s in window.sentences)
        if not together and _SPAN.fullmatch(claim.text[first.end : last.start]):
            yield last


def _exchanged(said: list[tuple[Sentence, Value]], parts: list[_Part]) -> Iterator[Value]:
    """Two values of a claim that fit the evidence better the other way round."""
    for (left, one), (right, two) in combinations(said, 2):
        if (
            left is right
            or one.kind != two.kind
            or _unit(one) != _unit(two)
            or one.canonical == two.canonical
        ):
            continue
        ones = [part for part in parts if part.clause.forms.carry(one)]
        twos = [part for part in parts if part.clause.forms.carry(two)]
        pairs = list(product(ones, twos))
        here, there = left.roots - {one.canonical}, right.roots - {two.canonical}
        if pairs and all(_gain(here, there, p, q) >= _CLEARLY for p, q in pairs):
            yield one


def _gain(here: frozenset[str], there: frozenset[str], p: _Part, q: _Part) -> int:
    """By how many words two clauses of a claim fit two of the evidence better when exchanged."""
    first, second = (p.roots, q.roots) if p.sentence == q.sentence else (p.heard, q.heard)
    return len(here & second) + len(there & first) - len(here & first) - len(there & second)


def _closer(value: Value, wanted: frozenset[str], claimed: frozenset[str], parts: list[_Part]) -> list[_Part]:
    """The clauses with a rival value that fit the claim better than every clause with the value itself."""
    own = [part for part in parts if part.clause.forms.carry(value)]
    rivals = [part for part in parts if part not in own and _rival(value, part)]
    if not own or not rivals:
        return []
    found = [[rival for rival in rivals if _beats(rival, mine, wanted, claimed)] for mine in own]
    return found[0] if all(found) else []


def _beats(rival: _Part, mine: _Part, wanted: frozenset[str], claimed: frozenset[str]) -> bool:
    together = rival.sentence == mine.sentence
    # Whether the value's own clause has a subject that the claim does not name.
    foreign = bool((mine.roots if together else mine.heard) - claimed)
    later = together and rival.place > mine.place
    if not later and not foreign:
        return False
    mine_says = mine.roots if together and foreign else mine.heard
    rival_says = rival.heard if later or not together else rival.roots
    theirs, ours = wanted & rival_says - mine_says, wanted & mine_says - rival_says
    return bool(theirs) and len(theirs) >= len(ours)


def _rival(value: Value, part: _Part) -> bool:
    """Whether a clause holds another value of the same kind and unit."""
    return any(
        other.kind == value.kind and not other.weak and _unit(other) == _unit(value)
        for other in part.clause.values
    )


def _unit(value: Value) -> str:
    if value.kind == "date":
        return "weekday" if value.canonical.startswith("weekday") else "date"
    unit = value.canonical.partition(" ")[2]
    return "time" if unit in _SPANS else unit


def _names(part: _Part, value: Value, said: list[tuple[Sentence, Value]]) -> bool:
    """Whether the claim names the clause's own value of this kind too."""
    alike = Forms(
        other for other in part.clause.values if other.kind == value.kind and _unit(other) == _unit(value)
    )
    return any(alike.carry(other) for _, other in said)


def _parts(window: Window) -> list[_Part]:
    found: list[_Part] = []
    for number, sentence in enumerate(window.sentences):
        heard: frozenset[str] = frozenset()
        for place, clause in enumerate(sentence.clauses):
            roots = clause.roots
            heard |= roots
            if clause.values:
                found.append(_Part(clause, number, place, roots, heard))
    return found


def _miscounted(claim: Sentence, window: Window) -> Iterator[Value]:
    """Numbers that count one thing here and another in the evidence, which counts the first differently."""
    counted = [
        (v, noun) for v in claim.values if v.kind == "number" and not v.weak and (noun := _noun(claim, v))
    ]
    if not counted:
        return
    known = [
        (v, noun) for s in window.sentences for v in s.values if v.kind == "number" and (noun := _noun(s, v))
    ]
    for value, noun in counted:
        same = [other for v, other in known if Forms((v,)).carry(value)]
        others = [v for v, other in known if other == noun and not Forms((v,)).carry(value)]
        if same and others and noun not in same:
            yield value


def _noun(sentence: Sentence, value: Value) -> str:
    found = _NEXT_WORD.match(sentence.text, value.end)
    return stem(found[1].lower(), sentence.language)[:ROOT] if found else ""
