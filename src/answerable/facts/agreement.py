"""Which values agree, and which sites cannot be believed: those that contradict themselves or everybody else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from answerable.facts.fact import Fact
from answerable.facts.names import PATTERNS, mentions
from answerable.language.meanings import meanings_of
from answerable.language.sentences import units

# Frames that two pages of a site must fill differently to be no honest change; words of a label. Chosen.
_TWICE, _LABEL = 2, 4
_BETTER = 0.19  # as far as a reference is from a site of no known kind. Chosen
_CONVERTED = 0.006  # a fraction may come from another unit, and is then rounded: 853 ft are 260 m. Chosen

# "Lund, 3 May 2026 – …", and the line "Lund Courier, 3 May 2026" alone.
DATELINE = PATTERNS["dateline"]
Telling = dict[str, dict[str, dict[str, set[str]]]]  # relation, site, page, values


def compatible(one: str, other: str) -> bool:
    """Whether two canonical values can both be true: equal, a part of the other, or the other rounded."""
    if one == other:
        return True
    if re.fullmatch(r"[\d-]{4,10}", one) and re.fullmatch(r"[\d-]{4,10}", other) and "-" in one + other:
        return one.startswith(other) or other.startswith(one)
    numbers = [re.fullmatch(r"(\d+(?:\.\d+)?)( \S+)?", text) for text in (one, other)]
    if numbers[0] and numbers[1]:
        # a table may leave it to its header
        units = {number[2] for number in numbers if number and number[2]}
        return len(units) < 2 and _rounded(numbers[0][1], numbers[1][1])
    left, right = ({word for word in text.split() if word not in ("a", "an")} for text in (one, other))
    return bool(left and right) and (left <= right or right <= left or _means(left, right))


def _means(left: set[str], right: set[str]) -> bool:
    """Whether two single words mean the same: a "carpenter" is a "Schreiner"."""
    meant = [meanings_of((word,))[0] for words in (left, right) if len(words) == 1 for word in words]
    return len(meant) == 2 and bool(meant[0] & meant[1])


def _rounded(one: str, other: str) -> bool:
    if abs(float(one) - float(other)) <= _CONVERTED * float(one) * ("." in one + other):
        return True
    short, exact = sorted((one, other), key=lambda n: len(n.rstrip("0").replace(".", "")))
    zeros = len(short) - len(short.rstrip("0"))
    if all(re.fullmatch(r"1[5-9]\d\d|20\d\d", number) for number in (one, other)):
        return False  # two years are two years
    return "." not in short and zeros >= 2 and round(float(exact), -zeros) == float(short)


def value_key(fact: Fact, known: Iterable[str]) -> str:
    return next((key for key in known if compatible(key, fact.canonical)), fact.canonical)


def agreeing(facts: Sequence[Fact], *, many: bool) -> list[list[Fact]]:
    """Facts that agree: of one value the compatible ones, of several those of pages that share a value."""
    groups: list[list[Fact]] = []
    for fact in sorted(facts, key=lambda fact: (-len(fact.canonical), -fact.trust, fact.evidence)):
        joins = [
            group
            for group in groups
            if any(
                compatible(fact.canonical, one.canonical) or (many and fact.url == one.url) for one in group
            )
        ]
        if not joins:
            groups.append([fact])
            continue
        joins[0].append(fact)
        for group in joins[1:] if many else ():
            joins[0].extend(group)
            groups.remove(group)
    return groups


def scrambles(site: str, said: Telling, trust: dict[str, float]) -> bool:
    """A site that contradicts itself, or far better or several others more often than it agrees with any.

    Two ordinary sites that differ are a contradiction, however often they do.
    """
    agrees, differ = 0, list[set[str]]()  # what words of two relations say at once differs once
    for by_site in said.values():
        pages = by_site.get(site)
        if not pages:
            continue
        # on one page: more often misread than meant
        several = any(len(values) > 1 for values in pages.values())
        mine = set().union(*pages.values())
        others = {other: set().union(*theirs.values()) for other, theirs in by_site.items() if other != site}
        if not several and not all(compatible(a, b) for a in mine for b in mine):
            differ.append(mine)
        elif any(_share(mine, values) for values in others.values()):
            agrees += 1
        elif any(trust[other] >= trust[site] + _BETTER for other in others) or any(
            _share(one, other) for one, other in combinations(others.values(), 2)
        ):
            differ.append(mine)
    differs = len({frozenset(values) for values in differ})
    return differs >= 2 and differs > agrees


def opens_with(subject: str, text: str) -> bool:
    """Whether a sentence is about the subject by its grammar: it begins with it."""
    return any(start <= len("- The ") for start, _ in mentions(subject, text))


def inconsistent(facts: Sequence[Fact], most: int) -> set[str]:
    """Sites with so many pages of which no two have a value in common."""
    told: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for fact in facts:
        told[fact.site][fact.url].add(fact.canonical)
    return {
        site
        for site, pages in told.items()
        for some in combinations(pages.values(), most)
        if not any(_share(one, other) for one, other in combinations(some, 2))
    }


def _share(one: set[str], other: set[str]) -> bool:
    return any(compatible(a, b) for a in one for b in other)


_GOES_ON = re.compile(r"\s[A-ZÄÖÜ]")  # a name opens the line
_FILLED = re.compile(r"\d[\d.,’']*|[^\W\d_][\w'’&-]*")


def scrambled(pages: Iterable[tuple[str, str, str, str]]) -> set[tuple[str, str]]:
    """Sites that tell the same thing of the same subject in two ways, whatever it is, as (site, subject).

    A page is its site, subject, address and text. Two pages that fill one frame ("Length | …", "… has … rooms")
    differently more than once, or all they share, do not only differ in what has changed since.
    """
    told: dict[tuple[str, str], dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for site, subject, url, text in pages:
        for line in units(text):
            if (framed := frame(line.text, subject.split(" (")[0])) is not None:
                told[site, subject][framed[0]].setdefault(url, framed[1])
    found = set()
    for whose, frames in told.items():
        shared = [len(set(values.values())) for values in frames.values() if len(values) > 1]
        differ = sum(count > 1 for count in shared)
        if differ >= _TWICE or 2 * differ > len(shared):
            found.add(whose)
    return found


def frame(line: str, subject: str) -> tuple[str, str] | None:
    """A line as what stays and what is filled in: a label and its cell, or a sentence without names and numbers."""
    line = line.lstrip("-•* ")
    label, bar, cell = line.partition(" | ")
    if not bar:
        label, bar, cell = line.partition(": ")
    if bar and len(label.split()) <= _LABEL:
        return label.casefold(), cell.casefold()
    for start, end in reversed(mentions(subject, line)):
        line = line[:start] + "_" + line[end:]
    filled = [
        m
        for m in _FILLED.finditer(line)
        if m.group()[0].isdigit() or (m.group()[0].isupper() and (m.start() or _GOES_ON.match(line, m.end())))
    ]
    if not filled:
        return None
    frame = line
    for match in reversed(filled):
        frame = frame[: match.start()] + "#" + frame[match.end() :]
    return re.sub(r"#(?: #)+", "#", frame).casefold(), " ".join(m.group() for m in filled).casefold()
