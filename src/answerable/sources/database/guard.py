"""Proves that a query only reads, and only what may be read, before it runs.

The text is parsed; the tree may hold nothing but what `allowed.toml` lists; every table and column is one the
catalog shows. What goes to the database is generated from that tree, fenced and limited. So comments, odd
spellings and text that one parser reads differently from another never arrive.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError

from answerable.errors import FetchRefused
from answerable.sources.database.allowed import NODES, NOT_COLUMNS, TYPES, functions_by_name
from answerable.sources.database.fence import Fenced, Fences
from answerable.sources.database.scope import Names, Scans, visible_ctes
from answerable.sources.database.shape import TableShape

# sqlglot warns on stderr when it meets a statement it does not know; we refuse those in words of our own.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

# The longest of TPC-DS's 99 queries has about 9,000 characters.
LONGEST_QUERY = 20_000
# How wide a query may pad or print one value. Chosen, not measured.
WIDEST = 500

# Arguments that ask for more than rows of a table: sampling, time travel, hints, functions in place of tables.
TABLE_ARGUMENTS = frozenset({"this", "alias", "db", "joins", "laterals"})


@dataclass(frozen=True)
class Proof:
    """A query that may run, as it will run."""

    sql: str
    tables: tuple[str, ...]  # the real tables it reads
    invented: str = ""  # the first thing it shows that stands in no table


PRINTS = "printf", "format"
# What these are given is what they show, as it is or in part.
_PASSES_ON = (
    *(exp.Alias, exp.Paren, exp.Cast, exp.Coalesce, exp.Nullif, exp.Concat, exp.ConcatWs, exp.DPipe),
    *(exp.Upper, exp.Lower, exp.Initcap, exp.Trim, exp.Max, exp.Min, exp.Replace, exp.Format),
)


class QueryGuard:
    """Says yes to queries that only read what the tables show, and why not to all others."""

    def __init__(self, tables: Sequence[TableShape], dialect: str, tenant: Fenced | None = None) -> None:
        self._dialect = Dialect.get_or_raise(dialect)
        self._functions = functions_by_name(dialect)
        self._names = Names(tables, dialect)
        self._fences = Fences(tables, tenant or Fenced())

    def place(self, table: TableShape) -> str:
        """Where the readable part of a table is read from; raises `FetchRefused` where there is none."""
        return self._fences.part(table).sql(self._dialect)

    def prove(self, sql: str, *, rows: int) -> Proof:
        """The query as it may run, giving at most `rows` rows; raises `FetchRefused` with the reason."""
        tree = self._parse(sql)
        scans, invented = Scans(), _invented(tree)
        for node in tree.walk():
            self._check(node)
            scans.note(node)
        tables = self._check_names(scans)
        for scan, shape in tables:
            self._fences.around(scan, shape)
        _limit(tree, rows)
        try:
            proved = tree.sql(
                self._dialect, comments=False, copy=False, unsupported_level=ErrorLevel.IMMEDIATE
            )
        except SqlglotError as error:
            raise FetchRefused(
                "query", f"it cannot be written for this database: {_first_line(error)}"
            ) from None
        return Proof(proved, tuple(dict.fromkeys(shape.name for _, shape in tables)), invented)

    def _parse(self, sql: str) -> exp.Query:
        _check_text(sql)
        try:
            trees = [tree for tree in self._dialect.parse(sql) if tree is not None]
        except SqlglotError as error:
            raise FetchRefused("query", f"it is not SQL: {_first_line(error)}") from None
        except RecursionError:
            raise FetchRefused("query", "it is nested too deeply") from None
        if len(trees) != 1:
            raise FetchRefused("query", f"it holds {len(trees)} statements; exactly one SELECT may run")
        tree = trees[0]
        if isinstance(tree, exp.Subquery) and set(_given(tree)) == {"this"}:
            tree = tree.unnest()
        if not isinstance(tree, exp.Select | exp.SetOperation):
            raise FetchRefused("query", f"{_called(tree)} is not reading; only SELECT may run")
        return tree

    def _check(self, node: exp.Expr) -> None:
        if type(node) not in NODES:
            self._check_named(node)
        elif isinstance(node, exp.Table):
            _check_table(node)
        elif isinstance(node, exp.Lateral):
            if not isinstance(node.this, exp.Subquery):
                raise FetchRefused("query", "functions cannot stand in the place of tables")
        elif isinstance(node, exp.Star):
            _check_star(node)
        elif isinstance(node, exp.DataType):
            _check_type(node)
        elif isinstance(node, exp.Pad | exp.Format):
            _check_width(node)
        elif isinstance(node, exp.Select) and (node.args.get("operation_modifiers") or node.args.get("kind")):
            raise FetchRefused("query", "it carries options to SELECT that are not allowed")

    def _check_named(self, node: exp.Expr) -> None:
        """A node that is on no list is refused, but for functions that are listed by name."""
        if type(node) not in (exp.Anonymous, exp.AnonymousAggFunc):
            raise FetchRefused("query", f"{_called(node)} is not allowed in a query that only reads")
        name = str(node.this)
        if name.lower() not in self._functions:
            raise FetchRefused(
                "query", f"the function {name!r} is not on the list of functions that only read"
            )
        if name.lower() in PRINTS:
            _check_pattern(node.expressions[0] if node.expressions else None)

    def _check_names(self, scans: Scans) -> list[tuple[exp.Table, TableShape]]:
        real = []
        for scan in scans.tables:
            if not scan.args.get("db") and self._names.fold(scan.this) in visible_ctes(
                scan, self._names.fold
            ):
                scans.derived.add(scan.alias_or_name.lower())
                continue
            shape = self._names.table(scan)
            scans.real.setdefault(scan.alias_or_name.lower(), []).append(shape)
            real.append((scan, shape))
        known = scans.named | {column.name.lower() for _, shape in real for column in shape.shown}
        for column in scans.columns:
            self._check_column(column, scans, known)
        return real

    def _check_column(self, column: exp.Column, scans: Scans, known: set[str]) -> None:
        owner, name = column.table.lower(), column.name.lower()
        column.set("db", None)  # every scan carries its schema and a name of its own
        column.set("catalog", None)
        if owner and owner not in scans.real and owner not in scans.derived:
            raise FetchRefused("query", f"it names {column.table!r}, which is no table of this query")
        if isinstance(column.this, exp.Star):
            return
        shapes = scans.real.get(owner, []) if owner and owner not in scans.derived else []
        if shapes and owner not in scans.renamed and not any(_shows(shape, name) for shape in shapes):
            raise FetchRefused("query", f"the table {shapes[0].name!r} has no column {column.name!r}")
        if name not in known or (name in NOT_COLUMNS and not column.this.args.get("quoted")):
            raise FetchRefused("query", f"there is no column {column.name!r} in the tables it reads")


def _check_text(sql: str) -> None:
    if len(sql) > LONGEST_QUERY:
        raise FetchRefused("query", f"it has {len(sql)} characters; at most {LONGEST_QUERY} are read")
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\u2028\u2029]", sql):
        raise FetchRefused("query", "it holds control characters")
    if re.search(r"/\*\s*(?:M?!|\+)", sql):
        raise FetchRefused("query", "it holds a comment that a database may run")


def _check_table(table: exp.Table) -> None:
    if not isinstance(table.this, exp.Identifier):
        raise FetchRefused("query", "functions cannot stand in the place of tables")
    if more := set(_given(table)) - TABLE_ARGUMENTS:
        raise FetchRefused("query", f"{', '.join(sorted(more))} is not allowed on a table")


def _check_star(star: exp.Star) -> None:
    """All columns are for a list of columns or a count, not for a cast or a function that reads whole rows."""
    place = star.parent.parent if isinstance(star.parent, exp.Column) else star.parent
    if not isinstance(place, exp.Select | exp.Count):
        raise FetchRefused("query", "* may only stand for the columns of a result")


def _check_type(kind: exp.DataType) -> None:
    if kind.this not in TYPES:
        raise FetchRefused("query", f"the type {kind.sql()} is not one that a query may cast to")


def _check_width(node: exp.Expr) -> None:
    if isinstance(node, exp.Format):
        _check_pattern(node.this)
        return
    width = node.args.get("expression")
    if not (isinstance(width, exp.Literal) and width.is_int and int(width.name) <= WIDEST):
        raise FetchRefused("query", f"padding needs a written width of at most {WIDEST}")


def _check_pattern(pattern: Any) -> None:
    if not (isinstance(pattern, exp.Literal) and pattern.is_string):
        raise FetchRefused("query", "printing needs a written pattern")
    if "*" in pattern.name or any(int(width) > WIDEST for width in re.findall(r"\d+", pattern.name)):
        raise FetchRefused("query", f"printing is at most {WIDEST} characters wide")


def _limit(tree: exp.Query, rows: int) -> None:
    """At most so many rows, whatever the query itself asks for."""
    limit = tree.args.get("limit")
    count = limit.args.get("count") if isinstance(limit, exp.Fetch) else limit and limit.expression
    plain = not (limit and limit.args.get("limit_options"))
    if plain and isinstance(count, exp.Literal) and count.is_int and int(count.name) <= rows:
        return
    tree.set("limit", exp.Limit(expression=exp.Literal.number(rows)))


def _invented(tree: exp.Query) -> str:
    """What a column shows comes from the records, or from counting them; a label beside them is said otherwise."""
    shown = (
        one
        for select in tree.find_all(exp.Select)
        for one in (() if select.find_ancestor(exp.Exists) else select.selects)
    )
    real = (exp.Column, exp.AggFunc, exp.Window, exp.Star)
    return next((one.sql()[:60] for one in shown if not one.find(*real) or _has_own_words(one)), "")


def _has_own_words(shown: exp.Expr) -> bool:
    """Whether words that the query itself wrote can become what a cell shows: as a fallback, a part, a replacement.

    The label of a CASE is one too, but says which records it stands for; separators and patterns have no words.
    """
    for literal in shown.find_all(exp.Literal):
        if literal.is_string and re.search(r"\w", re.sub(r"%[-+.\d]*\w", "", literal.name)):
            node: exp.Expr = literal
            while node is not shown and node.parent and _passes_on(node, node.parent):
                node = node.parent
            if node is shown:
                return True
    return False


def _passes_on(node: exp.Expr, to: exp.Expr) -> bool:
    if isinstance(to, exp.Replace | exp.Nullif) and node.arg_key == "expression":
        return False  # what is sought, not what is shown
    return isinstance(to, _PASSES_ON) or (isinstance(to, exp.Anonymous) and to.name.lower() in PRINTS)


def _shows(shape: TableShape, name: str) -> bool:
    column = shape.column(name)
    return column is not None and not column.hidden


def _given(node: exp.Expr) -> Iterator[str]:
    return (name for name, value in node.args.items() if value)


def _called(node: exp.Expr) -> str:
    name = node.name if isinstance(node, exp.Command) else type(node).__name__
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(name)).upper()


def _first_line(error: Exception) -> str:
    plain: Iterable[str] = re.sub(r"\x1b\[\d*m", "", str(error)).splitlines()
    return next(iter(plain), "it cannot be read").rstrip(".")
