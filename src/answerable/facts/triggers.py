"""The words in a sentence that name a relation: its nouns, what is done to the subject, what the value does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from answerable.facts.fact import Attribute
from answerable.facts.names import PATTERNS
from answerable.facts.relations import longer_nouns


@dataclass(frozen=True)
class Trigger:
    """Where such words stand, and what part they play."""

    start: int
    end: int
    role: str  # noun · does · done


# A noun may have an ending; with one, "founded" would be "founder" too.
_ENDS = {"does": "", "done": "(?:n|en|er|es|r|m)?", "nouns": "(?:s|n|en|in|innen|r|m)?"}


_PREFIXES = ("vor", "her", "heraus")  # of German verbs: "steht dem Verein vor"


@lru_cache(maxsize=512)
def _pattern(relation: Attribute) -> re.Pattern[str]:
    parts = []
    for role in ("does", "done", "nouns"):
        listed = sorted(getattr(relation, role), key=len, reverse=True)
        if listed:
            parts.append(rf"(?P<{role}>(?:{'|'.join(_loose(word) for word in listed)}){_ENDS[role]})")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w])", re.I)


@lru_cache(maxsize=512)
def _longer(relation: Attribute) -> re.Pattern[str] | None:
    ways = "|".join(map(re.escape, longer_nouns(relation)))
    return re.compile(rf"(?<!\w)(?:{ways})(?!\w)", re.I) if ways else None


@lru_cache(maxsize=512)
def _spread(relation: Attribute, role: str) -> re.Pattern[str] | None:
    """Longer phrases whose first word may stand apart ("erblickte am 5. Mai in Lund das Licht der Welt")."""
    every = (phrase.split() for phrase in getattr(relation, role))
    longer = [phrase for phrase in every if len(phrase) > 2 or phrase[-1] in _PREFIXES]
    ways = [
        rf"{re.escape(first)}(?=(?:\s+\S+){{1,9}}?\s+{re.escape(' '.join(rest))}\b)"
        for first, *rest in longer
    ]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(ways)})", re.I) if ways else None


# A small word, or a year, may stand between the words of a phrase: "died in 1990 of".
_SMALL = (
    r"(?:\s+(?:sie|er|es|it|he|she|they|heute|today|now|damals|die firma|das unternehmen|"
    r"(?:in |im |on |am )?(?:[\w.]+ ){0,2}\d{4}))?\s+"
)


def _loose(phrase: str) -> str:
    """A phrase as a pattern: one small word may stand between its words, and "~" opens a German compound."""
    compound, words = phrase.startswith("~"), phrase.removeprefix("~").split()
    inner = _SMALL.join(map(re.escape, words))
    if len(words) == 1 and words[0].isalpha() and words[0].islower() and len(words[0]) > 4:
        root = re.sub(r"(?:es|s|ing|ed)$", "", words[0])
        ends = r"(?:e?s|ing|e?d|e)?" if root != words[0] else r"(?:t|te|ten|en|e|n)?"
        ends = "e?" if words[0].endswith("t") else ends  # "führten" is no "führt"
        inner = re.escape(root if len(root) > 3 else words[0]) + ends
    return (r"\w*" if compound else "") + inner


def find_triggers(text: str, relation: Attribute) -> list[Trigger]:
    found = []
    others = [m.span() for m in longer.finditer(text)] if (longer := _longer(relation)) else []
    for match in _pattern(relation).finditer(text):
        if any(start <= match.start() < match.end() <= end for start, end in others):
            continue  # the "head coach" is not the head
        word = match.group().lower()
        roles = [
            role for role in ("does", "done", "nouns") if word in map(str.lower, getattr(relation, role))
        ] or [match.lastgroup or "nouns"]
        found += [Trigger(match.start(), match.end(), role) for role in roles]
    for role in ("does", "done"):
        if spread := _spread(relation, role):
            found += [Trigger(m.start(), m.end(), role) for m in spread.finditer(text)]
    if hanging := PATTERNS.get(f"hanging_{relation.name}"):  # "a 12-year-old", "the Lund-based maker"
        found += [Trigger(m.start(), m.end(), "nouns") for m in hanging.finditer(text)]
    return found
