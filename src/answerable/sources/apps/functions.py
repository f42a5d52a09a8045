"""The functions per app that a planner may call: each is one list of records, narrowed by what it is called with.

A planner gets `CARDS` to choose from, and `listing` turns a chosen call into a query over the tables, which the handle
judges and runs like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn

from sqlglot import exp, parse_one

from answerable.domain.catalog import Kind
from answerable.errors import ToolRefused
from answerable.lists import read_list
from answerable.sources.apps.shapes import SHAPES

# "$me" is whoever asks; "$team.id" are the values of a column of an earlier result.
ME = "$me"
REFERENCE = re.compile(r"\$([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)")


@dataclass(frozen=True)
class FunctionCard:
    """A function as a planner sees it."""

    name: str  # "hris.time_off"
    says: str
    parameters: Mapping[str, type]
    columns: Mapping[str, Kind]

    @property
    def table(self) -> str:
        return self.name.partition(".")[2]


def without(query: exp.Select, columns: frozenset[str]) -> exp.Select:
    """A query that does not show these columns."""
    return query.select(*(one for one in query.selects if one.alias_or_name not in columns), append=False)


def with_names(sql: str, table: str, name: str) -> str:
    """A query with what the records of a table are called, beside each cell that counts them."""
    tree = parse_one(sql, read="duckdb")
    assert isinstance(tree, exp.Select)
    cells = tree.selects
    for cell in cells:
        names = cell.unalias().copy()
        alias = next((one.alias_or_name for one in names.find_all(exp.Table) if one.name == table), "")
        if alias and (count := names.find(exp.Count)):
            called = exp.Distinct(expressions=[exp.cast(exp.column(name, table=alias), "text")])
            count.replace(exp.GroupConcat(this=called, separator=exp.Literal.string(", ")))
            tree = tree.select(exp.alias_(names, name, quoted=True))
    return tree.sql(dialect="duckdb") if len(tree.selects) > len(cells) else sql


def listing(
    name: str, arguments: Mapping[str, Any], results: Mapping[str, exp.Select] | None = None
) -> exp.Select:
    """The query a call stands for; `results` are the queries of the calls it may refer to.

    Raises `ToolRefused` that tells a planner how to do it right.
    """
    card = CARDS.get(name)
    if card is None:
        raise ToolRefused("no_such_function", f"There is no function {name!r}; choose among those shown.")
    query = exp.select(*card.columns).from_(card.table)
    for parameter, value in arguments.items():
        kind = card.parameters.get(parameter)
        if kind is None:
            known = ", ".join(card.parameters) or "none"
            raise ToolRefused("no_such_argument", f"{name} has no argument {parameter!r}; it has {known}.")
        if value is not None:
            query = query.where(_condition(card, parameter, kind, value, results or {}))
    return query


def _condition(
    card: FunctionCard, name: str, kind: type, value: Any, results: Mapping[str, exp.Select]
) -> exp.Expr:
    if name.endswith("_id") and (inner := _referred(f"{card.name}, {name}", str(value), results)):
        return exp.In(this=exp.column(name), query=inner.subquery())
    if kind is date:
        column, _, side = name.rpartition("_")
        bound = exp.cast(exp.Literal.string(_day(card, name, value).isoformat()), "date")
        compare = exp.GTE if side == "after" else exp.LTE
        return compare(this=exp.cast(exp.column(column), "date"), expression=bound)
    if kind is bool:
        if not isinstance(value, bool):
            _wrong(card, name, value, "true or false")
        return exp.EQ(this=exp.column(name), expression=exp.convert(value))
    if not isinstance(value, str | int) or isinstance(value, bool) or str(value).startswith("$"):
        _wrong(card, name, value, "plain text, or a reference where its name ends in _id")
    if name == "name":  # people are called by a part of their name
        return exp.ILike(this=exp.column(name), expression=exp.Literal.string(f"%{str(value).strip('%')}%"))
    said = exp.Lower(this=exp.Literal.string(str(value)))  # as it was said: a kept plan finds it again
    return exp.EQ(this=exp.Lower(this=exp.column(name)), expression=said)


def _referred(where: str, value: str, results: Mapping[str, exp.Select]) -> exp.Select | None:
    """The query whose values a reference stands for."""
    if value == ME:
        return exp.select("id").from_("employees").where("is_me")
    found = REFERENCE.fullmatch(value)
    if found is None:
        return None
    result, column = found.groups()
    if result not in results:
        raise ToolRefused(
            "no_such_result", f"{where}: {value} refers to no earlier task; have {list(results)}."
        )
    known = results[result].named_selects
    if column not in known:
        raise ToolRefused("no_such_column", f"{where}: {result} has no {column}; it has {', '.join(known)}.")
    return exp.select(column).from_(results[result].subquery(result))


def _day(card: FunctionCard, name: str, value: Any) -> date:
    try:
        return value if isinstance(value, date) else date.fromisoformat(str(value))
    except ValueError:
        _wrong(card, name, value, "a day like 2026-05-31")


def _wrong(card: FunctionCard, name: str, value: Any, right: str) -> NoReturn:
    raise ToolRefused("wrong_argument", f"{card.name}: {name} is {str(value)[:60]!r}; it must be {right}.")


def _cards() -> Iterator[FunctionCard]:
    kinds = {"": str, "bool": bool, "date": date}
    declared = read_list(__package__, "functions.toml")
    for name, told in declared.items():
        takes = (one.partition(" ") for one in told["takes"])
        columns = SHAPES[name.partition(".")[2]].columns
        yield FunctionCard(
            name,
            told["says"],
            {parameter: kinds[kind] for parameter, _, kind in takes},
            {column.name: column.kind for column in columns if column.name != "modified_at"},
        )


CARDS: Mapping[str, FunctionCard] = {card.name: card for card in _cards()}
