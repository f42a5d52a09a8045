"""Read facts of one hop from one piece of evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import opens_with
from answerable.facts.fact import Fact, Hop
from answerable.facts.labelled import field_values, fields, labels_relation, owner, table_values
from answerable.facts.names import (
    LEGAL,
    PATTERNS,
    PRONOUNS,
    folded,
    is_org,
    mentions,
    names_in,
    ordinary,
    same_name,
)
from answerable.facts.near import nearest
from answerable.facts.prose import said_of, sole_value
from answerable.facts.relations import RELATIONS
from answerable.facts.trust import site_of
from answerable.facts.wanted import VALUES, Candidate, candidates, canonical_name, year_near
from answerable.language.sentences import Unit, units
from answerable.language.words import words

_WORKS = ("occupation", "formerly")
LABELLED, HEADED, SOLE, OWN = 1.0, 0.9, 0.85, 0.85
# What a page says in passing, whose title and headings name the subject nowhere, counts so much. Chosen: it can then
# confirm, and two such pages answer, but it contradicts nobody.
_PASSING = 0.72
_ITS = PATTERNS["its"]


def speaks_of(subject: str, evidence: Evidence) -> bool:
    """Whether the page (its title, a heading, or its site's name) is about the subject."""
    heads = (evidence.title, *evidence.locator.path)
    if any(_heads(subject, head) for head in heads):
        return True
    host = site_of(evidence.locator.url).split(".")
    site = re.sub(r"[^a-z0-9]", "", host[-2] if len(host) > 1 else "")
    name = "".join(re.sub(r"[^a-z0-9]", "", word) for word in folded(subject))
    own = re.split(r"\s[|–—·-]\s", evidence.title)[-1]  # a site's own name ends its titles
    theirs = len(name) >= 5 and site.startswith(name) and site[len(name) :] in LEGAL | {""}
    return theirs or same_name(own, subject)


def _heads(subject: str, head: str) -> bool:
    """A heading is about whom it names first; "Anna Keller becomes head of X" is about Anna Keller."""
    spans = mentions(subject, head)
    if not spans:
        return False
    # "Willkommen in Lund": a common word is no name, whatever its first letter.
    first = next((name for name in names_in(head) if not ordinary(name.text)), None)
    return spans[0][0] <= 2 or first is None or first.end > spans[0][0]


def read_facts(evidence: Evidence, subject: str, hop: Hop, context: Sequence[str] = ()) -> list[Fact]:
    """Everything this evidence says of the subject in this relation."""
    whole = f"{evidence.title} {' '.join(evidence.locator.path)} {evidence.text}"
    if not mentions(subject, whole) and not speaks_of(subject, evidence):
        return []
    if _nobody(subject, hop, context, whole):
        return []
    found = _inverse(evidence, subject, hop) if hop.inverse else _forward(evidence, subject, hop)
    told = [one for one in found if one[2] > 0 and _tells(one[1], subject, hop)]
    facts = [_as_told(evidence, fact_of(evidence, subject, hop, *one), context) for one in told]
    if hop.wants == "org" and any(is_org(fact.value) for fact in facts):
        # Beside a name that calls itself a company, any other one is more likely misread.
        facts = [fact for fact in facts if is_org(fact.value)]
    if hop.relation.name in _WORKS:  # "is a graduate of …" is no trade, nor is "an alumnus" beside one
        facts = [fact for fact in facts if not fact.value.lower().startswith(_elsewhere())]
        facts = [fact for fact in facts if VALUES["job"].search(fact.value)] or facts
    return facts


def _as_told(evidence: Evidence, fact: Fact, context: Sequence[str]) -> Fact:
    """A fact as plainly as its page tells it: less so in passing, on a page about nobody who led to it."""
    heads = " | ".join((evidence.title, *evidence.locator.path))
    named = fact.inverse or any(mentions(name, heads) for name in (fact.subject, *context))
    plain = named or fact.direct == LABELLED or speaks_of(fact.subject, evidence)
    return fact if plain else replace(fact, direct=fact.direct * _PASSING)


@lru_cache(maxsize=1)
def _elsewhere() -> tuple[str, ...]:
    """What a person can be called that is another relation's: "native of", "pupil of"."""
    people = (one for one in RELATIONS.values() if one.of == "person" and one.name not in _WORKS)
    return tuple(
        phrase for one in people for phrase in one.done if phrase.endswith((" of", " to", " von", " der"))
    )


def _tells(value: Candidate, subject: str, hop: Hop) -> bool:
    """Whether a value is neither the subject itself nor only the relation's own words."""
    own = hop.relation.nouns + hop.relation.does
    return not same_name(value.text, subject) and value.text.lower() not in own


def read_nearby(evidence: Evidence, subject: str, hop: Hop, context: Sequence[str] = ()) -> list[Fact]:
    """What this evidence seems to say of the subject, by the meaning of its words."""
    about = speaks_of(subject, evidence)
    if not about and not mentions(subject, evidence.text):
        return []
    if _nobody(subject, hop, context, evidence.text):
        return []
    names = (subject, *context)
    return [
        _as_told(evidence, fact_of(evidence, subject, hop, *one), context)
        for one in nearest(evidence, subject, hop, about=about)
        if not any(same_name(one[1].text, name) for name in names)
    ]


def _nobody(subject: str, hop: Hop, context: Sequence[str], text: str) -> bool:
    """ "Maja" alone is nobody in particular: the page must speak of the one she was reached by."""
    bare = len(folded(subject)) == 1 and hop.relation.of == "person"
    return bool(bare and context) and not mentions(context[-1], text)


Found = tuple[Unit, Candidate, float, bool]  # where, what, how directly, whether it is over


def _forward(evidence: Evidence, subject: str, hop: Hop) -> Iterator[Found]:
    about = speaks_of(subject, evidence)
    taken = units(evidence.text)
    for _, group in groupby((u for u in taken if u.kind == "row"), key=lambda unit: unit.block):
        for row, value in table_values(list(group), subject, hop, about=about):
            yield row, value, LABELLED, False
    carried, told = about, False
    last = evidence.locator.path[-1] if evidence.locator.path else ""
    heading = bool(about and taken) and not mentions(subject, last)
    # A heading may ask what the first sentence below it answers.
    answers = heading and labels_relation(last, hop.relation, hop.relation.wants)
    if answers and not said_of(taken[0].text, subject, hop, about=about):
        for value in candidates(taken[0].text, hop.relation, hop.relation.wants)[: None if hop.many else 1]:
            told = True
            yield taken[0], value, HEADED, False
    for unit in taken if not told else ():
        own = bool(mentions(subject, unit.text))
        labelled = field_values(unit, hop) if about else []
        for value in labelled:
            told = True
            yield unit, value, LABELLED, False
        pair = fields(unit)
        field_like = pair is not None and (
            unit.kind == "row" or labels_relation(pair[0], hop.relation, hop.relation.wants)
        )
        if not labelled and not (field_like and about):
            spoken = about or own or (carried and continues(unit.text))
            for said in said_of(unit.text, subject, hop, about=spoken):
                told = True
                yield unit, said.value, said.direct, said.former
        # "… stands in Lund. It has 900 students." tells of no town
        opens = own and opens_with(subject, unit.text)
        carried = about or (unit.kind == "sentence" and (opens or (carried and continues(unit.text))))
    if hop.relation.name == "maker" and not told and not about:
        yield from _own_product(evidence, subject, taken)
    if about and not told and (sole := sole_value(evidence.text, hop.relation)):
        yield next(unit for unit in taken if sole.text in unit.text), sole, SOLE, False


def _own_product(evidence: Evidence, subject: str, taken: Sequence[Unit]) -> Iterator[Found]:
    """A firm's own words for what it makes: "its best-known product, the …"."""
    page = owner(evidence.title, evidence.locator.path)
    for unit in taken:
        spans = mentions(subject, unit.text)
        if spans and _ITS.search(unit.text[: spans[0][0]]) and not re.search(r"[\d:]", page):
            yield unit, Candidate(page, canonical_name(page), 0), OWN, False


def continues(text: str) -> bool:
    """Whether a sentence goes on about whom the one before named: a pronoun among its first words."""
    return any(word in PRONOUNS for word in words(text)[:4])


def _inverse(evidence: Evidence, subject: str, hop: Hop) -> Iterator[Found]:
    """Who has the subject as this value: a page with it in a labelled place, or a sentence that says so."""
    forward = Hop(hop.relation)
    page = owner(evidence.title, evidence.locator.path)
    for unit in units(evidence.text):
        if not mentions(subject, unit.text) and not speaks_of(subject, evidence):
            continue
        values = field_values(unit, forward)
        if any(folded(value.text) == folded(subject) for value in values) and folded(page) != folded(subject):
            yield unit, Candidate(page, canonical_name(page), 0), LABELLED, False
            continue
        for said in said_of(unit.text, subject, hop, about=speaks_of(subject, evidence)):
            others = said_of(unit.text, said.value.text, forward, about=False)
            back = any(folded(other.value.text) == folded(subject) for other in others)
            if back or speaks_of(subject, evidence):
                yield unit, said.value, said.direct, said.former


def fact_of(
    evidence: Evidence,
    subject: str,
    hop: Hop,
    unit: Unit,
    value: Candidate,
    direct: float,
    former: bool = False,
) -> Fact:
    """A value of a unit as a fact."""
    return Fact(
        subject=subject,
        relation=hop.relation.name,
        value=value.text.strip(),
        canonical=value.canonical,
        quote=unit.text,
        evidence=evidence.id,
        url=evidence.locator.url,
        site=site_of(evidence.locator.url),
        direct=direct,
        when=year_near(unit.text, value.end) if hop.relation.varies else "",
        former=former,
        inverse=hop.inverse,
    )
