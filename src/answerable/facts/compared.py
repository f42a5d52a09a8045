"""Comparisons: two names, and what is measured of them; or two that may have something the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from answerable.facts.fact import Chain, Hop, Inquiry
from answerable.facts.layers import EMPTY, WHICH
from answerable.facts.names import HEADS, PATTERNS, is_org, names_in
from answerable.facts.phrases import asked_by, type_of
from answerable.facts.relations import RELATIONS, unknown
from answerable.language.words import STOPWORDS, words
from answerable.lists import read_list

_OR = re.compile(r",?\s+(?:or|oder|vs\.?|versus|and|und|than|als|before|vor(?! allem)|after|nach)\s+", re.I)
_OPENS = PATTERNS["opens_names"]
_SAME = PATTERNS["same"]
_NAME = r"([A-ZÄÖÜ]\S*(?:\s[A-ZÄÖÜ0-9&]\S*)*)"
_BOTH = re.compile(rf"(?<=\s){_NAME}\s(?:and|und)\s{_NAME}")
_TOGETHER = PATTERNS["together"]
_WHICH_OF = re.compile(r"^(which|who|welche[rsn]?|wer)\s+(?:of|von)\s+(?=(?-i:[A-ZÄÖÜ]))", re.I)
_MEASURES: dict[str, tuple[str, str]] = {
    word: (relation, wins)
    for wins, rows in read_list(__package__, "comparisons.toml").items()
    for relation, row in rows.items()
    for word in row.split()
}


def compared(question: str, read: Callable[[str], Chain]) -> Inquiry | None:
    """Two names, a word between them, and a word that measures them; or two that have something the same, or add up."""
    question = _WHICH_OF.sub(r"\1, ", question)
    if (both := _BOTH.search(question)) and _TOGETHER.search(question):
        asked = (
            _TOGETHER.sub("", f"{question[: both.start()]}{name}{question[both.end() :]}")
            for name in both.groups()
        )
        return Inquiry(tuple(read(" ".join(side.split())) for side in asked), "sum")
    if found := _SAME.match(question):
        wants = next((kind for word in words(found["what"]) if (kind := type_of(word))), "")
        related = sorted(
            (match[0] for match in asked_by(tuple(words(found["what"])))), key=lambda r: r.wants != wants
        )
        hop = Hop(related[0] if related else RELATIONS["located"])
        return Inquiry(tuple(read(found[side]).extended(hop) for side in ("one", "two")), "same")
    for found in _OR.finditer(question):
        before, after = question[: found.start()], question[found.end() :]
        names = names_in(before)[-1:] + names_in(after)[:1]
        if len(names) < 2:
            continue
        cut = max((m.end() for m in _OPENS.finditer(before, 0, names[0].start)), default=0)
        rest = f"{before[:cut]} {before[names[0].end :]} {found.group()} {after[names[1].end :]}"
        measures = [_MEASURES[word] for word in words(rest) if word in _MEASURES]
        sides = _side(before[cut : names[0].end], read), _side(after[: names[1].end], read)
        if measures and (
            measured := _measured(rest, measures, [side.anchor for side in sides if not side.hops])
        ):
            return Inquiry(tuple(side.extended(measured) for side in sides), measures[0][1])
    return None


def _side(text: str, read: Callable[[str], Chain]) -> Chain:
    """One of the two: a name, small words and all ("Marien im Tal"), or what a chain leads to."""
    plain = re.sub(r"^(?:the|der|die|das|den|dem)\s+", "", text.strip(), flags=re.I)
    small = STOPWORDS["en"] | STOPWORDS["de"]
    named = plain[:1].isupper() and all(
        word[0].isupper() or word[0].isdigit() or word in small for word in plain.split()
    )
    return Chain(plain, ()) if named else read(text)


def _measured(text: str, measures: Sequence[tuple[str, str]], names: Sequence[str]) -> Hop | None:
    """The measurable relation that a comparison names, else its adjective's; a firm's age is its founding.

    What has a building in its name has no elevation, but a height.
    """
    said = tuple(word for word in words(text) if word not in _MEASURES)
    found = [relation for relation, _, _ in asked_by(said) if relation.wants in ("number", "amount", "date")]
    otherwise = next((name for name, _ in measures if name), "")
    kind = next((two for one, two in pairwise(said) if one in WHICH), "")  # "which newspaper is older"
    named_kind = kind not in EMPTY | {""} and type_of(kind) != "person"
    if otherwise == "born" and (
        any(map(is_org, names)) or named_kind or any(type_of(word) == "org" for word in said)
    ):
        otherwise = "founded"
    if otherwise == "elevation" and any(word in HEADS for name in names for word in words(name)):
        otherwise = "height"
    named = " ".join(word for word in said if word not in EMPTY and word != kind and not type_of(word))
    relation = (
        found[0] if found else RELATIONS.get(otherwise) or (unknown(named, "number") if named else None)
    )
    return Hop(relation) if relation else None
