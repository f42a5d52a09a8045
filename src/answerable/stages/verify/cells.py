"""Checking sentences and tables made from records: every value must be a cell, a count, or the question's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from answerable.domain.evidence import Cell, Evidence, Ledger, Table
from answerable.domain.outcome import Claim, Draft, Objection, Verdict
from answerable.domain.question import Question
from answerable.language.values import Forms, Value, find_values
from answerable.tables.wording import spoken

Finding = tuple[str, str]


class CellVerifier:
    """Records carry values, not sentences: words around a value are ours, the value must be theirs."""

    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        """Pass the claims whose values their records hold; a table or chart with a foreign cell stops everything."""
        if foreign := next(
            (cell for cell in _shown(draft.elements) if not _held(cell, ledger, question.language)), None
        ):
            return Verdict((), (Objection(0, "cell", str(foreign)),))
        passed: list[Claim] = []
        objections: list[Objection] = []
        for index, claim in enumerate(draft.claims):
            found = dict.fromkeys(_check(claim, question, ledger))
            objections += [Objection(index, kind, value) for kind, value in found]
            if not found:
                passed.append(replace(claim, evidence=tuple(i for i in claim.evidence if i in ledger)))
        return Verdict(tuple(passed), tuple(objections))


def _check(claim: Claim, question: Question, ledger: Ledger) -> Iterator[Finding]:
    cited = [ledger[name] for name in claim.evidence if name in ledger]
    if not any(piece.table for piece in cited):
        yield "citation", ", ".join(claim.evidence) or "none"
        return
    language = question.language
    known = [value for piece in cited for text in _carrying(piece) for value in find_values(text, language)]
    # What was asked may be repeated, and what was asked of the source (a filter's value) stands in its query.
    asked = (question.meant, *(turn.question for turn in question.turns))
    known += [value for text in asked for value in find_values(text, language)]
    forms = Forms(known)
    numbers = [number for piece in cited if piece.table for number in _numbers(piece.table)]
    carrying = (text for piece in cited for text in _carrying(piece))
    everything = " ".join([*asked, *carrying, *_understood(ledger)]).casefold()
    for value in find_values(claim.text, language):
        carried = value.weak or forms.carry(value) or value.text.casefold() in everything
        if not carried and not _rounded(value, numbers):
            yield value.kind, value.text


def _understood(ledger: Ledger) -> Iterator[str]:
    """What the catalog says of the columns that were asked for: their meaning and their units."""
    for task in (task for plan in ledger.plans for task in plan.tasks):
        yield str(task.arguments.get("says", ""))
        yield from map(str, task.arguments.get("reading", {}).get("units", ()))


def _carrying(piece: Evidence) -> Iterator[str]:
    yield piece.text
    yield piece.title
    yield piece.query
    if piece.table:
        yield from (str(cell) for row in piece.table.rows for cell in row if cell is not None)


def _numbers(table: Table) -> Iterator[float]:
    yield float(len(table.rows))
    yield from (
        float(cell)
        for row in table.rows
        for cell in row
        if isinstance(cell, int | float) and not isinstance(cell, bool)
    )


def _rounded(value: Value, numbers: Sequence[float]) -> bool:
    """Whether a number of the claim is a cell as it is commonly written: rounded, or as per cent of one."""
    for written in _readings(value.text):
        digits = len(written.partition(".")[2])
        for held in numbers:
            if float(written) in (round(held, digits), round(held * 100, digits)):
                return True
    return False


def _readings(text: str) -> Iterator[str]:
    """A written number in English and in German: "2,412.5" and "2.412,5" are the same."""
    found = re.search(r"-?\d[\d.,’']*", text)
    if found is None:
        return
    number = found.group().rstrip(".,").replace("’", "").replace("'", "")
    for thousands, point in ((",", "."), (".", ",")):
        plain = number.replace(thousands, "").replace(point, ".")
        if plain.count(".") <= 1:
            yield plain


def _shown(elements: Sequence[dict[str, Any]]) -> Iterator[Cell]:
    """Every cell of every table and chart that the draft shows."""
    for element in elements:
        if element["type"] == "table":
            yield from (cell for row in element["rows"] for cell in row)
        elif element["type"] == "chart":
            values = element["spec"].get("data", {}).get("values", ())
            yield from (cell for row in values for cell in row.values())


def _held(cell: Cell, ledger: Ledger, language: str) -> bool:
    """Whether a record has the cell; what stands beside a bar may be all that one row says before its number."""
    rows = [row for piece in ledger if piece.table for row in piece.table.rows]
    if cell is None or any(cell in row for row in rows):
        return True
    return any(cell == " ".join(spoken(one, language) for one in row[:-1]) for row in rows)
