"""From a form to its query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from answerable.tables.conditions import COMPARED, Composer, Frame, literal, plain_column
from answerable.tables.form import Column, Condition, Form, Measure, Rank
from answerable.tables.paths import many
from answerable.tables.vocabulary import Vocabulary


@dataclass
class Composed:
    """A query and what its columns are."""

    tree: exp.Select
    columns: list[tuple[str, str]] = field(default_factory=list)  # (label, unit)
    forks: list[tuple[str, str]] = field(default_factory=list)  # pairs of entities that two ways connect


def composed(form: Form, vocabulary: Vocabulary, picks: Sequence[tuple[str, str, int]] = ()) -> Composed:
    """The query of a form."""
    composer = Composer(vocabulary, picks)
    scope = Frame(composer, form.root)
    if form.share:
        made = _share(composer, scope, form)
    elif form.difference:
        made = _difference(composer, form)
    elif form.shape == "number" and form.measures and form.rank is not None:
        made = _first_together(composer, scope, form)
    elif form.groups:
        made = _grouped(composer, scope, form)
    elif form.measures:
        made = _measured(composer, scope, form)
    else:
        made = _listed(composer, scope, form)
    made.forks = composer.forks
    return made


def _labels(composer: Composer, columns: Sequence[Column]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for column in columns:
        one = composer.catalog.entity(column.entity).field(column.field)
        label = one.label or one.name
        if any(label == known for known, _ in found):
            label = f"{column.entity} {label}"
        found.append((label, composer.vocabulary.unit(column.entity, column.field)))
    return found


def _named(expression: exp.Expr, label: str) -> exp.Expr:
    return exp.alias_(expression, label, quoted=True)


def _measure_label(composer: Composer, measure: Measure) -> tuple[str, str]:
    for term in composer.catalog.terms:
        if measure.term and (term.sql, term.entity) == (measure.term, measure.column.entity):
            return term.words[0], term.unit
    if measure.what == "count" or not measure.column.field:
        return measure.what, ""
    one = composer.catalog.entity(measure.column.entity).field(measure.column.field)
    unit = "" if measure.what == "distinct" else composer.vocabulary.unit(measure.column.entity, one.name)
    return (
        one.label or one.name
    ) if measure.what == "value" else f"{measure.what} {one.label or one.name}", unit


def _measured(composer: Composer, scope: Frame, form: Form) -> Composed:
    numbers = [composer.number(scope, measure) for measure in form.measures]
    where = composer.conditions(scope, form.where)
    labels = [_measure_label(composer, measure) for measure in form.measures]
    tree = scope.select().select(*(_named(n, label) for n, (label, _) in zip(numbers, labels, strict=True)))
    return Composed(tree.where(*where), labels)


def _share(composer: Composer, scope: Frame, form: Form) -> Composed:
    where = composer.conditions(scope, form.where)
    part = exp.and_(*composer.conditions(scope, form.share))
    met = exp.Case(
        ifs=[exp.If(this=part, true=exp.Literal.number("100.0"))], default=exp.Literal.number("0.0")
    )
    share = composer.rounded(exp.Avg(this=met))
    return Composed(scope.select().select(_named(share, "percent")).where(*where), [("percent", "%")])


def _difference(composer: Composer, form: Form) -> Composed:
    parts = []
    for condition in form.difference:
        scope = Frame(composer, form.root)
        number = composer.number(scope, form.measures[0])
        where = composer.conditions(scope, [*form.where, condition])
        parts.append(exp.Subquery(this=scope.select().select(number).where(*where)))
    _, unit = _measure_label(composer, form.measures[0])
    gap = exp.Abs(this=exp.paren(exp.Sub(this=parts[0], expression=parts[1])))
    return Composed(exp.Select().select(_named(gap, "difference")), [("difference", unit)])


def _grouped(composer: Composer, scope: Frame, form: Form) -> Composed:
    cells: list[exp.Expr] = []
    labels: list[tuple[str, str]] = []
    keys: list[exp.Expr] = []
    fanned = False
    for group in form.groups:
        path = composer.path(scope.entity, group.column)
        fanned = fanned or many(path) is not None
        if group.unit:
            cells.append(composer.period(scope.column(group.column, "INNER"), group))
            labels.append((group.unit, ""))
        elif group.column.field:
            cells.append(scope.column(group.column, "INNER"))
            labels += _labels(composer, [group.column])
        else:
            naming = [
                replace(group.column, field=name) for name in composer.vocabulary.naming(group.column.entity)
            ]
            cells += [scope.column(column, "INNER") for column in naming]
            labels += _labels(composer, naming)
            keys += [
                plain_column(key, scope.reach(path, "INNER"))
                for key in composer.catalog.entity(group.column.entity).key
            ]
    keys = [*keys, *(cell.copy() for cell in cells)]
    numbers = [composer.number(scope, measure, fanned=fanned) for measure in form.measures]
    labels += [_measure_label(composer, measure) for measure in form.measures]
    where = composer.conditions(scope, form.where)
    named = [_named(cell, label) for cell, (label, _) in zip((*cells, *numbers), labels, strict=True)]
    tree = scope.select().select(*named).where(*where).group_by(*keys)
    for condition in form.having:
        number = composer.number(scope, condition.measure or form.measures[0], fanned=fanned)
        op, value = condition.values
        tree = tree.having(COMPARED[str(op)](this=number, expression=literal(value)))
    if form.rank is not None:
        by = composer.number(scope, form.rank.by, fanned=fanned)
        tree = _cut(tree, by, form.rank, labels)
    elif any(group.unit for group in form.groups):
        tree = tree.order_by(*(cell.copy() for cell in cells))
    else:
        tree = tree.order_by(exp.Ordered(this=numbers[0].copy(), desc=True))
    return Composed(tree, labels)


def _listed(composer: Composer, scope: Frame, form: Form) -> Composed:
    # Somebody's manager is asked for: who has none is not shown as an empty record.
    joins = "INNER" if all(column.role for column in form.shows) else "LEFT"
    cells = [scope.column(column, joins) for column in form.shows]
    labels = _labels(composer, form.shows)
    fanned = any(many(composer.path(scope.entity, column)) is not None for column in form.shows)
    naming = set(composer.vocabulary.naming(form.root)) | set(composer.catalog.entity(form.root).key)
    own = any(column.entity == form.root and column.field in naming for column in form.shows)
    conditions = list(form.where)
    order: exp.Expr | None = None
    if form.rank is not None:
        order, conditions = _order(composer, scope, form, conditions)
        label = _measure_label(composer, form.rank.by)
        if label[0] not in [known for known, _ in labels]:
            cells.append(order)
            labels.append(label)
    where = composer.conditions(scope, conditions)
    if order is not None:
        where.append(exp.not_(exp.Is(this=order.copy(), expression=exp.null())))
    named = [_named(cell, label) for cell, (label, _) in zip(cells, labels, strict=True)]
    tree = scope.select().select(*named).where(*where)
    if form.rank is not None and order is not None:
        tree = _cut(tree, order.copy(), form.rank, labels)
    elif fanned or not own:
        tree = tree.distinct()
    if form.limit is not None:
        tree = tree.limit(form.limit)
    return Composed(tree, labels)


def _first_together(composer: Composer, scope: Frame, form: Form) -> Composed:
    """What the first so many have in sum."""
    assert form.rank is not None  # the caller looked
    inner = (_grouped if form.groups else _listed)(composer, scope, form)
    label, unit = _measure_label(composer, form.rank.by)
    total = exp.Sum(this=plain_column(label, "ranked"))
    tree = exp.Select().select(_named(composer.rounded(total), label)).from_(inner.tree.subquery("ranked"))
    return Composed(tree, [(label, unit)])


def _cut(tree: exp.Select, by: exp.Expr, rank: Rank, labels: list[tuple[str, str]]) -> exp.Select:
    """The first so many; for "the most" itself all that share the first place."""
    if rank.count != 1:
        tree = tree.order_by(exp.Ordered(this=by, desc=rank.high))
        return tree.limit(rank.count) if rank.count else tree
    order = exp.Order(expressions=[exp.Ordered(this=by, desc=rank.high)])
    place = exp.Window(this=exp.Anonymous(this="RANK"), order=order)
    inner = tree.select(_named(place, "place")).subquery("ranked")
    shown = [exp.column(exp.to_identifier(label, quoted=True), table="ranked") for label, _ in labels]
    first = exp.EQ(this=plain_column("place", "ranked"), expression=exp.Literal.number(1))
    return exp.Select().select(*shown).from_(inner).where(first)


def _order(
    composer: Composer, scope: Frame, form: Form, conditions: list[Condition]
) -> tuple[exp.Expr, list[Condition]]:
    """What records are ordered by; conditions on the records it is counted over belong inside."""
    assert form.rank is not None  # the caller looked
    by = form.rank.by
    path = composer.path(scope.entity, by.column)
    first = many(path)
    if first is None:
        return (composer.number(scope, by) if by.term else scope.column(by.column)), conditions
    inside = [
        c
        for c in conditions
        if c.op not in ("or", "is")
        and composer.path(scope.entity, c.column)[: first + 1] == path[: first + 1]
    ]
    return composer.over(scope, by, inside), [c for c in conditions if c not in inside]
