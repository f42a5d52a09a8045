"""What a question is about, apart from whether it can be answered: whose matter, and which private one.

Permission is told from the matter and the person alone. A question that nobody can compute, or about somebody
nobody knows, is refused for the same reason as one that could be answered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.sources.apps.links import company_words, folded
from answerable.sources.apps.permissions import Fence
from answerable.sources.apps.rows import Row

_WORD = re.compile(r"[^\W_]+")
# Two words inside a sentence that are written as a name.
_STRANGER = re.compile(r"(?<=\w )[A-ZÄÖÜ][a-zäöüß]+ [A-ZÄÖÜ][a-zäöüß]+\b")
# The longest name that is looked for, in words. Chosen, not measured.
LONGEST = 5


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Any of these words or phrases; a star stands for any ending."""
    parts = (folded(word) + (r"\w*" if word.endswith("*") else "") for word in words)
    return re.compile(rf"\b(?:{'|'.join(parts) or '(?!)'})\b")


@dataclass(frozen=True)
class _Topic:
    """One private matter: its words, the tables that hold it, and whose rows of them the asker may see."""

    tables: frozenset[str]
    totals: frozenset[str]  # those of them that hold no row of one person
    firm: bool  # its words are never said of anything else, so a reading without its tables is a wrong one
    words: re.Pattern[str]
    beside: re.Pattern[str] | None  # where the words alone say too little
    unless: re.Pattern[str]  # said of something else, as long as no employee is meant
    never: re.Pattern[str]  # said of something else, whoever is named
    anyone: bool  # it is somebody's, whether or not anybody is named
    named: bool  # it is private only where somebody is named
    people: frozenset[str] | None  # None: rows of jobs, and some of them are open

    def told(self, said: str) -> bool:
        beside = self.beside is None or self.beside.search(said)
        return bool(self.words.search(said) and beside and not self.never.search(said))


@dataclass(frozen=True)
class _Whom:
    """Whom a text is about."""

    staff: tuple[tuple[str, frozenset[str]], ...]  # each name as it was said, and the employees it may mean
    outside: bool  # a customer, a contact or another company is named
    others: bool
    mine: bool
    rest: str  # what it says besides


class PrivateWords:
    """Whether a question is about what its asker may not see, told from the words that are known."""

    def __init__(self, given: Mapping[str, Any], fence: Fence, rows: Mapping[str, Sequence[Row]]) -> None:
        self._words = {
            name: _any_of(given.get(name, ()))
            for name in ("mine", "others", "people", "ours", "who", "idle", "team")
        }
        self._each = given.get("each", ("", ""))  # how a question is asked of a whole team
        self._topics = [
            _topic(one, fence) for one in given.get("topics", ()) if fence.protected(one["table"])
        ]
        owned = [one for one in fence.rules.tables if fence.protected(one) and fence.owner(one)]
        self._owners = {table: fence.owners(table) or frozenset() for table in owned}
        staff: dict[str, frozenset[str]] = {}
        for row in rows.get("employees", ()):
            for name in {
                folded(str(row[one])) for one in ("name", "first_name", "last_name") if row.get(one)
            }:
                staff[name] = staff.get(name, frozenset()) | {str(row["id"])}
        others = [row["name"] for table in rows if table != "employees" for row in rows[table]]
        outside = {way(str(name)) for name in others if name for way in (folded, company_words)}
        self._known = dict.fromkeys(outside, frozenset[str]()) | staff  # nobody of ours, outside

    def __call__(self, text: str, read: Collection[str] | None = None) -> bool:
        """Whether the text asks for a private matter of somebody else.

        `read` are the tables a query made of the text would read: where they hold the matter, the query is judged.
        """
        said, whom = folded(text), self._whom(text)
        # Whom else the text names, as in "my payroll without Ole", a query may have left out.
        strange = any(
            ids.isdisjoint(people)
            for table, people in self._owners.items()
            for _, ids in whom.staff
            if table in (read or ())
        )
        return strange or any(
            self._kept_back(one, said, whom, read) for one in self._topics if one.told(said)
        )

    def instead(self, text: str, before: str) -> str | None:
        """The question before, asked of whom the text names; "" where it goes on about others in no such way.

        None for a text that says more than whom it is about.
        """
        whom, asked = self._whom(text), self._whom(before)
        if self._words["idle"].sub(" ", whom.rest).strip():
            return None
        team = self._words["team"].search(folded(text)) and not asked.staff
        if len(whom.staff) != (not team) or len(asked.staff) > 1 or (asked.mine == bool(asked.staff)):
            return ""
        name = self._each["mein" in text] if team else whom.staff[0][0].replace("\\", " ")
        if asked.staff:
            return before.replace(asked.staff[0][0], name)
        german = re.sub(r"\bmein(?:e[mnrs]?)?\s+(\w+)", rf"\1 von {name}", before, flags=re.IGNORECASE)
        for plural, one in (("do", "does"), ("have", "has"), ("am", "is")):
            german = re.sub(rf"\b{plural} I\b", f"{one} {name}", german, flags=re.IGNORECASE)
        whose = re.sub(r"\bmy\b", f"{name}'s", german, flags=re.IGNORECASE)
        return re.sub(r"\b(?:I|me|ich|mir|mich)\b", name, whose, flags=re.IGNORECASE)

    def _whom(self, text: str) -> _Whom:
        staff, outside, rest = [], False, []
        for span, told, name in self._spans(text):
            ids = self._known.get(told, self._known.get(told.removesuffix("s")))
            if ids and name:
                staff.append((span, ids))
            elif ids == frozenset():
                outside = True
            else:
                rest.append(span)
        left = folded(" ".join(rest))
        others, mine = (bool(self._words[name].search(left)) for name in ("others", "mine"))
        others = others or bool(_STRANGER.search(" ".join(rest)))
        left = self._words["others"].sub(" ", self._words["mine"].sub(" ", left))
        return _Whom(tuple(staff), outside, others, mine, left)

    def _spans(self, text: str) -> Iterator[tuple[str, str, bool]]:
        """A text's words, a name of several as one, and whether it is written as a name."""
        words, place, known = list(_WORD.finditer(text)), 0, self._known
        while place < len(words):
            for length in range(min(LONGEST, len(words) - place), 0, -1):
                span = text[words[place].start() : words[place + length - 1].end()]
                told = folded(span)
                if {told, told.removesuffix("s")} & known.keys():
                    break
            yield span, told, length > 1 or (place > 0 and span[0].isupper())
            place += length

    def _kept_back(self, topic: _Topic, said: str, whom: _Whom, read: Collection[str] | None) -> bool:
        if topic.people is None or (read is not None and not topic.firm):
            return False
        held = topic.tables.intersection(read or ())
        if whom.staff:
            return not held and any(ids.isdisjoint(topic.people) for _, ids in whom.staff)
        people = bool(self._words["people"].search(said))
        ours = self._words["ours"].search(said) and not self._words["who"].search(said)
        if topic.named or ((whom.outside or ours or topic.unless.search(said)) and not people):
            return False
        if held:  # "is mine above the team's?" was taken for a question about mine; a total tells nobody's
            return topic.anyone and whom.mine and whom.others and not held <= topic.totals
        if whom.mine and not whom.others:
            return False
        # Somebody who leads people may have meant theirs.
        return (whom.others or topic.anyone) and len(topic.people) <= 1


def _topic(given: Mapping[str, Any], fence: Fence) -> _Topic:
    tables = frozenset({given["table"], *given.get("also", ())})
    return _Topic(
        tables,
        frozenset(one for one in tables if fence.owner(one) == "manager_id"),
        bool(given.get("firm")),
        _any_of(given["words"]),
        _any_of(given["beside"]) if "beside" in given else None,
        _any_of(given.get("unless", ())),
        _any_of(given.get("never", ())),
        bool(given.get("anyone")),
        bool(given.get("named")),
        fence.owners(given["table"], given.get("column", "")),
    )
