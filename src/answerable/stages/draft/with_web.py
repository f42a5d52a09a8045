"""Writing from rows and pages: what the queries gave, then what the web says of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Weighing
from answerable.domain.question import Question
from answerable.sources.search.enrich import told
from answerable.stages.base import Drafter, Seat

# Sentences or rows of pages in one answer. Chosen: an answer, not a page.
MOST = 3
_IS = {"de": "ist", "en": "is"}


class WebDrafter:
    """The tables' drafter for the rows; of the pages it quotes what speaks of the words the tables do not know."""

    def __init__(self, tables: Drafter, web: str) -> None:
        self._tables, self._web = tables, web

    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,
        seat: Seat,
        objections: Sequence[Objection] = (),
    ) -> Draft:
        draft = await self._tables(question, ledger.without(self._web), weighing, seat, objections)
        sought = ledger.waiting("web")
        if not sought:
            return draft
        part = 1 + max((claim.part for claim in draft.claims), default=-1)
        pages = [
            Claim(piece.text.replace(" | ", ": ", 1), (piece.id,), piece.text, part)
            for piece in ledger.only(self._web).best(MOST)
        ]
        if not pages:
            gap = Gap(sought, "neither the tables nor the pages that were found say it")
            return replace(draft, gaps=(gap,), reason="" if draft.claims else "not_found")
        named = [replace(claim, part=part) for claim in _named(question, ledger)]
        return replace(draft, claims=(*draft.claims, *named, *pages), gaps=(), reason="")


def _named(question: Question, ledger: Ledger) -> Iterator[Claim]:
    """What the thing is that the pages are about, where its name stands for one thing."""
    looked = {t.arguments["sql"] for plan in ledger.plans for t in plan.tasks if t.verb == "look"}
    for piece in ledger.fresh():
        if piece.table and piece.query in looked and len(piece.table.rows) == 1:
            first, *rest = told([piece.table])
            if rest:
                says = f"{first} {_IS.get(question.language, 'is')} {', '.join(rest)}."
                yield Claim(says, (piece.id,), piece.text)
