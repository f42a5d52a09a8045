"""One SELECT and the tables joined to it, along the ways of the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlglot import exp, parse_one

from answerable.domain.catalog import Catalog
from answerable.domain.evidence import Cell
from answerable.tables.form import Column
from answerable.tables.made import DAY, YEAR
from answerable.tables.notes import Stuck
from answerable.tables.paths import Path, Paths, Tie
from answerable.tables.vocabulary import Vocabulary


class Frame:
    """One SELECT: its entity, its alias, and the tables joined to it."""

    def __init__(self, composer: Joiner, entity: str) -> None:
        self.composer = composer
        self.entity = entity
        self.alias = composer.alias()
        self.joins: dict[Path, tuple[str, str]] = {(): (self.alias, "")}

    def reach(self, path: Path, kind: str = "LEFT") -> str:
        """The alias at the end of a way, joined where it is not yet."""
        for length in range(1, len(path) + 1):
            known = self.joins.get(path[:length])
            if known is None:
                self.joins[path[:length]] = (self.composer.alias(), kind)
            elif kind == "INNER":
                self.joins[path[:length]] = (known[0], kind)
        return self.joins[path][0]

    def column(self, column: Column, kind: str = "LEFT") -> exp.Expr:
        """A column, with the joins it needs."""
        return self.composer.cell(column, self.reach(self.composer.path(self.entity, column), kind))

    def select(self) -> exp.Select:
        """The SELECT with its FROM and joins; columns and conditions are added by the caller."""
        tree = exp.Select().from_(self.composer.table(self.entity, self.alias))
        for path, (alias, kind) in self.joins.items():
            if path:
                on = self.composer.tie(path[-1], self.joins[path[:-1]][0], alias)
                tree = tree.join(self.composer.table(path[-1].target, alias), on=on, join_type=kind)
        return tree


class Joiner:
    """Names tables and columns, and ties them together."""

    def __init__(
        self, vocabulary: Vocabulary, today: date, picks: Sequence[tuple[str, str, int]] = ()
    ) -> None:
        self.vocabulary = vocabulary
        self.today = today
        self.catalog: Catalog = vocabulary.catalog
        self.paths: Paths = vocabulary.paths
        self.picks = {(start, end): number for start, end, number in picks}
        self.forks: list[tuple[str, str]] = []
        self._count = 0

    def alias(self) -> str:
        self._count += 1
        return f"t{self._count}"

    def table(self, entity: str, alias: str) -> exp.Table:
        parts = [exp.to_identifier(part, quoted=True) for part in entity.split(".")]
        table = exp.Table(this=parts[-1], db=parts[-2] if len(parts) > 1 else None)
        table.set("alias", exp.TableAlias(this=exp.to_identifier(alias)))
        return table

    def cell(self, column: Column, alias: str) -> exp.Expr:
        if not column.field:
            raise Stuck("a record where a value belongs", column.entity)
        one = self.catalog.entity(column.entity).field(column.field)
        if one.sql:
            sql = one.sql.replace(YEAR, str(self.today.year)).replace(DAY, f"{self.today:%m-%d}")
            return exp.paren(self.written(sql, alias))
        return exp.column(exp.to_identifier(one.name, quoted=True), table=alias)

    def written(self, sql: str, alias: str) -> exp.Expr:
        """SQL of the catalog with its columns tied to an alias."""
        tree = parse_one(sql, dialect=self.catalog.dialect)
        for column in tree.find_all(exp.Column):
            if not column.table:
                column.set("table", exp.to_identifier(alias))
        return tree

    def path(self, start: str, column: Column) -> Path:
        ways = self.paths.between(start, column.entity, column.role)
        if not ways:
            raise Stuck("two things that nothing ties together", start, column.entity)
        if len(ways) > 1 and (start, column.entity) not in self.forks:
            self.forks.append((start, column.entity))
        return ways[min(self.picks.get((start, column.entity), 0), len(ways) - 1)]

    def tie(self, step: Tie, here: str, there: str) -> exp.Expr:
        near, far = (step.relation.columns, step.relation.to_columns)
        if not step.forward:
            near, far = far, near
        pairs = [
            exp.EQ(this=plain_column(one, here), expression=plain_column(two, there))
            for one, two in zip(near, far, strict=True)
        ]
        return exp.and_(*pairs)


def plain_column(name: str, alias: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=alias)


def literal(value: Cell) -> exp.Expr:
    return exp.convert(value)
