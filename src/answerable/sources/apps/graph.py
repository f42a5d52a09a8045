"""One SELECT over the results of several calls, made into one query over the tables.

What comes out is a query like any other: who may ask it, the handle says. Nothing is run here but a proof on empty
tables that it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb
from sqlglot import exp, parse
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.merge_subqueries import merge_subqueries
from sqlglot.optimizer.pushdown_projections import pushdown_projections
from sqlglot.optimizer.qualify import qualify

from answerable.errors import ToolRefused
from answerable.sources.apps.functions import listing
from answerable.sources.apps.ruling import SCHEMA, Unreadable, tables_of, understand
from answerable.sources.apps.shapes import SHAPES, SQL_TYPES

# Every result stands in the query as often as it is used, with what it refers to. Chosen, not measured.
LONGEST = 8_000
CLOCKS = frozenset({"now", "get_current_timestamp", "transaction_timestamp"})

Call = tuple[str, str, Mapping[str, Any]]  # its name, the function, the arguments


def compiled(calls: Iterable[Call], sql: str, now: datetime) -> tuple[dict[str, str], str]:
    """The query of each call by its name, and the SELECT over their results with each in its place.

    A call stands after those it refers to; `now` is when the question was asked. Raises `ToolRefused` that tells a
    planner how to do it right.
    """
    results: dict[str, exp.Select] = {}
    for name, function, arguments in calls:
        results[name] = listing(function, arguments, results)
    try:
        asked = _timed(_select(sql), now.astimezone(UTC).replace(tzinfo=None))
        whole = _flat(_placed(asked, results))
        if len(whole) > LONGEST:
            raise ToolRefused("too_long", "The query is too long once its results are put in; use fewer.")
        _prove(whole)
        return {name: _flat(query.copy()) for name, query in results.items()}, whole
    except (SqlglotError, Unreadable, duckdb.Error) as problem:
        raise ToolRefused("bad_sql", f"sql cannot be run: {str(problem).splitlines()[0][:300]}") from None


def _flat(tree: exp.Query) -> str:
    """Flat where it can be, and without columns that nobody asks for: they would have to be permitted too."""
    tree = qualify(tree, schema=SCHEMA, dialect="duckdb", quote_identifiers=False)
    return merge_subqueries(pushdown_projections(tree)).sql(dialect="duckdb")


def _select(sql: str) -> exp.Query:
    found = [one for one in parse(sql, read="duckdb") if one is not None]
    if len(found) != 1 or not isinstance(found[0], exp.Query):
        raise ToolRefused("bad_sql", "sql must be one SELECT over the results of the tasks.")
    if any(not isinstance(star.parent, exp.Count) for star in found[0].find_all(exp.Star)):
        raise ToolRefused("bad_sql", "sql must name the columns it shows instead of *.")
    for select in found[0].find_all(exp.Select):
        # What a column shows comes from the records; a planner that knows an answer may not say it this way.
        said = [one.sql() for one in select.selects if not one.find(exp.Column, exp.AggFunc, exp.Window)]
        if said and not isinstance(select.parent, exp.Exists):
            raise ToolRefused("bad_sql", f"sql shows {said[0][:60]!r}, which is no column of any result.")
    return found[0]


def _placed(tree: exp.Query, results: Mapping[str, exp.Select]) -> exp.Query:
    made = {cte.alias_or_name for cte in tree.find_all(exp.CTE)}
    if twice := made & results.keys():
        raise ToolRefused("bad_sql", f"sql makes {min(twice)!r} anew, which is a result; call it otherwise.")
    for table in list(tree.find_all(exp.Table)):
        if table.name in made:
            continue
        if table.name not in results or table.args.get("db") or not isinstance(table.this, exp.Identifier):
            known = ", ".join(results) or "none"
            raise ToolRefused("no_such_result", f"sql reads {table.sql()!r}; the results are {known}.")
        table.replace(results[table.name].copy().subquery(table.alias_or_name))
    return tree


def _timed(tree: exp.Query, now: datetime) -> exp.Query:
    """The query with when it was asked in the place of when it is run."""
    day = exp.cast(exp.Literal.string(now.date().isoformat()), "date")
    moment = exp.cast(exp.Literal.string(now.isoformat(sep=" ", timespec="seconds")), "timestamp")
    clocks = tree.find_all(exp.CurrentDate, exp.CurrentTimestamp, exp.Localtimestamp, exp.Anonymous)
    for clock in list(clocks):
        if not isinstance(clock, exp.Anonymous) or clock.name.lower() in CLOCKS:
            clock.replace((day if isinstance(clock, exp.CurrentDate) else moment).copy())
    return tree


def _prove(sql: str) -> None:
    """Let the database bind the query to tables that hold nothing."""
    with duckdb.connect(":memory:", config={"threads": "1", "enable_external_access": "false"}) as empty:
        for name in tables_of(understand(sql)):
            columns = ", ".join(f'"{one.name}" {SQL_TYPES[one.kind]}' for one in SHAPES[name].columns)
            empty.execute(f'CREATE TABLE "{name}" ({columns})')
        empty.execute(f"EXPLAIN {sql}")
