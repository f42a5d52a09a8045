"""The relations the house knows by heart (`relations.toml`), and how an unknown one is made from its words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from answerable.facts.fact import Attribute
from answerable.language.words import words
from answerable.lists import read_list

_CONTENT: dict[str, dict[str, Any]] = read_list(__package__, "relations.toml")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _relation(name: str, row: dict[str, Any]) -> Attribute:
    english, german = _listed(row["en"]), _listed(row["de"])
    return Attribute(
        name=name,
        wants=row["wants"],
        of=row.get("of", "any"),
        nouns=tuple(dict.fromkeys(noun.lower() for noun in (*english, *german))),
        labels=(("en", english[0]), ("de", german[0])),
        does=_listed(row.get("does", "")),
        done=_listed(row.get("done", "")),
        vague=_listed(row.get("vague", "")),
        units=_listed(row.get("unit", "")),
        tags=_listed(row.get("tags", "")),
        asks=_listed(row.get("asks", "")),
        many=row.get("many", False),
        varies=row.get("varies", False),
    )


RELATIONS: dict[str, Attribute] = {name: _relation(name, row) for name, row in _CONTENT.items()}


@lru_cache(maxsize=1)
def by_noun() -> dict[str, list[Attribute]]:
    found: dict[str, list[Attribute]] = {}
    for relation in RELATIONS.values():
        for noun in relation.nouns:
            found.setdefault(noun, []).append(relation)
    return found


@lru_cache(maxsize=512)
def longer_nouns(relation: Attribute) -> frozenset[str]:
    """Nouns of other relations that have one of its nouns in them: a "head coach" is no head."""
    own = set(relation.nouns)
    others = (noun for noun in by_noun() if " " in noun and noun not in own)
    return frozenset(noun for noun in others if own & set(noun.split()))


def unknown(phrase: str, wants: str, *head: str) -> Attribute:
    """A relation nobody listed, as its own words, of which some may only say what kind is wanted."""
    plain = re.sub(r"^(?:the|a|an|der|die|das)\s+", "", phrase.strip(), flags=re.I)
    said, labels = plain.lower(), (("en", plain), ("de", plain))
    return Attribute(said, wants or "thing", nouns=(said,), head=head, labels=labels, listed=False)


def of_part(relation: Attribute, part: str) -> Attribute:
    """A relation of something that has no name of its own: the builder of "the organ"."""
    labels = tuple((language, f"{part} – {label}") for language, label in relation.labels)
    name = f"{part} {relation.name}"
    return replace(relation, name=name, part=tuple(words(part)), labels=labels, listed=False)
