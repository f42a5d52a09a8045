"""Whose words are they: whether the words that name a relation belong to the subject, or to somebody else beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import KIN, PATTERNS, Name, is_org, looks_like, placed
from answerable.facts.phrases import type_of
from answerable.facts.triggers import Trigger
from answerable.language.words import STOPWORDS, detect_language

BREAK = re.compile(r";|,\s+(?:while|whereas|but|and|während|und|aber)\s|\s(?:while|whereas|während)\s|\.\s")
LISTED = PATTERNS["listed"]
_ROLES = ("lead", "leading", "head")  # verbs that are also adjectives and nouns
_LED = re.compile(r"(\w+)\s+(?:of|von|des|der)\s+$")


def owned(
    text: str, trigger: Trigger, hop: Hop, spans: Sequence[tuple[int, int]], names: Sequence[Name]
) -> bool:
    """Whether the words that name the relation belong to the subject and to nobody else in the sentence."""
    if hop.inverse:
        return True
    bracketed = re.search(r"([^\W\d_][\w’'-]*)\s*\([^()]*$", text[: trigger.start])
    if bracketed and bracketed[1][0].isupper() and not any(a < bracketed.end(1) <= b for a, b in spans):
        return False  # "Kira (geb. 2014)" tells of Kira, whoever the page is about
    trait = hop.relation.of == "person" and hop.relation.wants != "person"
    if trait and spans and all((led := _LED.search(text[:a])) and led[1].lower() in KIN for a, _ in spans):
        return False  # "Kira, Kind von Anna, wurde … geboren" tells of Kira
    if not _takes(text, trigger, hop.relation, spans):
        return False
    start = max((m.end() for m in BREAK.finditer(text, 0, trigger.start)), default=0)
    before = text[start : trigger.start]
    relation = hop.relation
    if text[trigger.start : trigger.end].lower() in relation.vague and _others(
        text, relation, names, spans, trigger
    ):
        return False
    mine = [span for span in spans if start <= span[0] < trigger.start]
    if mine and (apposed := re.match(r",\s+(?:\w+\s+){0,3}", text[mine[-1][1] :])):
        # "Finn, Kind von …" is still Finn
        before = before.replace(apposed.group(), " " * len(apposed.group()))
    kin = [
        word for word in re.findall(r"[\w-]+", before.lower()) if word in KIN and word not in relation.nouns
    ]
    rivals = [name for name in names if start <= name.start < trigger.start]
    if relation.of == "person":
        people = [n for n in rivals if looks_like(n, "person") and not placed(n, text)]
        if kin and not (mine and mine[-1][0] > before.lower().rfind(kin[-1]) + start):
            return False
        if people and not mine:
            return relation.wants in ("person",) and trigger.role != "done" and bool(spans)
        if people and mine:
            first = people[0]
            return first.start > mine[0][0] or LISTED.fullmatch(text[first.end : mine[0][0]]) is not None
        return bool(mine) or bool(spans) or not people
    # The page is about the subject and the sentence names it not: nothing else of its kind may stand before.
    return bool(spans) or not [name for name in rivals if _rivals(name, relation, text)]


def _takes(text: str, trigger: Trigger, relation: Attribute, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether what follows a role or a verb may be the subject: not "Head of Finance", not "Lead designer"."""
    after = re.match(r"\s+(of|for|von|für)?\s*(?:the\s+|der\s+|die\s+)?([^\W\d_][\w-]*)", text[trigger.end :])
    if after is None or relation.of not in ("org", "place"):
        return True
    at, word = trigger.end + after.start(2), after[2]
    if trigger.role == "nouns" and after[1]:
        return type_of(word) != "" or any(at <= start + 30 and start < at + 30 for start, _ in spans)
    adjective = trigger.role == "does" and text[trigger.start : trigger.end].lower() in _ROLES
    if adjective and after[1] in ("of", "for"):
        return False
    return not (adjective and word.islower() and word not in STOPWORDS["en"] and not type_of(word))


def _others(
    text: str, relation: Attribute, names: Sequence[Name], spans: Sequence[tuple[int, int]], trigger: Trigger
) -> bool:
    """Whether somebody else's people may be counted: a company is named, or the place only says where that is."""
    if relation.of == "place":
        after = bool(spans) and all(a > trigger.start and placed(Name(text[a:b], a), text) for a, b in spans)
        return after or any(len(name.text.split()) > 1 for name in names)
    return any(is_org(name.text) for name in names)


def _rivals(name: Name, relation: Attribute, text: str) -> bool:
    """Whether a name in the sentence could be what it speaks of, instead of the page's subject."""
    if relation.of == "org":
        return is_org(name.text)
    if relation.of == "product":
        return any(c.isdigit() for c in name.text)
    german = detect_language(text) == "de"
    if relation.of == "place":
        placing = placed(name, text) and not re.search(
            r"\b(?:of|von|am|an|to|zu)\s+$", text[: name.start], re.I
        )
        opens = (
            not german
            and name.start == 0
            and not (relation.wants == "person" and looks_like(name, "person"))
            and re.match(r"\s+(?:is|has|had|lies|counts|was)\b", text[name.end :])
        )
        return placing or bool(opens)
    return len(name.text.split()) > 1 and not looks_like(name, relation.wants)
