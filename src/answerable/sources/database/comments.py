"""What comments say: those a SQLite schema writes beside its columns, and the names and units in any comment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from answerable.lists import listed

_PART = re.compile(
    r"(?P<alone>(?:^|\n)\s*(?:--[^\n]*|/\*.*?\*/)(?=\s*\n))|--(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/"
    r"|\"(?P<quoted>[^\"]+)\"|'(?:[^']|'')*'|(?P<mark>[(),])|(?P<word>\w+)",
    re.DOTALL,
)
_UNIT = re.compile(r"\b(?:in|per)\s+(%|[^\W\d]\w*(?:\s+[A-Z]\w+)?)")
# From here on a comment says more of what it named: "Name der Lage", "Preis je Flasche", "Kunden (aktive)".
_MORE = listed("in per je pro der des of the for von auf to on at by als")
# "Datum der Fertigstellung" is called after what happens then.
_WHEN = re.compile(r"^(Datum|Tag|Zeitpunkt|[Dd]ate|[Dd]ay|[Tt]ime) (?:of|der|des)(?: the)? (\w+)")
MOST_WORDS = 2  # of a name; more are a sentence. Chosen, not measured


def written(schema: str) -> tuple[str, dict[str, str]]:
    """The comment of a table and those of its columns, as its CREATE statement has them on the same line."""
    found: dict[str, str] = {}
    depth, column, fresh = 0, "", False
    for part in _PART.finditer(schema):
        mark, word = part["mark"], part["quoted"] or part["word"]
        depth += {"(": 1, ")": -1}.get(mark or "", 0)
        if mark and depth == 1 and mark != ")":
            fresh = True
        elif word and fresh and depth == 1:
            column, fresh = word, False
        elif depth and (note := (part["line"] or part["block"] or "").strip()):
            found.setdefault(column, note)
    return found.pop("", ""), found


def names(note: str, values: Sequence[str] = ()) -> Iterator[str]:
    """What a comment calls its column or table: "Wohnort / Sitz" are two names, a list of its values is none."""
    held = {value.lower() for value in values}
    if note.count("=") == 1:
        note = re.sub(r"^1\s*=\s*", "", note)  # what a mark says where it is set
    note = _WHEN.sub(r"\2 \1", note)
    for said in re.split(r"[(,;:=]", note, maxsplit=1)[0].split("/"):
        words = re.findall(r"[^\s,]+", said)
        more = next((n for n, word in enumerate(words) if word.lower() in _MORE), len(words))
        name = " ".join(words[:more])
        if 0 < more <= MOST_WORDS and name.replace(" ", "").isalpha() and name.lower() not in held:
            yield name


def unit(note: str) -> str:
    """The unit that a comment says numbers are in: "Lesemenge in kg"."""
    found = _UNIT.search(note)
    return found[1] if found else ""
