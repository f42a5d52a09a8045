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
en = "You can return a book within {window_days} days of delivery."
```
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from answerable.errors import AssistantError
from answerable.language.words import words
from answerable.tools.facts import fits
from answerable.tools.wording import fill

# So many clauses answer one question; more are not read. Chosen, not measured.
MOST_CLAUSES = 2


@dataclass(frozen=True)
class Clause:
    """One sentence of a policy, in each language, and the words by which people ask for it."""

    id: str
    title: str
    words: tuple[str, ...]
    text: Mapping[str, str]
    weight: float = 1.0  # below 1 for a general clause that a special one should stand before


@dataclass(frozen=True)
class Judged:
    """What the rules say about one thing: an empty code is a yes."""

    code: str
    until: date | None = None
    clause: str = ""


class Policy:
    """Everything in a folder's policy files."""

    def __init__(self, contents: Sequence[Mapping[str, Any]], where: str) -> None:
        self.values: dict[str, Any] = {
            k: v for content in contents for k, v in content.get("values", {}).items()
        }
        self._windows = [entry for content in contents for entry in content.get("window", ())]
        self._refuses = [entry for content in contents for entry in content.get("refuses", ())]
        entries = [entry for content in contents for entry in content.get("clause", ())]
        self.clauses = tuple(self._clause(entry) for entry in entries)
        known = {clause.id for clause in self.clauses}
        for entry in self._refuses:
            if entry["clause"] not in known:
                raise AssistantError(
                    where,
                    f"{entry['code']} names clause {entry['clause']!r}.",
                    hint=f"Known: {sorted(known)}",
                )

    @classmethod
    def load(cls, folder: Path) -> Policy:
        """Read every policy file of a folder."""
        paths = sorted(folder.glob("*.toml"))
        return cls([tomllib.loads(path.read_text(encoding="utf-8")) for path in paths], str(folder))

    def _clause(self, entry: Mapping[str, Any]) -> Clause:
        text = {name: fill(entry[name], self.values, name) for name in ("en", "de") if name in entry}
        return Clause(
            entry["id"], entry["title"], tuple(entry["words"].split("|")), text, entry.get("weight", 1.0)
        )

    def judge(self, facts: Mapping[str, Any], *, since: date | None, today: date) -> Judged:
        """The first rule that says no, or a yes with its last day."""
        window = next((entry for entry in self._windows if fits(facts, entry.get("when", {}))), None)
        until = since + timedelta(days=self.values[window["days"]]) if since and window else None
        known = {**facts, "late": until is not None and today > until}
        for entry in self._refuses:
            if fits(known, entry["when"]):
                return Judged(entry["code"], until, entry["clause"])
        return Judged("", until)

    def about(self, topic: str) -> list[Clause]:
        """The clauses a topic is about, best first; those that only share a lesser word are left out."""
        text = f" {' '.join(words(topic))} "
        scored = [(c.weight * sum(_weight(word, text) for word in c.words), c) for c in self.clauses]
        top = max((score for score, _ in scored), default=0.0)
        good = [(score, clause) for score, clause in scored if score and score >= 0.75 * top]
        return [clause for _, clause in sorted(good, key=lambda pair: -pair[0])][:MOST_CLAUSES]

    @property
    def topics(self) -> list[str]:
        """What can be asked about, for a planner."""
        return [clause.id for clause in self.clauses]

    def as_text(self, language: str = "en") -> str:
        """All clauses as a model is shown them."""
        return "\n".join(
            f"{clause.id}: {clause.text.get(language, clause.text['en'])}" for clause in self.clauses
        )


def _weight(word: str, text: str) -> float:
    """More for more words and for a clause's own name; an ending may follow (`return` finds `returning`)."""
    plain = " ".join(words(word))
    if not plain:
        return 0.0
    stem = re.escape(plain) + (r"\w{0,4}" if len(plain) >= 4 else "")
    return float(1 + plain.count(" ")) if re.search(rf" {stem} ", text) else 0.0
