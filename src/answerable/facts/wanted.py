"""What could be the value of a relation in a text: names, numbers, amounts and dates of the kind it wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from answerable.facts.fact import Attribute
from answerable.facts.names import KIN, KINDS, LEGAL, PATTERNS, TYPES, folded, looks_like, names_in
from answerable.facts.relations import RELATIONS
from answerable.language.values import Value, find_values
from answerable.language.words import STOPWORDS, detect_language

_GIVEN = re.compile(r"(?<![\w-])[A-ZÄÖÜÅØÆÉ][\w’'-]+(?:[ \u00a0](?:[A-ZÄÖÜÅØÆÉ][\w’'-]+|von|van|de))*")
YEAR = re.compile(r"(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_QUOTED = re.compile(r"[«»“„\"‚‘]([^«»“”„\"‚‘’]{3,90})[«»“”\"’]")
# What stands right after words that name a thing: "commemorates [the crew of the ferry Ardent]".
_OBJECT = PATTERNS["object"]
_TIME = PATTERNS["time"]
_THOUSANDS = re.compile(r"(?:[^\d.,]*\s)?[1-9]\d{0,2}\.\d{3}(?![\d.,])")
_METRIC = {"ft": ("m", 0.3048), "mi": ("m", 1609.344), "mi2": ("m2", 2_589_988.0), "lb": ("g", 453.592)}
_METRIC |= {"mph": ("km/h", 1.609344), "kn": ("km/h", 1.852)}
_LEADS = re.compile(r"\s(?:her|his|their|its|the|seinen|ihren|den)\s")  # "Among her children"
_LONG = 8  # words of such a thing; more are half a sentence
_COMPOUND = 4  # letters of a word that may end a compound; "Rat" ends many that are none


def _of_kind(row: str) -> re.Pattern[str]:
    every = sorted(row.split(), key=len, reverse=True)
    ends = "|".join(word for word in every if len(word) >= _COMPOUND)
    return re.compile(
        r"(?:\b(?:cast|wrought|white|black|red|green|grey|dark|light|pale|dunkel|hell)[\s-]?)?"
        rf"(?<![^\W_])(?:(?:\w{{3,}})??(?:{ends})|{'|'.join(every)})(?:e[nrsm]?|s)?\b",
        re.I,
    )


VALUES: dict[str, re.Pattern[str]] = {kind: _of_kind(row) for kind, row in KINDS["values"].items()}
VALUES["span"] = PATTERNS["span"]
THINGS = ("thing", "time", *VALUES)
_TOLD = ("number", "amount", "date", "name", "identifier", "email", "url")
# Capitalised words that open a sentence and are nobody's name.
_NOBODY = STOPWORDS["en"] | STOPWORDS["de"] | TYPES["person"] | KIN | frozenset(RELATIONS["children"].nouns)
_NOBODY |= {word for noun in RELATIONS["age"].nouns for word in noun.split()}  # "Timo, 12 Jahre alt"


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
    if wants in VALUES:
        return [_named(found.group(), found.start()) for found in VALUES[wants].finditer(text)]
    if wants == "time":
        return [_named(found.group().strip(" ,"), found.start()) for found in _TIME.finditer(text)]
    if wants == "thing":
        # Nobody said what kind of thing: whatever can be named, measured or dated.
        known = [
            v for v in find_values(text, language or detect_language(text)) if not v.weak and v.kind in _TOLD
        ]
        quoted = [_named(found[1], found.start(1)) for found in _QUOTED.finditer(text)]
        return quoted + [Candidate(value.text, value.canonical, value.start) for value in known]
    if wants in ("number", "amount", "date"):
        return list(_counted(text, relation, wants, language or detect_language(text)))
    return [_named(name.text, name.start) for name in names_in(text) if looks_like(name, wants)]


def _named(text: str, start: int) -> Candidate:
    return Candidate(text, canonical_name(text), start)


def object_after(text: str, end: int) -> Candidate | None:
    """The thing that stands right after some words, whatever it is."""
    found = _OBJECT.match(text, end)
    return _named(found["it"], found.start("it")) if found and len(found["it"].split()) <= _LONG else None


def canonical_name(text: str) -> str:
    """One writing for a name, whatever its case, title or legal form."""
    return " ".join(folded(text))


def given_names(text: str) -> list[Candidate]:
    """Names as lists of children give them: one word is enough."""
    return [
        Candidate(found.group(), canonical_name(found.group()), found.start())
        for found in _GIVEN.finditer(text)
        if found.group().lower() not in LEGAL
        and found.group().lower() not in _NOBODY
        and not _LEADS.match(text, found.end())
    ]


def _counted(text: str, relation: Attribute, wants: str, language: str) -> Iterator[Candidate]:
    plain = re.sub(r"(?<=\d)-(?=(?:met|kilo|f[eo]+t|pound|ton)\w*)", " ", text)  # "a 31-metre column"
    for value in find_values(plain, language):
        # A year like 1429; towns are named in still older ones.
        years = r"1[0-4]\d\d|[5-9]\d\d" if relation.of == "place" else r"1[0-4]\d\d"
        old = value.kind == "number" and re.fullmatch(years, value.text)
        if value.weak or (wants == "date" and value.kind != "date" and not old):
            continue
        if wants == "date":
            right = re.match(r"\d{3,4}(?:-\d\d(?:-\d\d)?)?$", value.canonical) is not None
        else:
            right = value.kind == "amount" if wants == "amount" else _measures(value, relation)
        if right:
            # Whatever the language: "12.639" people are no 12 and a bit.
            whole = wants != "date" and not relation.units and _THOUSANDS.match(value.text)
            canonical = re.sub(r"\D", "", value.text) if whole else metric(value.canonical)
            yield Candidate(text[value.start : value.start + len(value.text)], canonical, value.start)


def _measures(value: Value, relation: Attribute) -> bool:
    """Whether a number is of the relation's unit; one without a unit counts things, and a year may be such a number."""
    figure, _, unit = value.canonical.partition(" ")
    if value.kind == "date":
        return not relation.units and re.fullmatch(r"\d{4}", value.canonical) is not None
    if value.kind != "number" or figure.startswith(("#", "per")) or not figure[:1].isdigit():
        return False
    if relation.name not in RELATIONS:
        return True  # nobody said in what it is counted
    if relation.units:
        return (
            unit in relation.units
            or _METRIC.get(unit, ("",))[0] in relation.units
            or (unit == "" and relation.name in ("age", "elevation"))
        )
    return unit == ""


def metric(canonical: str) -> str:
    """A figure in the unit that others are compared in: "853 ft" as "259.99 m"."""
    figure, _, unit = canonical.partition(" ")
    if unit not in _METRIC or not figure.replace(".", "", 1).isdigit():
        return canonical
    other, times = _METRIC[unit]
    return f"{float(figure) * times:.2f} {other}"


def year_near(text: str, end: int) -> str:
    """The year a text gives for the value that ends here: "(2021)", "as of 2021"; "since 2021" is "2021+"."""
    said = PATTERNS["year_after"].match(text[end:]) or PATTERNS["year_said"].search(text)
    return said["year"] + ("+" if said["since"] else "") if said else ""
