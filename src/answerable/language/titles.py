"""A short name for what somebody asks, as a list of conversations shows it."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from answerable.language.words import words

LONGEST = 60  # characters that a list shows in one line
VAGUE = (
    20  # characters below which a question ("What can I do?") says less than the rest. Chosen, not measured.
)
_LEADS = tomllib.loads(files(__package__).joinpath("titles.toml").read_text(encoding="utf-8"))["lead"]
_LEAD = re.compile(rf"(?:{'|'.join(_LEADS.values())})[\s,;:!.–-]*", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!](?=\S)[^.!?\n]+)*\??")


def title(text: str) -> str:
    """The matter without greeting and courtesy: the sentence that asks, or the one that says most."""
    said = [sentence.strip() for sentence in _SENTENCE.findall(text)]
    matters = [matter for matter in map(_matter, said) if words(matter)] or [text.strip()]
    asking = [matter for matter in matters if matter.endswith("?") and len(matter) >= VAGUE]
    name = (asking or [max(matters, key=len)])[0].rstrip(" ?.!,;:") or text.strip()
    name = name[:1].upper() + name[1:]
    return name if len(name) <= LONGEST else name[:LONGEST].rpartition(" ")[0].rstrip(",;: ") + " …"


def _matter(sentence: str) -> str:
    """A sentence without what stands before its matter; whole where nothing would be left."""
    rest = sentence
    while (found := _LEAD.match(rest)) and words(rest[found.end() :]):
        rest = rest[found.end() :]
    return rest
