"""The relations the house knows by heart (`relations.toml`), and how an unknown one is made from its words."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from answerable.facts.fact import Attribute

_CONTENT: dict[str, dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("relations.toml").read_text(encoding="utf-8")
)


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
        many=row.get("many", False),
        varies=row.get("varies", False),
    )


RELATIONS: dict[str, Attribute] = {name: _relation(name, row) for name, row in _CONTENT.items()}


@lru_cache(maxsize=1)
def openings() -> tuple[tuple[re.Pattern[str], Attribute], ...]:
    """Question openings that name a relation by themselves ("how old is …"), longest first."""
    found = [
        (text, RELATIONS[name]) for name, row in _CONTENT.items() for text in _listed(row.get("asks", ""))
    ]
    found.sort(key=lambda pair: -len(pair[0]))
    return tuple((_opening(text), relation) for text, relation in found)


def _opening(text: str) -> re.Pattern[str]:
    head, _, tail = text.partition("…")
    end = r"\s+" + re.escape(tail.strip()) if tail.strip() else ""
    return re.compile(rf"^{re.escape(head.strip())}\s+(?P<rest>.+?){end}$", re.I)


@lru_cache(maxsize=1)
def _by_noun() -> dict[str, list[Attribute]]:
    found: dict[str, list[Attribute]] = {}
    for relation in RELATIONS.values():
        for noun in relation.nouns:
            found.setdefault(noun, []).append(relation)
    return found


def named(phrase: str, wants: str = "") -> Attribute | None:
    """The relation an attribute's words name ("chief executive officer", "Geburtsort"); by type where two do."""
    words = re.sub(r"^(?:the|a|an|its|their|his|her|der|die|das|den|dem|des|current|present|aktuelle[rn]?)\s+", "",
                   phrase.lower().strip())  # fmt: skip
    for form in (words, words.removesuffix("s"), words.removesuffix("n"), words.removesuffix("en")):
        if found := _by_noun().get(form):
            fitting = [relation for relation in found if relation.wants == wants]
            return (fitting or found)[0]
    return None


def unknown(phrase: str, wants: str) -> Attribute:
    """A relation nobody listed, as its own words."""
    words = re.sub(r"^(?:the|a|an|der|die|das)\s+", "", phrase.strip(), flags=re.I)
    wants = "thing" if wants in ("person", "") else wants  # "who" may be a company as well
    return Attribute(words.lower(), wants, nouns=(words.lower(),), labels=(("en", words), ("de", words)))
