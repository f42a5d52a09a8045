"""Fences around tables: what one tenant may see of each, and only the columns that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused
from answerable.sources.database.shape import TableShape

# How many foreign keys a table may stand away from the one that names the tenant. Chosen, not measured.
FARTHEST = 4


@dataclass(frozen=True)
class Fenced:
    """Whose rows may be read of a database that several tenants share; all of them where no column says whose."""

    column: str = ""
    id: str = ""


class Fences:
    """Replaces the scan of a table by a scan of the part that may be seen."""

    def __init__(self, tables: Sequence[TableShape], tenant: Fenced) -> None:
        self._tables = {table.name.lower(): table for table in tables}
        self._tenant = tenant

    def part(self, shape: TableShape) -> exp.Subquery | exp.Table:
        """What may be seen of a table, be it all of it; `FetchRefused` where it is nothing."""
        condition = self._condition(shape, FARTHEST)
        if condition is None and len(shape.shown) == len(shape.columns):
            return _table(shape)
        return exp.Subquery(this=_select(shape, [column.name for column in shape.shown], condition))

    def around(self, scan: exp.Table, shape: TableShape) -> None:
        """Put the fence into the tree; a table with nothing to fence stays as it is."""
        fenced = self.part(shape)
        if isinstance(fenced, exp.Table):
            return
        name = scan.args.get("alias") or exp.TableAlias(this=exp.to_identifier(scan.name, quoted=True))
        fenced.set("alias", name.copy())
        for place in ("joins", "laterals"):
            fenced.set(place, scan.args.get(place))
        scan.replace(fenced)

    def _condition(self, shape: TableShape, left: int) -> exp.Expr | None:
        """What holds for one tenant's rows; None where every tenant may read all of them."""
        if not self._tenant.column or shape.shared:
            return None
        if not self._tenant.id:
            raise FetchRefused("tenant", "nobody said whose rows may be read")
        if column := shape.column(self._tenant.column):
            return exp.EQ(this=_column(column.name), expression=_literal(self._tenant.id, column.kind))
        condition = self._through_parent(shape, left)
        if condition is None:
            raise FetchRefused(
                shape.name,
                f"the table has no column {self._tenant.column!r} and no foreign key to a table that has one; "
                "mark it as shared if every tenant may read it",
            )
        return condition

    def _through_parent(self, shape: TableShape, left: int) -> exp.Expr | None:
        for pointer in shape.pointers if left else ():
            parent = self._tables.get(pointer.to_table.lower())
            if parent is None or parent.shared or len(pointer.columns) != 1 or parent.name == shape.name:
                continue
            try:
                condition = self._condition(parent, left - 1)
            except FetchRefused:
                continue  # another foreign key may lead to the tenant
            keys = _select(parent, list(pointer.to_columns), condition)
            return exp.In(this=_column(pointer.columns[0]), query=exp.Subquery(this=keys))
        return None


def _select(shape: TableShape, columns: list[str], condition: exp.Expr | None) -> exp.Select:
    select = exp.Select(expressions=[_column(name) for name in columns], from_=exp.From(this=_table(shape)))
    if condition is not None:
        select.set("where", exp.Where(this=condition))
    return select


def _table(shape: TableShape) -> exp.Table:
    # With its schema: a query that calls a CTE like this table must not put it in the fence's place.
    schema, name = (exp.to_identifier(part, quoted=True) for part in (shape.schema, shape.name))
    return exp.Table(this=name, db=schema)


def _column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def _literal(tenant: str, kind: Kind) -> exp.Expr:
    if kind is not Kind.NUMBER:
        return exp.Literal.string(tenant)
    if not tenant.isascii() or not tenant.isdigit():
        raise FetchRefused("tenant", "the tenant column holds numbers, and this tenant's name is not one")
    return exp.Literal.number(tenant)
