"""Evidence for the tests of this room: one page with one passage."""

from __future__ import annotations

from datetime import UTC, date, datetime

from answerable.domain.evidence import Evidence, Locator
from answerable.facts.decompose import decompose
from answerable.facts.fact import Resolved
from answerable.facts.resolve import Knowledge

NOW = date(2026, 6, 1)


def page(url: str, title: str, text: str, trust: float = 0.8) -> Evidence:
    """A page that was read; its address is its identity."""
    where = Locator("search", url, path=(title,))
    return Evidence(f"p{url}", text, title, where, datetime(2026, 6, 1, tzinfo=UTC), trust=trust)


def resolve(question: str, *pages: Evidence) -> Resolved:
    """The first chain of a question over these pages."""
    return Knowledge(pages, NOW).resolve(decompose(question).chains[0])


def values(question: str, *pages: Evidence) -> list[str]:
    """What the pages answer."""
    return sorted(held.value for held in resolve(question, *pages).values)
