"""What a page seems to say where no listed words name the relation: the sentence nearest in meaning, a value that fits.

Read only where everything else found nothing to believe. What it finds is believed less, and the answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.fact import Attribute, Hop
from answerable.facts.labelled import LABEL, cell_values, fields
from answerable.facts.names import folded, mentions, names_in, placed, same_name
from answerable.facts.phrases import rooted, type_of
from answerable.facts.wanted import Candidate, candidates, object_after
from answerable.language.embed import shared_vectors
from answerable.language.sentences import Unit, units
from answerable.language.words import STOPWORDS, words

# From how near on a sentence or a label speaks of the relation, and how plainly it is then taken to say it (a labelled
# field says 1). Found on word pairs of the kind pages use ("award" and "prize" 0.60, "study" and "education" 0.47,
# "salary" and "earns" 0.50 against "phone number" and "headquarters" 0.01, "mother" and "married" 0.11).
_NEAR, _PLAINLY = 0.45, 0.75
# Words that stand in the way of reading a value: somebody else's, or denied.
_NOT = re.compile(
    r"\b(?:not|never|no longer|nicht|nie|kein\w*|former|ehemalig\w*|until|rumou?r\w*|angeblich)\b", re.I
)

Found = tuple[Unit, Candidate, float]


def nearest(evidence: Evidence, subject: str, hop: Hop, *, about: bool) -> list[Found]:
    """Values of the wanted kind beside the words nearest to the relation, of the best sentence of one passage."""
    taken = [u for u in units(evidence.text) if about or mentions(subject, u.text)]
    scored = [(score, found) for unit in taken for score, found in _of_unit(unit, subject, hop)]
    best = max((score for score, _ in scored), default=0.0)
    return [found for score, found in scored if score == best] if best >= _NEAR else []


def _of_unit(unit: Unit, subject: str, hop: Hop) -> Iterator[tuple[float, Found]]:
    relation, pair = hop.relation, fields(unit)
    if pair and len(pair[0].split()) <= LABEL:
        if (near := meaning(relation, pair[0])) >= _NEAR:
            for value in cell_values(pair[1], relation, hop.wants)[: None if hop.many else 1]:
                at = unit.text.rindex(pair[1])
                yield near, (unit, Candidate(value.text, value.canonical, at + value.start), near * _PLAINLY)
        return
    if _NOT.search(unit.text):
        return
    every = candidates(unit.text, relation, hop.wants)
    if hop.wants == "thing":
        every += _objects(unit.text, relation)
    values = [value for value in every if _may_be(value, unit.text, subject, hop)]
    for value in values:
        near = meaning(relation, _around(unit.text, value))
        if set(words(value.text)) & _types(relation):
            near = max(near, 0.8)  # "which university …": the name says that it is one
        if near >= _NEAR:
            yield near - 0.001 * abs(value.start), (unit, value, near * _PLAINLY)


def _may_be(value: Candidate, text: str, subject: str, hop: Hop) -> bool:
    if same_name(value.text, subject) or set(folded(value.text)) & set(folded(subject)):
        return False
    if hop.wants == "place":
        return any(name.start == value.start and placed(name, text) for name in names_in(text))
    return True


def _objects(text: str, relation: Attribute) -> list[Candidate]:
    """What stands right after a word that the relation's name has too."""
    roots = frozenset(root for noun in relation.nouns for word in words(noun) for root in rooted(word))
    shared = [m.end() for m in re.finditer(r"\w+", text) if rooted(m.group().lower()) & roots]
    return [found for end in shared if (found := object_after(text, end))]


def _around(text: str, value: Candidate) -> str:
    """The sentence without the value itself and without other names, which mean nothing."""
    rest = text[: value.start] + " " * len(value.text) + text[value.end :]
    for name in names_in(rest):
        rest = rest[: name.start] + " " * len(name.text) + rest[name.end :]
    return rest


def _types(relation: Attribute) -> frozenset[str]:
    return frozenset(word for noun in relation.nouns for word in words(noun) if type_of(word))


@lru_cache(maxsize=16_384)
def meaning(relation: Attribute, text: str) -> float:
    """How near a text's words are to all the words of a relation's nearest name."""
    said = [word for word in words(text) if word not in STOPWORDS["en"] | STOPWORDS["de"]]
    if not said:
        return 0.0
    named = [_spoken(noun) for noun in relation.nouns[:12]]
    return max((_all_near(tuple(noun), tuple(said)) for noun in named if noun), default=0.0)


def _spoken(noun: str) -> list[str]:
    small = STOPWORDS["en"] | STOPWORDS["de"]
    kept = [word for word in words(noun) if word not in small and not type_of(word)]
    return kept or [word for word in words(noun) if word not in small]


def _all_near(noun: Sequence[str], said: Sequence[str]) -> float:
    """The mean nearness of the words of a name, each to its nearest; none may be far from all."""
    shares = [any(rooted(word) & rooted(other) for other in said) for word in noun]
    near = shared_vectors().match(list(noun), [" ".join(said)])[0]
    each = [1.0 if same else float(one) for same, one in zip(shares, near, strict=True)]
    return sum(each) / len(each) if min(each) >= _NEAR / 2 else 0.0
