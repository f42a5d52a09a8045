"""What pages give in the place of a value, in whatever words: how a contradiction is seen that no listed words tell.

Either a line is filled like one that gives the value elsewhere ("On the bench of … sits …"), or pages with the value
name nothing else of its kind that this page does not name as well: what is left there stands in its place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import DATELINE, compatible, frame
from answerable.facts.fact import Fact, Held, Hop
from answerable.facts.labelled import fields
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
from answerable.facts.read import continues, fact_of, speaks_of
from answerable.facts.trust import site_of
from answerable.facts.wanted import VALUES, YEAR, Candidate, candidates, canonical_name
from answerable.facts.witnesses import heading
from answerable.language.sentences import Unit, units
from answerable.language.words import STOPWORDS, detect_language, words

# How plainly a page says what is read so: as one word of the same meaning would. Chosen, not measured.
INSTEAD = 0.7
# Pages that must agree before what one site alone has stands against them. On webs S, T and V 12 values were left so:
# with one agreeing page all three were of another relation, with two or more two of nine (both told apart now).
_SURE = 2
# "The river …", "Das Stadion …": the page's subject by what it is.
_ITSELF = re.compile(r"(?:[-•*]\s+)?(?:The|Der|Die|Das)\s")
_COUNTED = ("number", "amount")
_CONTRACTED = re.compile(r"\b(?:im|am|beim|vom|zum)\s$", re.I)  # a town has no article
NO_FIGURE = re.compile(rf"\D*|{YEAR.pattern}")  # "twice" counts nothing
Said = tuple[Evidence, Unit, Candidate]
Like = tuple[str, str]  # the value whose kind is wanted, and its canonical writing


def rivals(pieces: Sequence[Evidence], subject: str, hop: Hop, held: Sequence[Held]) -> list[Fact]:
    """What pages about the subject that do not give a value have instead of it."""
    known, like = [one.canonical for one in held], (held[0].value, held[0].canonical)
    pages: dict[str, list[Said]] = defaultdict(list)
    told = hop.wants in (*_COUNTED, "date", *VALUES) or like[0][:1].isupper()
    for piece in pieces if told else ():
        if speaks_of(subject, piece) and not _longer(subject, heading(piece)):
            pages[piece.locator.url] += _stated(piece, subject, hop, like)
    agree = {url for url, said in pages.items() if any(_among(value, known) for _, _, value in said)}
    given = [(unit, value) for url in agree for _, unit, value in pages[url]]
    mine = [unit for unit, value in given if _among(value, known)]
    beside = {value.canonical: unit for unit, value in given if not _among(value, known)}
    shapes = {_shape(unit, subject) for unit in mine} - {""}
    found = list[Fact]()
    for url in sorted(pages.keys() - agree):
        instead = [one for one in pages[url] if _shape(one[1], subject) in shapes]
        if not instead:
            instead = [one for one in pages[url] if not _among(one[2], beside)]
            # Whether the page names everything that pages with the value name beside it.
            here = [value.canonical for _, _, value in pages[url]]
            if not all(any(compatible(other, one) for one in here) for other in beside):
                alone = _alone(instead, _elsewhere(pages, url), subject, (mine, list(beside.values())))
                instead = alone if len(agree) >= _SURE else []
        if len({value.canonical for _, _, value in instead}) == 1:
            piece, unit, value = instead[0]
            found.append(fact_of(piece, subject, hop, unit, value, INSTEAD))
    return found


def _alone(
    left: Sequence[Said], shared: Collection[str], subject: str, lines: tuple[Sequence[Unit], Sequence[Unit]]
) -> list[Said]:
    """What no other site names, in words that give nothing else where the value is given."""
    own, others = ({word for unit in some for word in _said(unit, subject)} for some in lines)
    said = ((one, _said(one[1], subject)) for one in left if not _among(one[2], shared))
    return [one for one, its in said if its & own or not its & others]


def _elsewhere(pages: Mapping[str, Sequence[Said]], url: str) -> set[str]:
    """What pages of other sites about the subject name."""
    others = (said for page, said in pages.items() if site_of(page) != site_of(url))
    return {value.canonical for said in others for _, _, value in said}


def _said(unit: Unit, subject: str) -> set[str]:
    """The telling words of a line, its names and figures aside."""
    shape = _shape(unit, subject)
    return {word for word in words(shape) if len(word) > 2 and word not in STOPWORDS["en"] | STOPWORDS["de"]}


def _longer(subject: str, head: str) -> bool:
    """Whether a heading names something else that has the subject in its name: "FC Lund" is not Lund."""
    return " " not in subject and any(
        name.text.count(" ") == 1 and mentions(subject, name.text) for name in names_in(head)
    )


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
    for unit in units(piece.text):
        dateline, spans = DATELINE.match(unit.text), mentions(subject, unit.text)
        pair = None if dateline else fields(unit)
        if DENIES.search(unit.text) or unit.text.count(" | ") > 1 or unit.text.endswith("?"):
            continue
        alone = len(names_in(unit.text)) == 1  # "… was at the microphone", on the band's own page
        if not (spans or pair or alone or continues(unit.text) or _ITSELF.match(unit.text)):
            continue
        text = masked(unit.text, [*spans, dateline.span()] if dateline else spans)
        cell = unit.text.rindex(pair[1]) if pair else 0
        every = _of_kind(" " * cell + text[cell:], hop, like, labelled=pair is not None)
        found += [(piece, unit, value) for value in every if not same_name(value.text, own)]
    return tuple(found)


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
        if not labelled and person and ARTICLE.search(text[: name.start]):
            continue  # "eine Reihe Birnbäume"
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
