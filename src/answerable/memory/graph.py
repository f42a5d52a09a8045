"""What names stand for: the edges a person drew for themselves, and those an operator drew for a whole tenant.

An edge leads from a name to words, or to records that were chosen for it. It is used to understand a question, and what
it leads to is then read at its source like anything else: nothing in here is ever an answer about the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from answerable.domain.question import Question
from answerable.language.pattern import Pattern
from answerable.language.words import words
from answerable.memory.talk import LISTS
from answerable.store.memory import EVERYBODY, StoredPreference, TenantMemory

MINE = "my "
_BEFORE = "|".join(LISTS["facts"]["before"].split())
_MONTHS = {
    name.casefold(): place for tongue in ("en", "de") for place, name in enumerate(LISTS[tongue]["months"], 1)
}


class Graph:
    """The names of one tenant, as one of its people may use them."""

    def __init__(self, memory: TenantMemory) -> None:
        self._memory = memory

    def known(self, user: str) -> list[StoredPreference]:
        """Everything a person's questions may use: what they said themselves goes before what is everybody's."""
        kept = self._memory.all(user, EVERYBODY)
        own = {one.name for one in kept if one.user == user}
        return [one for one in kept if one.user == user or one.name not in own]

    def learn(
        self, question: Question, name: str, records: Iterable[str] = (), *, means: str = ""
    ) -> StoredPreference:
        """Keep what the asking person means by a name, or chose for it; for them alone."""
        edge = StoredPreference(
            user=question.user.id,
            name=" ".join(words(name)),
            records=tuple(records),
            means=means,
            author=question.user.id,
            conversation=question.conversation,
            run=question.run,
        )
        return self._memory.put(edge)

    def recall(self, question: Question, name: str) -> tuple[str, ...]:
        """The records or the reading that the asking person chose for a name; empty where they never had to."""
        kept = self._memory.get(question.user.id, " ".join(words(name)))
        return kept.records if kept else ()

    def knows(self, user: str, name: str) -> bool:
        """Whether a person gave this name a meaning."""
        key = " ".join(words(name))
        return any(one.name in (key, MINE + key) for one in self._memory.all(user))

    def forget(self, question: Question, name: str | None = None) -> int:
        """Forget one name of the asking person, or all of them; says how many there were."""
        user = question.user.id
        if name is None:
            return self._memory.delete(user)
        key = " ".join(words(name))
        return self._memory.delete(user, key) + self._memory.delete(user, MINE + key)

    def understood(self, text: str, user: str, now: datetime, language: str) -> tuple[str, tuple[str, ...]]:
        """A text with what its names stand for filled in, and the names that were; only what it names is used."""
        used: list[str] = []
        for edge in self.known(user):
            if edge.means:
                filled = _fiscal(text, edge, now, language) or _filled(text, edge)
                used += [edge.name] if filled != text else []
                text = filled
        return text, tuple(used)


def _filled(text: str, edge: StoredPreference) -> str:
    """A text with one name replaced by what it stands for."""
    name = r"\W+".join(map(re.escape, edge.name.removeprefix(MINE).split()))
    if edge.name.startswith(MINE):
        mine = re.compile(rf"\b({_BEFORE})\s+(?:my|mein\w{{0,2}})\s+{name}\b(?!['’])", re.IGNORECASE)
        return mine.sub(lambda found: f"{found[1]} {edge.means}", text)
    if edge.means.casefold() in text.casefold():
        return text
    # "Bill's company" is Bill Turner's, wherever he works: the place would stand between the two.
    short = re.split(r"\s+(?:at|from|of|von|bei)\s+", edge.means)[0]
    owned = re.sub(rf"\b{name}(?=['’]s\b)", lambda _: short, text, flags=re.IGNORECASE)
    if owned != text:
        return owned
    # "Bill Stone" is somebody else: a name that goes on is not the one that was meant.
    alone = rf"\b{name}\b(?!['’@.-]\w|\s+(?-i:[A-ZÄÖÜ]))"
    return re.sub(alone, lambda _: edge.means, text, flags=re.IGNORECASE)


def _fiscal(text: str, edge: StoredPreference, now: datetime, language: str) -> str:
    """A text with "this fiscal year" as months, where the edge says in which month the year begins."""
    rules = LISTS["fiscal"]
    if edge.name not in rules["names"]:
        return ""
    caught = (Pattern(start).match(edge.means) for start in rules["starts"])
    month = next((_MONTHS.get(found["month"].casefold(), 0) for found in caught if found), 0)
    if not month:
        return ""
    year = now.year - (now.month < month)
    for phrases, first in ((rules["last"], year - 1), (rules["this"], year)):
        for phrase in sorted(phrases, key=len, reverse=True):
            said = re.compile(rf"\b(?:in\s+)?{re.escape(phrase)}\b", re.IGNORECASE)
            if said.search(text):
                return said.sub(_span(first, month, LISTS.get(language, LISTS["en"])), text)
    return text


def _span(year: int, month: int, wording: dict[str, Sequence[str] | str]) -> str:
    """Twelve months as people write them."""
    last = month - 2 if month > 1 else 11
    first_month, last_month = wording["months"][month - 1], wording["months"][last]
    return str(wording["span"]).format(
        first=f"{first_month} {year}", last=f"{last_month} {year + (month > 1)}"
    )
