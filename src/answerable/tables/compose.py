"""From a form to its query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from sqlglot import exp

from answerable.tables.conditions import COMPARED, Composer
from answerable.tables.form import Column, Condition, Form, Measure, Rank
from answerable.tables.frames import Frame, literal, plain_column
from answerable.tables.paths import many
from answerable.tables.vocabulary import Vocabulary


@dataclass
class Composed:
    """A query and what its columns are."""

    tree: exp.Select
    columns: list[tuple[str, str]] = field(default_factory=list)  # (label, unit)
    forks: list[tuple[str, str]] = field(default_factory=list)  # pairs of entities that two ways connect


def composed(
    form: Form, vocabulary: Vocabulary, today: date, picks: Sequence[tuple[str, str, int]] = ()
) -> Composed:
    """The query of a form, asked on a day."""
    composer = Composer(vocabulary, today, picks)
    composer.picked = lambda earlier: _first_column(composed(earlier, vocabulary, today))
    scope = Frame(composer, form.root)
    if form.share:
        made = _share(composer, scope, form)
    elif form.difference:
        made = _difference(composer, form)
    elif form.shape == "number" and form.measures and form.rank is not None:
        made = _first_together(composer, scope, form)
    elif form.groups and form.groups[0].column == Column(form.root):
        made = _each(composer, scope, form)
    elif form.mean:
        made = _mean(composer, scope, form)
    elif form.groups and form.having and form.shape == "number":
        groups = _grouped(composer, scope, form).tree.subquery("found")
        counted = _named(exp.Count(this=exp.Star()), "count")
        made = Composed(exp.Select().select(counted).from_(groups), [("count", "")])
    elif form.groups:
        made = _grouped(composer, scope, form)
    elif form.measures:
        made = _measured(composer, scope, form)
    else:
        made = _listed(composer, scope, form)
    made.forks = composer.forks
    return made


def _first_column(made: Composed) -> exp.Select:
    """Only what a query names its records by. The query stands inside: not every database limits one behind IN."""
    return exp.Select().select(plain_column(made.columns[0][0], "picked")).from_(made.tree.subquery("picked"))


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
    """What meets the conditions in percent of everything; without conditions, each group's part of the whole."""
    cells, labels, keys, fanned = _told(composer, scope, form)
    where = composer.conditions(scope, form.where)
    hundred, measure = exp.Literal.number("100.0"), form.measures[0]
    whole = composer.number(scope, measure, fanned=fanned)
    if form.share[0].op == "each":
        total: exp.Expr = exp.Window(this=exp.Sum(this=whole.copy()))
        share: exp.Expr = exp.Div(this=exp.Mul(this=hundred, expression=whole), expression=total)
    else:
        part = exp.and_(*composer.conditions(scope, form.share))
        each = scope.column(measure.column) if measure.what == "sum" else hundred
        met = exp.Case(ifs=[exp.If(this=part, true=each)], default=exp.Literal.number("0.0"))
        summed = exp.Mul(this=hundred, expression=exp.Sum(this=met))
        share = exp.Avg(this=met) if measure.what == "count" else exp.Div(this=summed, expression=whole)
    named = [_named(cell, label) for cell, (label, _) in zip(cells, labels, strict=True)]
    tree = scope.select().select(*named, _named(composer.rounded(share), "percent")).where(*where)
    return Composed(tree.group_by(*keys) if keys else tree, [*labels, ("percent", "%")])


def _mean(composer: Composer, scope: Frame, form: Form) -> Composed:
    """The average of a count over groups: over those that have any and, of records, over all there are."""
    label, unit = _measure_label(composer, form.measures[0])
    group, each = form.groups[0].column, plain_column(label, "counted")
    if group.field:
        inner = _grouped(composer, scope, form).tree
    else:
        scope = Frame(composer, group.entity)
        own = [c for c in form.where if c.column.entity == group.entity]
        counted = composer.over(scope, form.measures[0], [c for c in form.where if c not in own])
        where = composer.conditions(scope, own)
        inner = scope.select().select(_named(counted, label)).where(*where)
    some = exp.Nullif(this=each, expression=exp.Literal.number(0))
    means = {f"avg {label}": some} | ({} if group.field else {f"avg {label} of all": each.copy()})
    cells = [_named(composer.rounded(exp.Avg(this=cell)), name) for name, cell in means.items()]
    tree = exp.Select().select(*cells).from_(inner.subquery("counted"))
    return Composed(tree, [(name, unit) for name in means])


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


def _told(
    composer: Composer, scope: Frame, form: Form
) -> tuple[list[exp.Expr], list[tuple[str, str]], list[exp.Expr], bool]:
    """The cells that name the groups, their labels, what is grouped by, and whether records are met twice."""
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
    return cells, labels, [*keys, *(cell.copy() for cell in cells)], fanned


def _grouped(composer: Composer, scope: Frame, form: Form) -> Composed:
    cells, labels, keys, fanned = _told(composer, scope, form)
    numbers = [composer.number(scope, measure, fanned=fanned) for measure in form.measures]
    labels += [_measure_label(composer, measure) for measure in form.measures]
    where = composer.conditions(scope, form.where)
    named = [_named(cell, label) for cell, (label, _) in zip((*cells, *numbers), labels, strict=True)]
    tree = scope.select().select(*named).where(*where).group_by(*keys)
    for condition in form.having:
        number = composer.number(scope, condition.measure or form.measures[0], fanned=fanned)
        op, value = condition.values
        tree = tree.having(COMPARED[str(op)](this=number, expression=literal(value)))
    if form.rank is not None or form.having:
        # What has no name is nobody that comes first.
        known = [exp.not_(exp.Is(this=cell.copy(), expression=exp.null())) for cell in cells]
        tree = tree.where(*known)
    if form.rank is not None:
        by = composer.number(scope, form.rank.by, fanned=fanned)
        tree = _cut(tree, by, form.rank, labels)
    elif any(group.unit for group in form.groups):
        tree = tree.order_by(*(cell.copy() for cell in cells))
    else:
        tree = tree.order_by(exp.Ordered(this=numbers[0].copy(), desc=True))
    return Composed(tree, labels)


def _each(composer: Composer, scope: Frame, form: Form) -> Composed:
    """A line for each record, with a number over what belongs to it in every further column."""
    naming = [Column(form.root, name) for name in composer.vocabulary.naming(form.root)]
    shown = [*naming, *(column for column in form.shows if column not in naming)]
    cells = [scope.column(column) for column in shown]
    labels = _labels(composer, shown)
    for measure in form.measures:
        label, unit = _measure_label(composer, measure)
        said = " ".join(str(c.values[0]) for c in measure.where if c.op == "term")
        if label in ("count", "listed"):
            label = composer.catalog.entity(measure.column.entity).label or measure.column.entity
            label = f"{said} {label}s".strip()
        elif label in (known for known, _ in labels):
            label = f"{label} {said or measure.column.entity}"
        cells.append(composer.over(scope, measure, measure.where))
        labels.append((label, unit))
    where = composer.conditions(scope, form.where)
    named = [_named(cell, label) for cell, (label, _) in zip(cells, labels, strict=True)]
    return Composed(scope.select().select(*named).where(*where).order_by(cells[0].copy()), labels)


def _listed(composer: Composer, scope: Frame, form: Form) -> Composed:
    # Somebody's manager is asked for: who has none is not shown as an empty record.
    joins = "INNER" if all(column.role for column in form.shows) else "LEFT"
    shows = (*form.shows, *_compared(composer, form))
    cells = [scope.column(column, joins) for column in shows]
    labels = _labels(composer, shows)
    fanned = any(many(composer.path(scope.entity, column)) is not None for column in form.shows)
    naming = set(composer.vocabulary.naming(form.root)) | set(composer.catalog.entity(form.root).key)
    own = any(c.entity == form.root and c.field in naming and not c.role for c in form.shows)
    conditions = list(form.where)
    order: exp.Expr | None = None
    if form.rank is not None:
        order, conditions = _order(composer, scope, form, conditions)
        label = _measure_label(composer, form.rank.by)
        if label[0] not in [known for known, _ in labels]:
            cells.append(order)
            labels.append(label)
    where = composer.conditions(scope, conditions)
    if (
        order is not None and form.rank is not None and form.rank.count
    ):  # what has no value comes last, or not at all
        where.append(exp.not_(exp.Is(this=order.copy(), expression=exp.null())))
    named = [_named(cell, label) for cell, (label, _) in zip(cells, labels, strict=True)]
    tree = scope.select().select(*named).where(*where)
    if form.rank is not None and order is not None:
        each = _told_apart(composer, scope, form.rank)
        tree = _cut(tree, order.copy(), form.rank, labels, each)
    elif fanned or not own:
        tree = tree.distinct()
    if form.limit is not None:
        tree = tree.limit(form.limit)
    return Composed(tree, labels)


def _compared(composer: Composer, form: Form) -> list[Column]:
    """The amount that was compared, where another is shown that would be taken for it."""
    traits = composer.vocabulary.traits
    if not any(one.entity == form.root and traits[one.entity, one.field].money for one in form.shows):
        return []
    sums = (
        c.column for c in form.where if c.op in COMPARED and c.column.entity == form.root and not c.measure
    )
    return [c for c in sums if c.field and traits[c.entity, c.field].money and c not in form.shows]


def _told_apart(composer: Composer, scope: Frame, rank: Rank) -> list[exp.Expr]:
    """What an order begins anew for: the records themselves, not their names, which two may share."""
    found: list[exp.Expr] = []
    for column in rank.each:
        key = composer.catalog.entity(column.entity).key
        own = column.field in composer.vocabulary.naming(column.entity) and len(key) == 1
        found.append(scope.column(replace(column, field=key[0]) if own else column))
    return found


def _first_together(composer: Composer, scope: Frame, form: Form) -> Composed:
    """What the first so many have in sum."""
    assert form.rank is not None  # the caller looked
    inner = (_grouped if form.groups else _listed)(composer, scope, form)
    label, unit = _measure_label(composer, form.rank.by)
    total = exp.Sum(this=plain_column(label, "ranked"))
    tree = exp.Select().select(_named(composer.rounded(total), label)).from_(inner.tree.subquery("ranked"))
    return Composed(tree, [(label, unit)])


def _cut(
    tree: exp.Select, by: exp.Expr, rank: Rank, labels: list[tuple[str, str]], each: Sequence[exp.Expr] = ()
) -> exp.Select:
    """The first so many; for "the most" itself all that share the place."""
    if rank.count != 1 and not each:
        tree = tree.order_by(exp.Ordered(this=by, desc=rank.high, nulls_first=False))
        return tree.limit(rank.count) if rank.count else tree
    order = exp.Order(expressions=[exp.Ordered(this=by, desc=rank.high)])
    # What is second highest does not depend on how many share the first place.
    name = "RANK" if rank.place == 1 else "DENSE_RANK"
    place = exp.Window(this=exp.Anonymous(this=name), order=order, partition_by=list(each))
    inner = tree.select(_named(place, "place")).subquery("ranked")
    shown = [exp.column(exp.to_identifier(label, quoted=True), table="ranked") for label, _ in labels]
    found = plain_column("place", "ranked")
    most = exp.Literal.number(rank.place if rank.count == 1 else rank.count or 1)
    met = exp.EQ(this=found, expression=most) if rank.count == 1 else exp.LTE(this=found, expression=most)
    made = exp.Select().select(*shown).from_(inner).where(met)
    if rank.place > 1 and len(labels) == 1:
        made = made.distinct()
    return made.order_by(*(cell.copy() for cell in shown[: len(each)])) if each else made


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
