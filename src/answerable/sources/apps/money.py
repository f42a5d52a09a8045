"""Amounts in several currencies are never added up: they are told apart, or not given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope

from answerable.lists import read_list
from answerable.sources.apps.values import text

_LISTS = read_list(__package__, "money.toml")
AMOUNTS: Mapping[str, list[str]] = _LISTS["amounts"]


def currencies(lists: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, str]:
    """The one currency of each table's amounts; tables with several, or none, are left out."""
    found: dict[str, str] = {}
    for place, told in _LISTS["currencies"].items():
        seen = {text(record.get(told["field"])) for record in lists.get(place, ())} - {None}
        if len(seen) == 1:
            found.update(dict.fromkeys(told["tables"], str(seen.pop())))
    return found


def amounts_in(tree: exp.Query) -> list[tuple[str, str, bool]]:
    """The tables whose amounts a query tells, adds or orders by: name in it, table, and whether on its outermost level.

    A row's own amount held against a number ("balance > 0") mixes nothing.
    """
    found = []
    for scope in traverse_scope(tree):
        for alias, (_, source) in scope.selected_sources.items():
            name = source.name if isinstance(source, exp.Table) else ""
            named = AMOUNTS.get(name, ())
            told = (one for one in scope.columns if one.table == alias and one.name in named)
            if any(not isinstance(one.find_ancestor(exp.Where, exp.Select), exp.Where) for one in told):
                found.append((alias, name, scope.expression is tree))
    return found


def probe(tree: exp.Query, alias: str, *columns: str) -> exp.Query:
    """What the rows behind a result hold in some columns, each combination once."""
    asked = tree.copy()
    for clause in ("group", "having", "order", "limit", "offset", "distinct", "qualify"):
        asked.set(clause, None)
    asked.set("expressions", [exp.column(column, table=alias) for column in columns])
    return asked.distinct() if isinstance(asked, exp.Select) else asked


def told_apart(tree: exp.Query, alias: str) -> exp.Query:
    """The same query with its amounts by currency."""
    apart = tree.copy()
    currency = exp.column("currency", table=alias)
    shown = (one.unalias() for one in apart.selects)
    if isinstance(apart, exp.Select) and currency not in shown:
        apart = apart.select(exp.alias_(currency.copy(), "currency"))
    if isinstance(apart, exp.Select) and (apart.args.get("group") or added_up(apart)):
        apart = apart.group_by(currency.copy())
    return apart


def in_each(tree: exp.Query, table: str, currencies: Iterable[object]) -> exp.Query:
    """The query once for each currency, as if the table held no other."""
    parts: list[exp.Select] = []
    for currency in currencies:
        one, mark = tree.copy(), exp.convert(currency)
        these = exp.NullSafeEQ(this=exp.column("currency"), expression=mark.copy())
        for use in [use for use in one.find_all(exp.Table) if use.name == table]:
            use.replace(exp.select("*").from_(table).where(these.copy()).subquery(use.alias_or_name))
        names = [exp.column(name, table="each_", quoted=True) for name in tree.named_selects]
        some = exp.or_(*(exp.not_(name.copy().is_(exp.null())) for name in names))
        shown = exp.select(*names, exp.alias_(mark, "currency"))
        parts.append(shown.from_(one.subquery("each_")).where(some))
    return exp.union(*parts, distinct=False) if len(parts) > 1 else parts[0]


def added_up(query: exp.Query) -> bool:
    """Whether a query makes one number of many rows."""
    told = any(one.find(exp.AggFunc) and not one.find(exp.Window) for one in query.selects)
    return told and not query.args.get("group")
