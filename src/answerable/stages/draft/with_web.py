"""Writing from rows and pages: what the queries gave, then what the web says of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.outcome import Claim, Draft
from answerable.domain.question import Question
from answerable.sources.search.enrich import told

# Sentences or rows of pages in one answer, and where whatever is said will do. Chosen: an answer, not a page.
MOST, MOST_OPEN = 3, 6
_IS = {"de": "ist", "en": "is"}


class LineDrafter:
    """Of the pages it quotes what speaks of the words the tables do not know."""

    def __init__(self, web: str) -> None:
        self._web = web

    # Objections change nothing: a line cannot be written otherwise.
    async def __call__(self, question: Question, ledger: Ledger, *_: object) -> Draft:
        found = [p for p in ledger.best(len(ledger)) if p.locator.source == self._web and p.score > 0]
        most = MOST_OPEN if ledger.waiting("wanted") == [] else MOST
        several = len({piece.title for piece in found[:most]}) > 1
        pages = [_quoted(piece, several) for piece in found[:most]]
        if not pages:
            gap = Gap(question.text, "neither the tables nor the pages that were found say it")
            return Draft((), gaps=(gap,), reason="not_found")
        return Draft((*_named(question, ledger), *pages))


def _quoted(piece: Evidence, several: bool) -> Claim:
    """A line of a page; a row with the page's title where rows of other pages stand beside it."""
    of = f"{piece.title}: " if several and piece.title and " | " in piece.text else ""
    return Claim(of + piece.text.replace(" | ", ": ", 1), (piece.id,), piece.text)


def _named(question: Question, ledger: Ledger) -> Iterator[Claim]:
    """What the thing is that the pages are about, where its name stands for one thing."""
    looked = ledger.waiting("looked") or ()
    for piece in ledger.fresh():
        if piece.table and piece.query in looked and len(piece.table.rows) == 1:
            first, *rest = told([piece.table])
            if rest:
                says = f"{first} {_IS.get(question.language, 'is')} {', '.join(rest)}."
                yield Claim(says, (piece.id,), piece.text)
