"""Several numbers of each: what was asked of one group of records, clause by clause, as columns of one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.tables.form import Column, Condition, Form, Group, Measure
from answerable.tables.vocabulary import Vocabulary


def beside(group: Form, clauses: Sequence[Form], vocabulary: Vocabulary) -> Form | None:
    """One line for each record of a group, one column for each clause; None where a clause is no number of theirs."""
    own = bool(group.where) and all(condition.column.entity == group.root for condition in group.where)
    if not own or group.measures or group.groups or group.rank or group.share:
        return None
    measures: list[Measure] = []
    shows: list[Column] = []
    for clause in clauses:
        if clause.rank or clause.share or clause.difference or clause.having or clause.limit:
            return None
        if clause.root == group.root and not clause.measures and not clause.where:
            shows += [column for column in clause.shows if column not in group.shows]
            continue
        found = _numbers(clause, group.root, vocabulary)
        if not found:
            return None
        measures += found
    if not measures and not shows:
        return None
    form = Form(group.root, "comparison", tuple(shows), tuple(dict.fromkeys(measures)), group.where)
    return replace(form, groups=(Group(Column(group.root)),))


def _numbers(clause: Form, root: str, vocabulary: Vocabulary) -> list[Measure]:
    """What a clause measures: as it says, the number it shows, or how many records it is about."""
    own = {group.column.entity for group in clause.groups}
    paths = vocabulary.paths.between(root, clause.root)
    if clause.root == root or not own <= {root} or not paths:
        return []
    between = {step.target for path in paths for step in path}
    where = tuple(c for c in clause.where if c.term != "me" and not _is_tie(c, {root, *between}))
    if clause.measures:
        return [replace(measure, where=where) for measure in clause.measures]
    numbers = [c for c in clause.shows if vocabulary.traits[c.entity, c.field].numeric]
    if numbers and len(numbers) == len(clause.shows):
        return [Measure("sum", column, where=where) for column in numbers]
    # What is called by a number ("vacation, 12 days") is told as it stands; of the rest, how many there are.
    return [Measure("listed" if numbers else "count", Column(clause.root), where=where)]


def _is_tie(condition: Condition, between: set[str]) -> bool:
    """Whether a condition only says that a record is somebody's: "assigned"."""
    return (
        condition.op == "has"
        and not condition.negated
        and not condition.measure
        and condition.column.entity in between
    )
