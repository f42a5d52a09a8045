"""What could be the value of a relation in a text: names, numbers, amounts and dates of the kind it wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from answerable.facts.fact import Attribute
from answerable.facts.names import KIN, LEGAL, TYPES, folded, looks_like, names_in
from answerable.facts.relations import RELATIONS
from answerable.language.values import Value, find_values
from answerable.language.words import STOPWORDS, detect_language

_GIVEN = re.compile(r"(?<![\w-])[A-ZÄÖÜÅØÆÉ][\w’'-]+(?:[ \u00a0](?:[A-ZÄÖÜÅØÆÉ][\w’'-]+|von|van|de))*")
_YEAR = re.compile(r"(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_TOLD = ("number", "amount", "date", "name", "identifier", "email", "url")
# Capitalised words that open a sentence and are nobody's name.
_NOBODY = STOPWORDS["en"] | STOPWORDS["de"] | TYPES["person"] | KIN | frozenset(RELATIONS["children"].nouns)


@dataclass(frozen=True)
class Candidate:
    """A value that would fit, where it stands and what it is in one canonical writing."""

    text: str
    canonical: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def candidates(text: str, relation: Attribute, wants: str, language: str = "") -> list[Candidate]:
    """Everything in the text that has the wanted kind."""
    if wants == "thing":
        # Nobody said what kind of thing: whatever can be named, measured or dated.
        known = [
            v for v in find_values(text, language or detect_language(text)) if not v.weak and v.kind in _TOLD
        ]
        return [Candidate(value.text, value.canonical, value.start) for value in known]
    if wants in ("number", "amount", "date"):
        return list(_counted(text, relation, wants, language or detect_language(text)))
    return [
        Candidate(name.text, canonical_name(name.text), name.start)
        for name in names_in(text)
        if looks_like(name, wants)
    ]


def canonical_name(text: str) -> str:
    """One writing for a name, whatever its case, title or legal form."""
    return " ".join(folded(text))


def given_names(text: str) -> list[Candidate]:
    """Names as lists of children give them: one word is enough."""
    return [
        Candidate(found.group(), canonical_name(found.group()), found.start())
        for found in _GIVEN.finditer(text)
        if found.group().lower() not in LEGAL and found.group().lower() not in _NOBODY
    ]


def _counted(text: str, relation: Attribute, wants: str, language: str) -> Iterator[Candidate]:
    for value in find_values(text, language):
        if value.weak or (wants == "date" and value.kind != "date"):
            continue
        if wants == "date":
            if re.match(r"\d{4}(?:-\d\d(?:-\d\d)?)?$", value.canonical):
                yield Candidate(value.text, value.canonical, value.start)
        elif wants == "amount":
            if value.kind == "amount":
                yield Candidate(value.text, value.canonical, value.start)
        elif _measures(value, relation):
            yield Candidate(value.text, value.canonical, value.start)


def _measures(value: Value, relation: Attribute) -> bool:
    """Whether a number is of the relation's unit; one without a unit counts things, and a year may be such a number."""
    figure, _, unit = value.canonical.partition(" ")
    if value.kind == "date":
        return not relation.units and re.fullmatch(r"\d{4}", value.canonical) is not None
    if value.kind != "number" or figure.startswith(("#", "per")) or not figure[:1].isdigit():
        return False
    if relation.units:
        return unit in relation.units or (unit == "" and relation.name in ("age", "elevation"))
    return unit == ""


def year_near(text: str, end: int) -> str:
    """The year a text gives for the value that ends here: "(2021)", "as of 2021", "Stand 2021", "in 2021"."""
    after = re.match(
        r"[^.;|]{0,24}?\(?(?:as of|in|per|stand|end of|ende|since|seit)?\s*\(?((?:19|20)\d\d)\b",
        text[end:],
        re.I,
    )
    if after:
        return after[1]
    said = re.search(
        r"(?:as of|stand|at the end of|per ende|per|by the end of|census of|in)\s+(?:\w+\s+)?((?:19|20)\d\d)\b",
        text,
        re.I,
    )
    return said[1] if said else ""
