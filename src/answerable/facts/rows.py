"""Rows of records beside pages: where a page says of the same thing something else than a cell does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Evidence, Ledger, Table, written
from answerable.domain.question import Question
from answerable.facts.agreement import compatible
from answerable.facts.fact import Contradiction, Fact, Held, Hop, Step
from answerable.facts.labelled import cell_values, labels_relation
from answerable.facts.names import mentions, names_in
from answerable.facts.relations import RELATIONS
from answerable.facts.resolve import Knowledge
from answerable.facts.wishes import Wish

# Rows of one table that are compared; a longer list answers no question about one thing. Chosen, not measured.
_ROWS = 5


def disagreements(question: Question, ledger: Ledger) -> list[Step]:
    """Open contradictions between the rows that were read and the pages that were read, a row's side first."""
    tables = [(piece, piece.table) for piece in ledger if piece.table and len(piece.table.rows) <= _ROWS]
    knowledge = Knowledge(ledger, question.now.date(), wish=Wish(question.text)) if tables else None
    return [step for piece, table in tables if knowledge for step in _of(piece, table, question, knowledge)]


def _of(piece: Evidence, table: Table, question: Question, knowledge: Knowledge) -> Iterator[Step]:
    labels, known = [column.replace("_", " ") for column in table.columns], RELATIONS.values()
    for row in table.rows:
        cells = [" ".join(written(cell).split()) for cell in row]
        subjects = _subjects(piece, cells, question if len(table.rows) == 1 else None)
        for subject in [name for name in subjects if knowledge.knows(name)][:1]:
            for label, column, cell in zip(labels, table.columns, cells, strict=True):
                for relation in (
                    one for one in known if cell != subject and labels_relation(label, one, one.wants)
                ):
                    said = cell_values(cell, relation, relation.wants, label)[:1]
                    if not said:
                        continue
                    step = knowledge.step(subject, Hop(relation))
                    agree = any(compatible(said[0].canonical, held.canonical) for held in step.values)
                    if step.values and not agree:
                        quote = cell if len(table.rows) > 1 else f"{column}: {cell}"
                        fact = Fact(subject, relation.name, cell, said[0].canonical, quote, piece.id, "", "")
                        held = Held(cell, said[0].canonical, (fact,), 1.0)
                        against = Contradiction((held, step.values[0]), settled=False)
                        yield replace(step, contradiction=against)


def _subjects(piece: Evidence, cells: Sequence[str], question: Question | None) -> list[str]:
    """What a row is about: a name in it, or the one that was asked for to get it."""
    named = [cell for cell in cells if any(name.text == cell for name in names_in(cell))]
    asked = names_in(question.text) if question else ()
    return [*named, *(name.text for name in asked if mentions(name.text, piece.query))]
