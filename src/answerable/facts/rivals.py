"""What pages give in the place of a value, in whatever words: how a contradiction is seen that no listed words tell.

Either a line is filled like one that gives the value elsewhere ("On the bench of … sits …"), or pages with the value
name nothing else of its kind that this page does not name as well: what is left there stands in its place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import DATELINE, compatible, frame
from answerable.facts.fact import Fact, Held, Hop
from answerable.facts.labelled import fields
from answerable.facts.layers import WH, fits
from answerable.facts.names import (
    AGENTS,
    Name,
    is_org,
    looks_like,
    masked,
    mentions,
    names_in,
    ordinary,
    placed,
    same_name,
)
from answerable.facts.near import ARTICLE, DENIES, FIGURE
from answerable.facts.phrases import type_of
from answerable.facts.read import continues, fact_of, speaks_of
from answerable.facts.wanted import VALUES, YEAR, Candidate, candidates, canonical_name
from answerable.language.sentences import Unit, units
from answerable.language.words import detect_language

# How plainly a page says what is read so: as one word of the same meaning would. Chosen, not measured.
INSTEAD = 0.7
# "The river …", "Das Stadion …": the page's subject by what it is.
_ITSELF = re.compile(r"(?:[-•*]\s+)?(?:The|Der|Die|Das)\s(?P<noun>\w+)")
_COUNTED = ("number", "amount")
# A town has no article; "nach Anmeldung", "zu Hause" stand in none.
_CONTRACTED = re.compile(r"\b(?:im|am|beim|vom|zum|nach|zu)\s$", re.I)
_PLURAL = re.compile(r"\s[a-zäöü]+en\b")  # one person takes no German verb of several
NO_FIGURE = re.compile(rf"\D*|{YEAR.pattern}")  # "twice" counts nothing
Said = tuple[Evidence, Unit, Candidate]
Like = tuple[str, str]  # the value whose kind is wanted, and its canonical writing


def rivals(pieces: Sequence[Evidence], subject: str, hop: Hop, held: Sequence[Held]) -> list[Fact]:
    """What pages about the subject that do not give a value have instead of it."""
    known, like = [one.canonical for one in held], (held[0].value, held[0].canonical)
    pages: dict[str, list[Said]] = defaultdict(list)
    told = hop.wants in (*_COUNTED, "date", *VALUES) or like[0][:1].isupper()
    for piece in pieces if told else ():
        if speaks_of(subject, piece):
            pages[piece.locator.url] += _stated(piece, subject, hop, like)
    agree = {url for url, said in pages.items() if any(_among(value, known) for _, _, value in said)}
    given = [(unit, value) for url in agree for _, unit, value in pages[url]]
    beside = {value.canonical for _, value in given if not _among(value, known)}
    shapes = {_shape(unit, subject) for unit, value in given if _among(value, known)} - {""}
    found = list[Fact]()
    for url in sorted(pages.keys() - agree):
        instead = [one for one in pages[url] if _shape(one[1], subject) in shapes]
        here = [value.canonical for _, _, value in pages[url]]
        # The page names everything that pages with the value name beside it.
        if not instead and all(any(compatible(other, one) for one in here) for other in beside):
            # Another label is another thing.
            instead = [one for one in pages[url] if not fields(one[1]) and not _among(one[2], beside)]
        if len({value.canonical for _, _, value in instead}) == 1:
            piece, unit, value = instead[0]
            found.append(fact_of(piece, subject, hop, unit, value, INSTEAD))
    return found


def _among(value: Candidate, known: Collection[str]) -> bool:
    return any(compatible(value.canonical, other) for other in known)


def _shape(unit: Unit, subject: str) -> str:
    shape = frame(unit.text, subject)
    return shape[0] if shape else ""


@lru_cache(maxsize=20_000)
def _stated(piece: Evidence, subject: str, hop: Hop, like: Like) -> tuple[Said, ...]:
    """Everything of the value's kind that a passage says of the subject."""
    found = list[Said]()
    own = re.split(r"\s[|–—·]\s", piece.title)[-1]  # a site names itself on every page
    another = -1  # the block in which somebody else was spoken of last
    for unit in units(piece.text):
        dateline, spans = DATELINE.match(unit.text), mentions(subject, unit.text)
        pair = None if dateline else fields(unit)
        if spans or pair:
            another = -1
        elif another == unit.block and not unit.text.startswith("- "):
            continue  # "Acme makes saws. The company …": on the town's page, too
        elif (first := next(iter(names_in(unit.text)), None)) and not first.start and " " in first.text:
            another = unit.block
        if DENIES.search(unit.text) or unit.text.count(" | ") > 1 or unit.text.endswith("?"):
            continue
        if not (spans or pair or continues(unit.text) or _itself(unit.text, hop)):
            continue
        text = masked(unit.text, [*spans, dateline.span()] if dateline else spans)
        cell = unit.text.rindex(pair[1]) if pair else 0
        every = _of_kind(" " * cell + text[cell:], hop, like, labelled=pair is not None)
        found += [(piece, unit, value) for value in every if not same_name(value.text, own)]
    return tuple(found)


def _itself(text: str, hop: Hop) -> bool:
    """Whether a sentence opens with what the subject may be: a town is no club, and nothing is a year.

    Or it names one alone, and nothing else: "… was at the microphone", on the band's own page.
    """
    if found := _ITSELF.match(text):
        noun = found["noun"].lower()
        return noun not in WH["date"] and fits(type_of(noun), hop.wants_of)
    return len(names_in(text)) == 1


def _of_kind(text: str, hop: Hop, like: Like, *, labelled: bool) -> Iterator[Candidate]:
    if hop.wants in (*_COUNTED, "date", *VALUES):
        unit = like[1].partition(" ")[2] if hop.wants in _COUNTED else ""
        for value in candidates(text, hop.relation, hop.wants):
            other = hop.wants in _COUNTED and value.canonical.partition(" ")[2] != unit
            if not other and not (hop.wants in _COUNTED and NO_FIGURE.fullmatch(value.text)):
                yield value
        return
    agents, org = hop.wants in AGENTS, is_org(like[0])
    person = agents and looks_like(Name(like[0], 0), "person")
    for name in names_in(text):
        if person != (agents and looks_like(name, "person")) or org != is_org(name.text):
            continue
        several = ARTICLE.search(text[: name.start]) or _PLURAL.match(text, name.end)
        if not labelled and person and several:
            continue  # "eine Reihe Birnbäume", "Kritische Stimmen finden"
        if person or _is_named(name, text, hop, labelled=labelled):
            yield Candidate(name.text, canonical_name(name.text), name.start)


def _is_named(name: Name, text: str, hop: Hop, *, labelled: bool) -> bool:
    """Whether capitals make a name: in German any noun has one; a place is led to or is one word."""
    if hop.wants == "place" and _CONTRACTED.search(text[: name.start]):
        return False
    if placed(name, text) or (labelled and hop.wants != "place"):
        return True
    if " " not in name.text and not text[: name.start].strip(" -•*"):
        return labelled  # any word that opens a sentence has one
    if FIGURE.search(text[: name.start]):
        return False
    several = " " in name.text and not ordinary(name.text.split()[-1])  # "in der Käserei Amsel"
    named = labelled or several or (detect_language(text) == "en" and not ordinary(name.text))
    return named and (hop.wants != "place" or " " not in name.text)
