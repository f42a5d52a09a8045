"""Business rules as data: the same file is judged by, quoted from and shown to a model.

```toml
[values]
window_days = 30
[[window]]                       # the first that fits says how long
days = "window_days"
[[refuses]]                      # in order; the first that fits decides
code = "final_sale"
when = { final_sale = true }
[[clause]]
id = "window"
words = "return|returns|how long"
asks = '''
Until when can I bring a book back?
Bis wann kann ich ein Buch zurückbringen?'''  # ways of asking, one a line; optional
en = "You can return a book within {window_days} days of delivery."
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from answerable.errors import AssistantError
from answerable.language.asked import wants
from answerable.language.elsewhere import themes
from answerable.language.likeness import Likeness, parts_of
from answerable.language.subjects import subjects_of
from answerable.language.words import STOPWORDS, detect_language, words
from answerable.lists import read_list
from answerable.tools.spelling import alike
from answerable.tools.wording import fill, fits

# So many clauses answer one question; more are not read. Chosen, not measured.
MOST_CLAUSES = 2
# Less than this is like nothing; and how near to the best another clause must be to be quoted too. The first was tried
# at 0.18 and 0.26 on three sets of questions, which differed by three at most; the other is chosen, not measured.
ABOUT, _AS_NEAR = 0.22, 0.8
# What a part of a message must reach that only states something: "It was a birthday present" reaches 0.47.
STATED = 0.5
# A text is for us if it is liker to something of ours than this: so much, the more it is like other things and what no
# clause says, and the less, the more it speaks of what shops do. A logistic regression on 588 questions in five sets,
# found with each set left out in turn: 356 of 373 of ours were kept, 203 of 215 others left alone.
_LEAST, _OTHER, _UNSAID = 0.31, 0.74, 0.33
_TALK = read_list(__package__, "talk.toml")
_OPENINGS = frozenset(_TALK["questions"]["openings"].split())
# For each subject; of so many at most.
_SPOKEN = {"about": (-0.15, 3), "elsewhere": (0.16, 2), "beyond": (0.35, 1)}


@lru_cache(maxsize=1)
def elsewhere() -> tuple[str, ...]:
    """What people ask that is not about any business of ours."""
    return (*themes(), *_TALK["elsewhere"]["asks"].split("\n"))


@dataclass(frozen=True)
class Clause:
    """One sentence of a policy, in each language, and the words by which people ask for it."""

    id: str
    title: str
    words: tuple[str, ...]
    text: Mapping[str, str]
    asks: tuple[str, ...] = ()  # whole questions that people ask for it


@dataclass(frozen=True)
class Judged:
    """What the rules say about one thing: an empty code is a yes."""

    code: str
    until: date | None = None


class Policy:
    """Everything in a folder's policy files."""

    def __init__(self, contents: Sequence[Mapping[str, Any]], where: str) -> None:
        self.values: dict[str, Any] = {}
        for content in contents:
            self.values |= content.get("values", {})
        self._windows = [entry for content in contents for entry in content.get("window", ())]
        self._refuses = [entry for content in contents for entry in content.get("refuses", ())]
        entries = [entry for content in contents for entry in content.get("clause", ())]
        self.clauses = tuple(self._clause(entry) for entry in entries)
        unsaid = "\n".join(content.get("unsaid", {}).get("asks", "") for content in contents)
        self.unsaid = tuple(line for line in unsaid.splitlines() if line)
        self._likeness = Likeness(self.ways, alike)
        texts = [" ".join((clause.title, *clause.words, *clause.text.values())) for clause in self.clauses]
        self._subjects = frozenset(name for text in texts for name in subjects_of(tuple(words(text))))
        judging = [entry for entry in (*self._refuses, *self._windows) if "clause" in entry]
        timed = (one for one in judging if "late" in one.get("when", {}) or "days" in one)
        self.timed = frozenset(entry["clause"] for entry in timed)
        # What who tells of it wants.
        self.wishes = {entry["id"]: entry["wish"] for entry in entries if "wish" in entry}
        self.judged = frozenset(entry["clause"] for entry in judging)  # what tools say of one thing
        known = {clause.id for clause in self.clauses}
        if strange := sorted(self.judged - known):
            raise AssistantError(
                where, f"a rule names clause {strange[0]!r}.", hint=f"Known: {sorted(known)}"
            )

    @classmethod
    def load(cls, folder: Path) -> Policy:
        """Read every policy file of a folder."""
        paths = sorted(folder.glob("*.toml"))
        return cls([tomllib.loads(path.read_text(encoding="utf-8")) for path in paths], str(folder))

    def _clause(self, entry: Mapping[str, Any]) -> Clause:
        text = {name: fill(entry[name], self.values, name) for name in ("en", "de") if name in entry}
        asks = tuple(entry.get("asks", "").strip().splitlines())
        own = tuple(entry["words"].split("|"))
        return Clause(entry["id"], entry["title"], own, text, asks)

    def judge(self, facts: Mapping[str, Any], *, since: date | None, today: date) -> Judged:
        """The first rule that says no, or a yes with its last day."""
        window = next((entry for entry in self._windows if fits(facts, entry.get("when", {}))), None)
        until = since + timedelta(days=self.values[window["days"]]) if since and window else None
        known = {**facts, "late": until is not None and today > until}
        for entry in self._refuses:
            if fits(known, entry["when"]):
                return Judged(entry["code"], until)
        return Judged("", until)

    def about(self, topic: str) -> list[Clause]:
        """The clauses a topic names, or else is about, best first; those that only share a lesser word are left out.
        Where several of its parts ask for something, the best for each."""
        by_id = {clause.id: clause for clause in self.clauses}
        every = parts_of(topic)
        if named := [by_id[one] for one in every if one in by_id]:
            return named[:MOST_CLAUSES]
        parts = [near for one in every if (near := self._near(one, ABOUT if asks(one) else STATED))]
        good = [near[0] for near in parts] if len(parts) > 1 else self._near(topic) or [*chain(*parts)]
        return [by_id[name] for name in dict.fromkeys(good) if name in by_id][:MOST_CLAUSES]

    def _near(self, topic: str, least: float = ABOUT) -> list[str]:
        """The clauses that a topic is nearest to, if it is near any."""
        like = self.bounded(topic, self._likeness.of(topic))
        top = max(like.values(), default=0.0)
        if top < least or like.get("") == top or like.get("unsaid") == top:
            return []
        good = [name for name in like if like[name] >= _AS_NEAR * top]
        return sorted(good, key=lambda name: -like[name])

    def bounded(self, text: str, like: Mapping[str, float]) -> dict[str, float]:
        """Likenesses to things of ours, and under "" the least of them that counts. What no clause says counts where it
        is liker than other things, and asked."""
        if "" not in like:
            return dict(like)
        spoken = subjects_of(tuple(words(text))).items()
        # A shop for dogs has dogs for a subject.
        kinds = ["about" if name in self._subjects and kind != "asked" else kind for name, kind in spoken]
        adds = {kind: each * min(most, kinds.count(kind)) for kind, (each, most) in _SPOKEN.items()}
        other, unsaid = like[""], like.get("unsaid", 0.0)
        least = _LEAST + _OTHER * other + _UNSAID * unsaid + sum(adds.values())
        beyond = unsaid + adds["beyond"]
        said = max(beyond, least) if asks(text) and beyond >= max(ABOUT, other) else 0.0
        return {**like, "": least} | ({"unsaid": said} if "unsaid" in like else {})

    @property
    def ways(self) -> dict[str, Sequence[str]]:
        """How each clause is asked for: the questions people wrote down for it, and what it says. Under names no clause
        has, what none of them says, and what people ask elsewhere."""
        asked: dict[str, Sequence[str]] = {
            clause.id: (*clause.asks, clause.title, *clause.text.values()) for clause in self.clauses
        }
        others = {"unsaid": self.unsaid, "": elsewhere()}
        return asked | {name: lines for name, lines in others.items() if lines and asked}

    @property
    def single_words(self) -> str:
        """Those of the clauses' words that are one word, as a list for phrases."""
        rows = [row for clause in self.clauses for row in clause.words]
        return " ".join(dict.fromkeys(row for row in rows if len(words(row)) == 1 and " " not in row))

    def as_text(self, language: str = "en") -> str:
        """All clauses as a model is shown them."""
        return "\n".join(
            f"{clause.id}: {clause.text.get(language, clause.text['en'])}" for clause in self.clauses
        )


def asks(text: str) -> bool:
    """Whether a text is a question; "was meant to be here" and "wasn't my thing" are none."""
    said = words(text)
    if "?" not in text and said and (said[0].endswith("n't") or said[0] == "was"):
        english = said[0] != "was" or detect_language(text) == "en"
        return not english or (said[0] == "was" and not set(said[1:2]).isdisjoint(STOPWORDS["en"]))
    begins = f" {' '.join(said[:3])} "
    if "?" not in text and any(f" {one} " in begins for one in _TALK["questions"]["statements"]):
        return False
    return "?" in text or wants(text) != "thing" or not set(said[:1]).isdisjoint(_OPENINGS)
