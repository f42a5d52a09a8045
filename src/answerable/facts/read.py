"""Read facts of one hop from one piece of evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from answerable.domain.evidence import Evidence
from answerable.facts.fact import Fact, Hop
from answerable.facts.labelled import field_values, fields, labels_relation, owner, table_values
from answerable.facts.names import folded, is_org, mentions, names_in
from answerable.facts.prose import said_of, sole_value
from answerable.facts.trust import site_of
from answerable.facts.wanted import Candidate, canonical_name, year_near
from answerable.language.sentences import Unit, units

LABELLED, SOLE = 1.0, 0.85


def speaks_of(subject: str, evidence: Evidence) -> bool:
    """Whether the page (its title, a heading, or its site's name) is about the subject."""
    heads = (evidence.title, *evidence.locator.path)
    if any(_heads(subject, head) for head in heads):
        return True
    site = re.sub(
        r"[^a-z0-9]",
        "",
        site_of(evidence.locator.url).split(".")[-2] if "." in site_of(evidence.locator.url) else "",
    )
    name = "".join(re.sub(r"[^a-z0-9]", "", word) for word in folded(subject))
    return len(name) >= 5 and site == name


def _heads(subject: str, head: str) -> bool:
    """A heading is about whom it names first; "Anna Keller becomes head of X" is about Anna Keller."""
    spans = mentions(subject, head)
    if not spans:
        return False
    first = next((name for name in names_in(head)), None)
    return spans[0][0] <= 2 or first is None or first.start >= spans[0][0] or len(names_in(head)) == 1


def read_facts(evidence: Evidence, subject: str, hop: Hop, context: Sequence[str] = ()) -> list[Fact]:
    """Everything this evidence says of the subject in this relation."""
    whole = f"{evidence.title} {' '.join(evidence.locator.path)} {evidence.text}"
    bare = len(folded(subject)) == 1 and hop.relation.of == "person"
    if not mentions(subject, whole) and not speaks_of(subject, evidence):
        return []
    if bare and context and not any(_near(name, whole) for name in context):
        return []  # "Maja" alone is nobody in particular: the page must speak of those she was reached by
    found = _inverse(evidence, subject, hop) if hop.inverse else _forward(evidence, subject, hop)
    facts = [_fact(evidence, subject, hop, *one) for one in found if one[2] > 0]
    if hop.wants == "org" and any(is_org(fact.value) for fact in facts):
        # Beside a name that calls itself a company, any other one is more likely misread.
        facts = [fact for fact in facts if is_org(fact.value)]
    return facts


def _near(name: str, text: str) -> bool:
    """Whether a text speaks of somebody: the whole name, or a person's last name."""
    return bool(mentions(name, text)) or (not is_org(name) and bool(mentions(folded(name)[-1], text)))


Found = tuple[Unit, Candidate, float, bool]  # where, what, how directly, whether it is over


def _forward(evidence: Evidence, subject: str, hop: Hop) -> Iterator[Found]:
    about = speaks_of(subject, evidence)
    taken = units(evidence.text)
    for _, group in groupby((u for u in taken if u.kind == "row"), key=lambda unit: unit.block):
        for row, value in table_values(list(group), subject, hop, about=about):
            yield row, value, LABELLED, False
    carried, told = about, False
    for unit in taken:
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
            for said in said_of(unit.text, subject, hop, about=carried or own):
                told = True
                yield unit, said.value, said.direct, said.former
        carried = about or (own and unit.kind == "sentence")
    if about and not told and (sole := sole_value(evidence.text, hop.relation)):
        yield next(unit for unit in taken if sole.text in unit.text), sole, SOLE, False


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
            if any(folded(other.value.text) == folded(subject) for other in others) or speaks_of(
                subject, evidence
            ):
                yield unit, said.value, said.direct, said.former


def _fact(
    evidence: Evidence, subject: str, hop: Hop, unit: Unit, value: Candidate, direct: float, former: bool
) -> Fact:
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
