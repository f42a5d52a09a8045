"""What a question is about where it cannot be read: private matters of others are told by their own words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.sources.apps.links import folded
from answerable.sources.apps.permissions import Fence
from answerable.sources.apps.rows import Row


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Any of these words or phrases; a star stands for any ending."""
    parts = (folded(word) + (r"\w*" if word.endswith("*") else "") for word in words)
    return re.compile(rf"\b(?:{'|'.join(parts) or '(?!)'})\b")


@dataclass(frozen=True)
class _Topic:
    """One private matter: its words, the tables that hold it, and whose rows of them the asker may see."""

    tables: frozenset[str]
    firm: bool  # its words are never said of anything else, so a reading without its tables is a wrong one
    words: re.Pattern[str]
    beside: re.Pattern[str] | None  # where the words alone say too little
    unless: re.Pattern[str]
    anyone: bool  # it is somebody's, whether or not anybody is named
    people: frozenset[str] | None  # None: rows of jobs, and some of them are open


class PrivateWords:
    """Whether a question is about what its asker may not see, told from the words that are known."""

    def __init__(self, given: Mapping[str, Any], fence: Fence, employees: Sequence[Row]) -> None:
        self._mine, self._others = _any_of(given.get("mine", ())), _any_of(given.get("others", ()))
        self._people = _any_of(given.get("people", ()))
        self._topics = [
            _Topic(
                frozenset({topic["table"], *topic.get("also", ())}),
                bool(topic.get("firm")),
                _any_of(topic["words"]),
                _any_of(topic["beside"]) if "beside" in topic else None,
                _any_of(topic.get("unless", ())),
                bool(topic.get("anyone")),
                fence.owners(topic["table"], topic.get("column", "")),
            )
            for topic in given.get("topics", ())
            if fence.protected(topic["table"])
        ]
        # "Krögers Bereich" names Kröger.
        names = ((str(row["name"]), str(row["id"])) for row in employees if row.get("name"))
        self._names = [(_any_of([name, f"{name}s"]), key) for name, key in names]

    def __call__(self, text: str, read: Collection[str] | None = None) -> bool:
        """Whether the text asks for a private matter of somebody else.

        `read` are the tables a query made of the text would read: where they hold the matter, the query is judged.
        """
        said = folded(text)
        about = [
            topic
            for topic in self._topics
            if topic.words.search(said)
            and (topic.beside is None or topic.beside.search(said))
            and (read is None or topic.firm)
        ]
        if not about:
            return False
        named = {key for name, key in self._names if name.search(said)}
        # A query over what is somebody's in any case is judged by whose rows it is about; whom else the text names,
        # as in "my payroll without Ole", it may have left out.
        about = [
            topic
            for topic in about
            if read is None
            or topic.tables.isdisjoint(read)
            or (topic.anyone and topic.people is not None and not named <= topic.people)
        ]
        others = bool(self._others.search(said))
        alone = bool(self._mine.search(said)) and not others
        return any(self._kept_back(topic, said, named, (others, alone)) for topic in about)

    def _kept_back(self, topic: _Topic, said: str, named: set[str], whose: tuple[bool, bool]) -> bool:
        others, alone = whose
        if topic.people is None:
            return False
        if named:
            return not named <= topic.people
        if alone or (topic.unless.search(said) and not self._people.search(said)):
            return False
        # Somebody who leads people may have meant theirs.
        return (others or topic.anyone) and len(topic.people) <= 1
