"""What people say about what is remembered: to be noted, listed or forgotten. Word lists are in talk.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from answerable.language.pattern import Pattern
from answerable.language.values import find_values
from answerable.language.words import words
from answerable.lists import read_list

LISTS: dict[str, Any] = read_list(__package__, "talk.toml")
_FACTS = frozenset(LISTS["facts"]["words"].split())
_ABOUT_ME = {kind: [Pattern(text) for text in texts] for kind, texts in LISTS["about_me"].items()}
_TOLD = {kind: [Pattern(text) for text in texts] for kind, texts in LISTS["told"].items()}
# What a source could answer is told by these; a name or a region has none of them.
_MEASURED = frozenset({"number", "amount", "date", "time"})
# A name is a few words, and so is what it stands for. Chosen, not measured.
NAME_CHARS, MEANS_CHARS = 60, 120


@dataclass(frozen=True)
class MemoryTalk:
    """One sentence about the memory."""

    kind: str  # recall · forget_all · mine · name · forget · forget_mine · fact
    name: str = ""
    means: str = ""


def read_said(text: str, language: str) -> MemoryTalk | None:
    """What a sentence wants of the memory, if anything."""
    if kind := about_me(text):
        return MemoryTalk(kind)
    if text.rstrip().endswith("?"):
        return None  # "Remember when I ordered?" is a question about something else
    for kind in ("mine", "name", "forget", "forget_mine", "fact"):
        for pattern in _TOLD[kind]:
            caught = pattern.match(text)
            if caught is not None:
                said = MemoryTalk(kind, caught.get("name", ""), caught.get("means", ""))
                keepable = kind not in ("mine", "name") or _keepable(said, language)
                return said if keepable else MemoryTalk("fact")
    return None


def about_me(text: str) -> str:
    """Which of the whole sentences about the asking person's memory this is; empty for any other."""
    found = (kind for kind, known in _ABOUT_ME.items() if any(one.match(text) is not None for one in known))
    return next(found, "")


def corrects(text: str) -> bool:
    """Whether a sentence says that the last answer took something for something else."""
    return any(pattern.match(text) is not None for pattern in _TOLD["corrects"])


def _keepable(said: MemoryTalk, language: str) -> bool:
    """A name or a preference, never something that a source could answer."""
    short = len(said.name) <= NAME_CHARS and len(said.means) <= MEANS_CHARS
    measured = any(value.kind in _MEASURED for value in find_values(said.means, language))
    return short and not measured and not _FACTS & set(words(said.name))
