"""What every organisation is asked, which its pages tell without the words of the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from answerable.language.asked import Asked
from answerable.language.words import words
from answerable.lists import read_list

_MATTERS = read_list(__package__, "usual.toml")
_ASKED = {name: re.compile("|".join(matter["asked"]), re.I) for name, matter in _MATTERS.items()}
_TOLD, _BEHIND, _CERTAIN = (
    {name: re.compile(matter[key], re.I) for name, matter in _MATTERS.items() if key in matter}
    for key in ("told", "behind", "certain")
)


def shape_of(text: str) -> re.Pattern[str] | None:
    """How what this asks is usually told; None where it asks nothing that everybody is asked."""
    return next((told for name, told in _TOLD.items() if _ASKED[name].search(text)), None)


def untold(text: str, told: Sequence[str]) -> str:
    """What this asks for that is always told in its usual form, where no text has the form ("opening hours")."""
    asked = {name: match.group() for name, words in _CERTAIN.items() if (match := words.search(text))}
    return next((said for name, said in asked.items() if not any(map(_TOLD[name].search, told))), "")


def told_behind(text: str, links: Sequence[str]) -> list[bool]:
    """Whether behind each link, by its words, is usually told what this asks."""
    behind = [links_to for name, links_to in _BEHIND.items() if _ASKED[name].search(text)]
    return [any(words.search(link) for words in behind) for link in links]


def tells_how_to_reach(text: str) -> bool:
    """Whether a text tells opening hours, a telephone number, an address or where a house stands."""
    return any(_TOLD[name].search(text) for name in ("hours", "phone", "reach", "place"))


def met_usually(asked: Asked, texts: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Which texts tell which words of the question in the form in which they are usually told, by their places."""
    for name, told in _TOLD.items():
        named = {word for match in _ASKED[name].finditer(asked.text) for word in words(_naming(match))}
        if columns := [place for place, word in enumerate(asked.words) if word in named]:
            yield [row for row, text in enumerate(texts) if told.search(text)], columns


def _naming(match: re.Match[str]) -> str:
    return " ".join(filter(None, match.groups())) or match.group()
