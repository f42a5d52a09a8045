"""Columns, joins, conditions and numbers as SQL: a tree built with sqlglot, every value quoted by the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.domain.evidence import Cell
from answerable.tables.form import OVERLAP, Column, Condition, Form, Group, Measure
from answerable.tables.frames import Frame, Joiner, literal, plain_column
from answerable.tables.names import truth
from answerable.tables.notes import Stuck
from answerable.tables.paths import Path, Tie, many

COMPARED = {"=": exp.EQ, "!=": exp.NEQ, ">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}
_FORMATS = {"day": "%Y-%m-%d", "week": "%Y-%W", "month": "%Y-%m", "year": "%Y", "weekday": "%w", "hour": "%H"}
_AGGREGATES = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}


class Composer(Joiner):
    """Composes the parts of one query."""

    picked: Callable[[Form], exp.Select]  # what the records of another query are named by

    def conditions(self, scope: Frame, conditions: Sequence[Condition]) -> list[exp.Expr]:
        """The conditions as expressions; those on many records together as one EXISTS."""
        found: list[exp.Expr] = []
        near: list[Condition] = []
        remote: dict[Path, list[Condition]] = {}
        for condition in conditions:
            prefix = self._remote(scope, condition)
            if prefix is None:
                near.append(condition)
            else:
                remote.setdefault(prefix, []).append(condition)
        found += [self._local(scope, condition) for condition in _either(near)]
        for prefix, together in remote.items():
            found += self._remotely(scope, prefix, together)
        return found

    def _remote(self, scope: Frame, condition: Condition) -> Path | None:
        """The way to the first many records a condition is about; None where it is about one."""
        if condition.op in ("or", "is"):
            return None
        path = self.path(scope.entity, condition.column)
        if path in scope.joins and condition.op not in ("has", "none"):
            return None  # "per member of my team in Bern": what is grouped by is what the condition is about
        first = many(path)
        return None if first is None else path[: first + 1]

    def _remotely(self, scope: Frame, prefix: Path, together: list[Condition]) -> list[exp.Expr]:
        denied = [c for c in together if c.negated or c.op in ("none", "null")]
        measured = [c for c in together if c.op == "has" and c.measure is not None]
        plain = [c for c in together if c not in denied and c not in measured]
        found: list[exp.Expr] = []
        for condition in denied:
            positive = replace(
                condition, negated=False, op={"none": "some", "null": "known"}.get(condition.op, condition.op)
            )
            shared = plain if condition.op in ("has", "none") else []
            found.append(exp.not_(self._exists(scope, prefix, [positive, *shared])))
        for condition in measured:
            op, value = condition.values
            number = self.over(scope, condition.measure or Measure("count", condition.column), plain)
            found.append(COMPARED[str(op)](this=number, expression=literal(value)))
        swallowed = bool(measured) or any(c.op == "has" for c in denied)
        if plain and not swallowed:
            for group in _apart(plain):
                found.append(self._exists(scope, prefix, group))
        return found

    def _exists(self, scope: Frame, prefix: Path, conditions: Sequence[Condition]) -> exp.Expr:
        here = scope.reach(prefix[:-1])
        inner = Frame(self, prefix[-1].target)
        met = [c for c in conditions if c.op == "has" and not c.measure and c.column.entity == inner.entity]
        found = self.conditions(inner, [c for c in conditions if c not in met])
        tree = inner.select().where(self.tie(prefix[-1], here, inner.alias), *found)
        return exp.Exists(this=tree.select("1"))

    def over(self, scope: Frame, measure: Measure, conditions: Sequence[Condition]) -> exp.Expr:
        """A number over the many records that belong to one: a subquery."""
        path = self.path(scope.entity, measure.column)
        first = many(path)
        if first is None:
            return scope.column(measure.column)
        here = scope.reach(path[:first])
        inner = Frame(self, path[first].target)
        found = self.conditions(inner, conditions)
        number = self.number(inner, measure)
        tree = inner.select().where(self.tie(path[first], here, inner.alias), *found)
        return exp.Subquery(this=tree.select(number))

    def _local(self, scope: Frame, condition: Condition) -> exp.Expr:
        if condition.op == "or":
            parts = [exp.and_(*self.conditions(scope, [inner])) for inner in condition.inner]
            return exp.paren(exp.or_(*parts))
        if condition.op == "is":
            return self._plays(scope, condition)
        if condition.op == "has":
            return self._has_one(scope, condition)
        made = self._tested(scope, condition)
        return exp.not_(exp.paren(made)) if condition.negated and condition.op not in ("=", "in") else made

    def _plays(self, scope: Frame, condition: Condition) -> exp.Expr:
        """Records that others point at in a role: the managers among the employees, or the manager of one."""
        entity, role = condition.column.entity, condition.column.role
        relation = next(r for r in self.catalog.relations if r.to_table == entity and r.columns[0] == role)
        alias = scope.reach(self.path(scope.entity, Column(entity)), "INNER")
        inner = Frame(self, relation.table)
        found = self.conditions(inner, condition.inner)
        tie = self.tie(Tie(relation, True), inner.alias, alias)
        return exp.Exists(this=inner.select().where(tie, *found).select("1"))

    def _has_one(self, scope: Frame, condition: Condition) -> exp.Expr:
        path = self.path(scope.entity, condition.column)
        if not path or condition.measure is not None:
            raise Stuck("a count of what there is one of", scope.entity)
        key = plain_column(path[-1].relation.columns[0], scope.reach(path[:-1]))
        missing = exp.Is(this=key, expression=exp.null())
        return missing if condition.negated else exp.not_(missing)

    def _tested(self, scope: Frame, condition: Condition) -> exp.Expr:
        op, values = condition.op, condition.values
        if op == "and":
            return exp.and_(*(self._local(scope, inner) for inner in condition.inner))
        if op == "among":
            assert condition.among is not None  # what the operator means
            return exp.In(this=scope.column(condition.column), query=self.picked(condition.among).subquery())
        if op == "term":
            alias = scope.reach(self.path(scope.entity, condition.column), "INNER")
            return exp.paren(self.written(condition.term, alias))
        column = scope.column(
            condition.column, "INNER" if op not in ("null", "lacking", "none", "open") else "LEFT"
        )
        if op == "during":
            return self._during(column, condition, self._last_day(scope, condition))
        if op == "open":  # nothing says that it has ended before today
            years = self.vocabulary.traits[condition.column.entity, condition.column.field].numeric
            today = (
                exp.Literal.number(self.today.year) if years else exp.Literal.string(self.today.isoformat())
            )
            late = exp.GTE(this=column.copy(), expression=today)
            return exp.paren(exp.or_(exp.Is(this=column, expression=exp.null()), late))
        if op in ("null", "lacking", "known"):
            missing = exp.Is(this=column, expression=exp.null())
            return exp.not_(missing) if op == "known" else missing
        if op in ("true", "false"):
            return exp.EQ(this=column, expression=self._truth(condition.column, op == "true"))
        if op in ("none", "some"):
            number = exp.Coalesce(this=column, expressions=[exp.Literal.number(0)])
            return (exp.LTE if op == "none" else exp.GT)(this=number, expression=exp.Literal.number(0))
        if op == "than":  # that of another record, else the average
            inner = Frame(self, condition.column.entity)
            cell, found = self.cell(condition.column, inner.alias), self.conditions(inner, condition.inner)
            other = inner.select().where(*found).select(cell if found else exp.Avg(this=cell))
            return COMPARED[str(values[0])](this=column, expression=exp.Subquery(this=other))
        if op == "between":
            low, high = (self._value(condition.column, value) for value in values)
            return exp.Between(this=column, low=low, high=high)
        return self._matched(scope, condition, column)

    def _matched(self, scope: Frame, condition: Condition, column: exp.Expr) -> exp.Expr:
        op, values = condition.op, [self._value(condition.column, value) for value in condition.values]
        if condition.measure is not None:
            return COMPARED[op](this=column, expression=self.over(scope, condition.measure, ()))
        if op == "in":
            made = exp.In(this=column, expressions=values)
            return exp.not_(made) if condition.negated else made
        if op == "like":
            text = exp.Literal.string(f"%{str(condition.values[0]).lower()}%")
            return exp.Like(this=exp.Lower(this=column), expression=text)
        if op == "=" and condition.negated:
            return exp.NEQ(this=column, expression=values[0])
        return COMPARED[op](this=column, expression=values[0])

    def _truth(self, column: Column, true: bool) -> exp.Expr:
        if said := truth(self.catalog.entity(column.entity).field(column.field)):
            return exp.Literal.string(said[0 if true else 1])
        if self.catalog.dialect == "sqlite":
            return exp.Literal.number(int(true))
        return exp.Boolean(this=true)

    def _value(self, column: Column, value: Cell) -> exp.Expr:
        kind = self.catalog.entity(column.entity).field(column.field).kind
        if kind is Kind.NUMBER and isinstance(value, str):
            plain = value.replace(".", "", 1).isdigit()
            return exp.Literal.number(value) if plain else exp.Literal.string(value)
        if kind is Kind.TEXT and isinstance(value, int | float):
            return exp.Literal.string(f"{value:g}" if isinstance(value, float) else str(value))
        return literal(value)

    def _last_day(self, scope: Frame, condition: Condition) -> exp.Expr | None:
        """What must not lie before a time: the last day of a row that lasts; None where its date is one day."""
        spans = self.catalog.entity(condition.column.entity).spans
        if condition.term != OVERLAP or not spans:
            return None
        last = replace(condition.column, field=spans[1])
        return exp.Coalesce(this=scope.column(last), expressions=[scope.column(condition.column)])

    def _during(self, column: exp.Expr, condition: Condition, last: exp.Expr | None = None) -> exp.Expr:
        start, end = condition.values
        kind = self.catalog.entity(condition.column.entity).field(condition.column.field).kind
        limits: list[exp.Expr] = []
        for op, day, side in ((exp.GTE, start, last or column), (exp.LT, end, column)):
            if day is None:
                continue
            if kind is Kind.NUMBER:
                if not str(day).endswith("-01-01"):
                    raise Stuck("a day of a column that only knows years", condition.column.field)
                limits.append(op(this=column.copy(), expression=exp.Literal.number(str(day)[:4])))
            else:
                limits.append(op(this=side.copy(), expression=exp.Literal.string(str(day))))
        return exp.and_(*limits)

    def number(self, scope: Frame, measure: Measure, *, fanned: bool = False) -> exp.Expr:
        """A measure as an expression of its scope."""
        if measure.term:
            alias = scope.reach(self.path(scope.entity, measure.column), "INNER")
            tree = self.written(measure.term, alias)
            return tree if tree.find(exp.AggFunc) else _AGGREGATES[measure.what](this=tree)
        if measure.what == "count":
            return self._count_of(scope, measure, fanned)
        if measure.what == "listed":
            return self._all_of(scope, measure)
        column = scope.column(measure.column, "INNER")
        if measure.what == "distinct":
            return exp.Count(this=exp.Distinct(expressions=[column]))
        if fanned and measure.what in ("sum", "avg"):
            raise Stuck("a sum over records that are met twice", measure.column.entity)
        if measure.what not in _AGGREGATES:
            return column
        made: exp.Expr = _AGGREGATES[measure.what](this=column)
        money = self.vocabulary.traits[measure.column.entity, measure.column.field].money
        return self.rounded(made) if measure.what == "avg" or (money and measure.what == "sum") else made

    def _all_of(self, scope: Frame, measure: Measure) -> exp.Expr:
        """What all the records are called, in one cell; not whose they are."""
        entity = measure.column.entity
        owners = {relation.label for relation in self.paths.relations_of(entity)}
        names = [name for name in self.vocabulary.naming(entity) if name not in owners]
        cells = [exp.cast(scope.column(Column(entity, name), "INNER"), "text") for name in names]
        together = exp.ConcatWs(expressions=[exp.Literal.string(" "), *cells])
        return exp.GroupConcat(this=together, separator=exp.Literal.string("; "))

    def rounded(self, number: exp.Expr) -> exp.Expr:
        """Two decimals: what a sentence says must stand in the result."""
        if self.catalog.dialect != "sqlite":
            number = exp.cast(number, "decimal(38, 6)")
        return exp.Round(this=number, decimals=exp.Literal.number(2))

    def _count_of(self, scope: Frame, measure: Measure, fanned: bool) -> exp.Expr:
        path = self.path(scope.entity, measure.column)
        if not path and not fanned:
            return exp.Count(this=exp.Star())
        alias = scope.reach(path, "INNER")
        if path and not fanned and all(not step.forward for step in path):
            return exp.Count(this=exp.Star())
        key = self.catalog.entity(measure.column.entity).key
        if len(key) != 1:
            return exp.Count(this=exp.Star())
        return exp.Count(this=exp.Distinct(expressions=[plain_column(key[0], alias)]))

    def period(self, column: exp.Expr, group: Group) -> exp.Expr:
        """The period a date falls in, as text that sorts."""
        kind = self.catalog.entity(group.column.entity).field(group.column.field).kind
        if kind is Kind.NUMBER:
            if group.unit != "year":
                raise Stuck("months of a column that only knows years", group.column.field)
            return column
        if group.unit == "quarter":
            year, month = (
                exp.TimeToStr(this=column.copy(), format=exp.Literal.string(f)) for f in ("%Y", "%m")
            )
            number = exp.cast((exp.cast(month, "int") + 2) / 3, "int")
            lead = exp.DPipe(this=year, expression=exp.Literal.string("-Q"))
            return exp.DPipe(this=lead, expression=exp.cast(number, "text"))
        return exp.TimeToStr(this=column, format=exp.Literal.string(_FORMATS[group.unit]))


def _either(conditions: list[Condition]) -> list[Condition]:
    """ "customers in Bern and Zurich" are those in either: one record has one value."""
    equal = [c for c in conditions if c.op == "=" and not c.negated]
    columns = [c.column for c in equal]
    doubled = {
        c.column: tuple(o for o in equal if o.column == c.column)
        for c in equal
        if columns.count(c.column) > 1
    }
    rest = [c for c in conditions if not (c in equal and c.column in doubled)]
    return [*rest, *(Condition("or", column, inner=inner) for column, inner in doubled.items())]


def _apart(conditions: list[Condition]) -> list[list[Condition]]:
    """ "ordered A and B": two values of one column cannot hold for one record, so each is its own EXISTS."""
    groups: list[list[Condition]] = []
    shared = [c for c in conditions if c.op != "="]
    equal = [c for c in conditions if c.op == "="]
    columns = [c.column for c in equal]
    doubled = [c for c in equal if columns.count(c.column) > 1]
    if not doubled:
        return [conditions]
    for condition in doubled:
        groups.append([condition, *shared, *(c for c in equal if c not in doubled)])
    return groups
