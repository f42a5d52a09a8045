"""Writing from rows and pages: what the queries gave, then what the web says of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.domain.evidence import Gap, Ledger
from answerable.domain.outcome import Claim, Draft
from answerable.domain.question import Question
from answerable.sources.search.enrich import told

# Sentences or rows of pages in one answer. Chosen: an answer, not a page.
MOST = 3
_IS = {"de": "ist", "en": "is"}


class LineDrafter:
    """Of the pages it quotes what speaks of the words the tables do not know."""

    def __init__(self, web: str) -> None:
        self._web = web

    # Objections change nothing: a line cannot be written otherwise.
    async def __call__(self, question: Question, ledger: Ledger, *_: object) -> Draft:
        found = [p for p in ledger.best(len(ledger)) if p.locator.source == self._web and p.score > 0]
        pages = [Claim(piece.text.replace(" | ", ": ", 1), (piece.id,), piece.text) for piece in found[:MOST]]
        if not pages:
            gap = Gap(question.text, "neither the tables nor the pages that were found say it")
            return Draft((), gaps=(gap,), reason="not_found")
        return Draft((*_named(question, ledger), *pages))


def _named(question: Question, ledger: Ledger) -> Iterator[Claim]:
    """What the thing is that the pages are about, where its name stands for one thing."""
    looked = ledger.waiting("looked") or ()
    for piece in ledger.fresh():
        if piece.table and piece.query in looked and len(piece.table.rows) == 1:
            first, *rest = told([piece.table])
            if rest:
                says = f"{first} {_IS.get(question.language, 'is')} {', '.join(rest)}."
                yield Claim(says, (piece.id,), piece.text)
