"""Fences around tables: what one tenant may see of each, and only the columns that are shown."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused
from answerable.sources.database.shape import TableShape

# How many foreign keys a table may stand away from the one that names the tenant. Chosen, not measured.
FARTHEST = 4


class Fences:
    """Replaces the scan of a table by a scan of the part that may be seen."""

    def __init__(self, tables: Mapping[str, TableShape], tenant_column: str) -> None:
        self._tables, self._tenant_column = tables, tenant_column

    def around(self, scan: exp.Table, shape: TableShape, tenant: str) -> None:
        """Put the fence into the tree; a table with nothing to fence stays as it is."""
        condition = self._condition(shape, tenant, FARTHEST)
        if condition is None and len(shape.shown) == len(shape.columns):
            return
        name = scan.args.get("alias") or exp.TableAlias(this=exp.to_identifier(scan.name, quoted=True))
        inner = _select(shape, [column.name for column in shape.shown], condition)
        fenced = exp.Subquery(this=inner, alias=name.copy())
        for place in ("joins", "laterals"):
            fenced.set(place, scan.args.get(place))
        scan.replace(fenced)

    def _condition(self, shape: TableShape, tenant: str, left: int) -> exp.Expr | None:
        """What holds for one tenant's rows; None where every tenant may read all of them."""
        if not self._tenant_column or shape.shared:
            return None
        if column := shape.column(self._tenant_column):
            return exp.EQ(this=_column(column.name), expression=_literal(tenant, column.kind))
        condition = self._through_parent(shape, tenant, left)
        if condition is None:
            raise FetchRefused(
                shape.name,
                f"the table has no column {self._tenant_column!r} and no foreign key to a table that has one; "
                "mark it as shared if every tenant may read it",
            )
        return condition

    def _through_parent(self, shape: TableShape, tenant: str, left: int) -> exp.Expr | None:
        for pointer in shape.pointers if left else ():
            parent = self._tables.get(pointer.to_table.lower())
            if parent is None or parent.shared or len(pointer.columns) != 1 or parent.name == shape.name:
                continue
            try:
                condition = self._condition(parent, tenant, left - 1)
            except FetchRefused:
                continue  # another foreign key may lead to the tenant
            keys = _select(parent, list(pointer.to_columns), condition)
            return exp.In(this=_column(pointer.columns[0]), query=exp.Subquery(this=keys))
        return None


def _select(shape: TableShape, columns: list[str], condition: exp.Expr | None) -> exp.Select:
    # With its schema: a query that calls a CTE like this table must not put it in the fence's place.
    schema = exp.to_identifier(shape.schema, quoted=True)
    table = exp.Table(this=exp.to_identifier(shape.name, quoted=True), db=schema)
    select = exp.Select(expressions=[_column(name) for name in columns], from_=exp.From(this=table))
    if condition is not None:
        select.set("where", exp.Where(this=condition))
    return select


def _column(name: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def _literal(tenant: str, kind: Kind) -> exp.Expr:
    if not tenant:
        raise FetchRefused("tenant", "nobody said whose rows may be read")
    if kind is not Kind.NUMBER:
        return exp.Literal.string(tenant)
    if not tenant.isascii() or not tenant.isdigit():
        raise FetchRefused("tenant", "the tenant column holds numbers, and this tenant's name is not one")
    return exp.Literal.number(tenant)
