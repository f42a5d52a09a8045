"""A short name for what somebody asks, as a list of conversations shows it."""

from __future__ import annotations

import re

from answerable.language.words import words
from answerable.lists import read_list

LONGEST = 60  # characters that a list shows in one line
# A question of fewer characters ("What can I do?") says less than the rest. Chosen, not measured.
VAGUE = 20
_LISTS = read_list(__package__, "titles.toml")
_LEAD = re.compile(rf"(?:{'|'.join(_LISTS['lead'].values())})[\s,;:!.–-]*", re.IGNORECASE)
_SHAPES = [re.compile(shape, re.IGNORECASE) for shape in _LISTS["shape"].values()]
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!](?=\S)[^.!?\n]+)*\??")


def title(text: str) -> str:
    """The matter without greeting and courtesy: the sentence that asks, or the one that says most."""
    said = [sentence.strip() for sentence in _SENTENCE.findall(text)]
    matters = [matter for matter in map(_matter, said) if words(matter)] or [text.strip()]
    asking = [matter for matter in matters if matter.endswith("?") and len(matter) >= VAGUE]
    name = _within((asking or [max(matters, key=len)])[0].rstrip(" ?.!,;:")) or text.strip()
    name = name[:1].upper() + name[1:]
    return name if len(name) <= LONGEST else name[:LONGEST].rpartition(" ")[0].rstrip(",;: ") + " …"


def _matter(sentence: str) -> str:
    """A sentence without what stands before its matter; whole where nothing would be left."""
    rest = sentence
    while (found := _LEAD.match(rest)) and words(rest[found.end() :]):
        rest = rest[found.end() :]
    return rest


def _within(question: str) -> str:
    """What a question of a known shape is about: "How many leads do we have?" is about leads."""
    found = next(filter(None, (shape.fullmatch(question) for shape in _SHAPES)), None)
    return " ".join(part.strip() for part in found.groups() if part.strip()) if found else question
