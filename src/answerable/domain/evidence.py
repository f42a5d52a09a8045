"""What a run knows: evidence with its locator, gaps, leads, and the ledger that only grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from answerable.domain.plan import Plan


@dataclass(frozen=True)
class Locator:
    """Exactly where: a page and the heading path in it, a table and key, a record id."""

    source: str
    url: str = ""
    anchor: str = ""
    path: tuple[str, ...] = ()  # heading path on a page; table and key in a database

    def __str__(self) -> str:
        return " › ".join(self.path) or self.url

    @property
    def address(self) -> str:
        """The URL a reader can click, down to the heading."""
        return f"{self.url}#{self.anchor}" if self.url and self.anchor else self.url


Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Table:
    """Records as a source gave them: numbers are numbers, an absent value is None."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool = False  # the source had more rows than it gave

    def told(self, rows: int, characters: int) -> str:
        """In words: one record as `column: value`, several as lines under their columns; so much at most."""
        if not self.rows:
            return f"No records ({', '.join(self.columns)})."
        if len(self.rows) == 1:
            pairs = zip(self.columns, self.rows[0], strict=True)
            return "\n".join(f"{column}: {written(cell)}" for column, cell in pairs)[:characters]
        lines = [" | ".join(self.columns)]
        left = characters
        for row in self.rows[:rows]:
            line = " | ".join(" ".join(written(cell).split()) for cell in row)
            left -= len(line) + 1
            if left < 0:
                break
            lines.append(line)
        if (more := len(self.rows) - len(lines) + 1) or self.cut:
            lines.append(f"… {more} more" + (" and others that were not read" if self.cut else ""))
        return "\n".join(lines)


def written(cell: Cell) -> str:
    """A cell as text: a dash for an absent value."""
    return "–" if cell is None else str(cell)


@dataclass(frozen=True)
class Evidence:
    """One citable thing: its exact text, where it stands, when it was fetched, how it ranked."""

    id: str
    text: str
    title: str
    locator: Locator
    fetched_at: datetime
    score: float = 0.0  # how well it fits the question; higher is better, only comparable within one run
    near: float = 0.0  # how near it is to the question in meaning, -1 to 1; comparable everywhere
    trust: float = 1.0
    kind: str = "passage"  # passage · record · number · clause · receipt
    table: Table | None = None  # the cells, where the evidence is records
    query: str = ""  # what was asked of the source to get them, for a reader who wants to check
    modified_at: str = ""  # when the newest of the records was last changed, where the source tells


@dataclass(frozen=True)
class Gap:
    """Something we looked for and did not get, and why."""

    asked: str
    why: str


@dataclass(frozen=True)
class Lead:
    """A way on that was seen and not yet taken."""

    url: str
    text: str
    score: float
    source: str


@dataclass(frozen=True)
class Findings:
    """What one task brought home."""

    evidence: tuple[Evidence, ...] = ()
    gaps: tuple[Gap, ...] = ()
    leads: tuple[Lead, ...] = ()
    pages: int = 0  # how many pages the source knows by now


@dataclass
class Ledger:
    """Everything one run knows; it only grows."""

    _evidence: dict[str, Evidence] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    leads: dict[str, Lead] = field(default_factory=dict)
    visited: set[str] = field(default_factory=set)
    journey: list[tuple[str, str]] = field(default_factory=list)  # (did, found)
    pages: int = 0  # how many pages stand behind the evidence
    plans: list[Plan] = field(default_factory=list)  # what was decided, in order; the last one stands
    earlier: set[str] = field(default_factory=set)  # ids of evidence that only earlier turns have seen

    def add(self, findings: Findings) -> int:
        """Take in what a task found; returns how many pieces were new."""
        fresh = [e for e in findings.evidence if e.id not in self._evidence]
        # A later look may rank the same evidence better once more of the site is known.
        self._evidence.update({e.id: e for e in findings.evidence})
        self.earlier -= {e.id for e in findings.evidence}
        self.gaps.extend(gap for gap in findings.gaps if gap not in self.gaps)
        self.leads.update({lead.url: lead for lead in findings.leads})
        self.pages = max(self.pages, findings.pages)
        return len(fresh)

    def recall(self, evidence: Iterable[Evidence]) -> None:
        """Take in evidence of earlier turns; it may support an answer like any other."""
        for piece in evidence:
            if piece.id not in self._evidence:
                self._evidence[piece.id] = piece
                self.earlier.add(piece.id)

    def fresh(self) -> Iterator[Evidence]:
        """What this run has seen itself: of records that change, only this may be told as how they are now."""
        return (piece for piece in self if piece.id not in self.earlier)

    def waiting(self, name: str) -> Any:
        """What a plan of this run left under a name, or None."""
        return next((plan.waits[name] for plan in self.plans if name in plan.waits), None)

    def __iter__(self) -> Iterator[Evidence]:
        return iter(self._evidence.values())

    def __len__(self) -> int:
        return len(self._evidence)

    def __contains__(self, evidence_id: object) -> bool:
        return evidence_id in self._evidence

    def __getitem__(self, evidence_id: str) -> Evidence:
        return self._evidence[evidence_id]

    def best(self, count: int) -> list[Evidence]:
        """The pieces that fit the question best, best first."""
        return sorted(self, key=lambda e: (-e.score, e.id))[:count]

    def open_leads(self) -> list[Lead]:
        """Leads not taken yet, best first."""
        ways = (lead for lead in self.leads.values() if lead.url not in self.visited)
        return sorted(ways, key=lambda lead: (-lead.score, lead.url))
