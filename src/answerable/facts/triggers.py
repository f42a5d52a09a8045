"""The words in a sentence that name a relation: its nouns, what is done to the subject, what the value does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from answerable.facts.fact import Attribute


@dataclass(frozen=True)
class Trigger:
    """Where such words stand, and what part they play."""

    start: int
    end: int
    role: str  # noun · does · done


@lru_cache(maxsize=512)
def _pattern(relation: Attribute) -> re.Pattern[str]:
    parts = []
    for role in ("does", "done", "nouns"):
        listed = sorted(getattr(relation, role), key=len, reverse=True)
        if listed:
            parts.append(rf"(?P<{role}>{'|'.join(_loose(word) for word in listed)})")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?:s|n|en|in|innen|r|m)?(?![\w])", re.I)


def _loose(phrase: str) -> str:
    """A phrase as a pattern: one small word may stand between its words, and "~" opens a German compound."""
    compound, words = phrase.startswith("~"), phrase.removeprefix("~").split()
    inner = r"(?:\s+(?:sie|er|es|it|he|she|they|heute|today|now|damals|die firma|das unternehmen))?\s+".join(
        map(re.escape, words)
    )
    if len(words) == 1 and words[0].isalpha() and words[0].islower() and len(words[0]) > 4:
        root = re.sub(r"(?:es|s|ing|ed)$", "", words[0])
        ends = r"(?:e?s|ing|e?d|e)?" if root != words[0] else r"(?:t|te|ten|en|e|n)?"
        inner = re.escape(root if len(root) > 3 else words[0]) + ends
    return (r"\w*" if compound else "") + inner


def find_triggers(text: str, relation: Attribute) -> list[Trigger]:
    found = []
    for match in _pattern(relation).finditer(text):
        word = match.group().lower()
        roles = [
            role for role in ("does", "done", "nouns") if word in map(str.lower, getattr(relation, role))
        ] or [match.lastgroup or "nouns"]
        found += [Trigger(match.start(), match.end(), role) for role in roles]
    if relation.name == "age":
        found += [Trigger(m.start(), m.end(), "nouns") for m in re.finditer(r"-year-old|-jährig\w*", text)]
    return found
