"""May this person ask this query? Told from whom the query is about, never from what a hidden row holds.

RowMaker a person may not see are not in their database, so nothing can leak; but a query over them would then give a
wrong answer ("nobody is away") instead of a refusal. So before it runs, the query is asked who it touches: each
protected table is replaced by one empty row per person (and per job), every condition on what only a real row
could tell is dropped, and the owners that are left are held against the rules. Nothing about this depends on a
value, or on whether a hidden row exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp, parse
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import Scope, traverse_scope
from sqlglot.schema import MappingSchema

from answerable.domain.question import ALLOWED, Ruling
from answerable.lists import read_list
from answerable.sources.apps.permissions import RECRUITING, Fence
from answerable.sources.apps.shapes import SHAPES, SQL_TYPES

REFUSED = Ruling(allowed=False, reason="not_permitted")
OWNER = "owner_"
# What an empty row of a person, or of a job, is known to hold besides its owner.
KEYS = ("id", "application_id", "candidate_id", "interview_id")
# What more, by whom it is about: recruiting is about a person as the candidate, or as the one who holds the interview.
KNOWN: Mapping[str, Mapping[str, Sequence[str]]] = read_list(__package__, "ruling.toml")["known"]
# Columns that name a candidate; a question that names one the person may see is about that one.
NAMING = frozenset({"name", "first_name", "last_name", "email", "candidate"})
SCHEMA = MappingSchema(
    {
        shape.name: {column.name: SQL_TYPES[column.kind] for column in shape.columns}
        for shape in SHAPES.values()
    },
    dialect="duckdb",
)
Run = Callable[[str], Sequence[tuple[object, ...]]]
_Inner = Mapping[str, Mapping[str, exp.Expr]]


class Unreadable(ValueError):
    """The query is not one SELECT over the tables there are."""


def understand(sql: str) -> exp.Query:
    """The query as a tree, every column with its table and no two sources of one name."""
    try:
        found = [one for one in parse(sql, read="duckdb") if one is not None]
        if len(found) != 1 or not isinstance(found[0], exp.Query):
            raise Unreadable("It must be one SELECT.")
        for table in found[0].find_all(exp.Table):
            if not isinstance(table.this, exp.Identifier) or table.args.get("db"):
                raise Unreadable(f"{table.sql()} is not a table here.")
        tree = qualify(
            found[0], schema=SCHEMA, dialect="duckdb", expand_stars=True, quote_identifiers=False,
            validate_qualify_columns=True,
        )  # fmt: skip
        return _told_apart(tree)
    except SqlglotError as problem:
        raise Unreadable(f"It cannot be read: {str(problem).splitlines()[0]}") from problem


def tables_of(tree: exp.Query) -> set[str]:
    """The tables a query reads; raises `Unreadable` for one that does not exist."""
    made = {cte.alias_or_name for cte in tree.find_all(exp.CTE)}
    named = {table.name for table in tree.find_all(exp.Table)} - made
    if unknown := named - SHAPES.keys():
        raise Unreadable(f"There is no table {sorted(unknown)[0]!r}.")
    return named


def _told_apart(tree: exp.Expr) -> exp.Query:
    """Every source under its own name in the whole query, so that conditions can be moved between its parts."""
    for number, scope in enumerate(traverse_scope(tree)):
        for alias, (node, _) in list(scope.selected_sources.items()):
            fresh = f"{alias}_{number}"
            for column in scope.columns:
                if column.table == alias:
                    column.set("table", exp.to_identifier(fresh))
            # A SELECT in brackets bears its name on the brackets.
            holder = node if isinstance(node, exp.Table) else node.find_ancestor(exp.Subquery)
            if holder is not None:
                holder.set("alias", exp.TableAlias(this=exp.to_identifier(fresh)))
    assert isinstance(tree, exp.Query)
    return tree


@dataclass(frozen=True)
class _Use:
    """One protected table where a query uses it: the SELECT it stands in, and its name there."""

    table: str
    alias: str
    scope: Scope


class Judge:
    """Permissions on queries of one person. `run` executes SQL where the empty rows are."""

    def __init__(self, fence: Fence, run: Run) -> None:
        self._fence, self._run = fence, run
        self._sources: dict[str, str] = {}  # name in the query -> table

    def __call__(self, tree: exp.Query) -> Ruling:
        """Allowed, or not permitted; what cannot be told is not permitted."""
        uses = [
            _Use(source.name, alias, scope)
            for scope in traverse_scope(tree)
            for alias, (_, source) in scope.selected_sources.items()
            if isinstance(source, exp.Table) and self._fence.protected(source.name)
        ]
        if not uses:
            return ALLOWED
        if self._fence.asker is None:
            return REFUSED
        self._sources = {table.alias_or_name: table.name for table in tree.find_all(exp.Table)}
        return ALLOWED if all(self._permitted(use, tree) for use in uses) else REFUSED

    def _permitted(self, use: _Use, tree: exp.Query) -> bool:
        rule = self._fence.rules.tables[use.table]
        shown = {column.name for column in tree.find_all(exp.Column) if column.table == use.alias}
        who = rule.who.intersection(*(roles for name, roles in (rule.columns or {}).items() if name in shown))
        if rule.owner:
            return self._touched(use, "person", tree) <= self._fence.people(who)
        return any(
            self._touched(use, phase, tree) <= theirs for phase, theirs in self._fence.ways_in(who).items()
        ) or self._named(use)

    def _touched(self, use: _Use, phase: str, tree: exp.Query) -> set[str]:
        """The owners of the rows of one table that a query could be about."""
        query = exp.select(exp.column(OWNER, table=use.alias)).distinct()
        scope, below = use.scope, None
        while True:
            query = self._add(query, scope, below, phase)
            above = scope.parent
            if above is None or not isinstance(above.expression, exp.Select) or not _tied(scope, above, tree):
                break
            scope, below = above, scope
        if with_ := tree.args.get("with_"):
            query.set("with_", with_.copy())
        rows = self._run(query.sql(dialect="duckdb"))
        return {str(row[0]) for row in rows if row[0] is not None}

    def _add(self, query: exp.Select, scope: Scope, below: Scope | None, phase: str) -> exp.Select:
        """Bring one SELECT's sources and conditions into the query that finds the owners."""
        select = scope.expression
        inner = _projected(scope, below)
        dropped: set[str] = set()
        conditions = [*_parts(select.args.get("where")), *_links(below)]
        for join in (select.args["from_"], *(select.args.get("joins") or [])):
            alias, on = join.this.alias_or_name, list(_parts(join.args.get("on")))
            source = None if alias in inner else self._source(join.this, scope, phase)
            if source is None:
                dropped.add(alias)
                conditions += on
            elif not query.args.get("from_"):
                query = query.from_(source)
                conditions += on
            elif join.args.get("side"):
                kept = [one for part in on if (one := self._kept(part, phase, (inner, dropped)))]
                query = query.join(source, on=exp.and_(*kept) if kept else exp.true(), join_type=join.side)
            else:
                query = query.join(source, join_type="cross")
                conditions += on
        kept = [one for part in conditions if (one := self._kept(part, phase, (inner, dropped)))]
        return query.where(*kept)

    def _source(self, node: exp.Expr, scope: Scope, phase: str) -> exp.Expr | None:
        """A source as the owners' query may read it: as it is, as empty rows, or not at all."""
        source = scope.sources.get(node.alias_or_name)
        if isinstance(source, Scope):
            return None if _hides(source, self._fence) else node.copy()
        if not self._fence.protected(node.name):
            return node.copy()
        empty = self._empty(node.name, phase)
        return exp.to_table(empty, alias=node.alias_or_name) if empty else None

    def _empty(self, table: str, phase: str) -> str:
        """The empty rows of a protected table; none of a job's in what is asked about people alone."""
        phase = "person" if self._fence.rules.tables[table].owner else phase
        return empty_name(table, phase) if phase != "person" or table not in RECRUITING else ""

    def _kept(self, part: exp.Expr, phase: str, world: tuple[_Inner, set[str]]) -> exp.Expr | None:
        """A condition, if all it speaks of is known of an empty row; None where it must be dropped."""
        inner, dropped = world
        if isinstance(part, exp.Exists):
            return self._emptied(part, phase, world)
        if part.find(exp.AggFunc) or any(self._fence.protected(t.name) for t in part.find_all(exp.Table)):
            return None
        holder = exp.Paren(this=part.copy())
        for column in list(holder.find_all(exp.Column)):
            if column.table in inner:
                inside = inner[column.table].get(column.name)
                if not isinstance(inside, exp.Column):
                    return None
                column.replace(inside.copy())
        for column in holder.find_all(exp.Column):
            source = self._sources.get(column.table, "")
            known = not self._fence.protected(source) or column.name in self._known(source, phase)
            if column.table in dropped or not known:
                return None
        kept: exp.Expr = holder.this
        return kept

    def _emptied(self, part: exp.Exists, phase: str, world: tuple[_Inner, set[str]]) -> exp.Expr | None:
        """EXISTS over empty rows, with the conditions that can be told of them; fewer conditions touch more people."""
        select = part.this
        if not isinstance(select, exp.Select) or select.args.get("group") or select.args.get("having"):
            return None
        made, conditions = exp.select("1"), list(_parts(select.args.get("where")))
        for join in (select.args["from_"], *(select.args.get("joins") or [])):
            if not isinstance(join.this, exp.Table) or join.args.get("side"):
                return None
            table, alias = join.this.name, join.this.alias_or_name
            table = self._empty(table, phase) if self._fence.protected(table) else table
            if not table:
                return None
            source = exp.to_table(table, alias=alias)
            made = made.join(source, join_type="cross") if made.args.get("from_") else made.from_(source)
            conditions += _parts(join.args.get("on"))
        kept = [one for condition in conditions if (one := self._kept(condition, phase, world))]
        return exp.Exists(this=made.where(*kept))

    def _known(self, table: str, phase: str) -> set[str]:
        owner = self._fence.rules.tables[table].owner
        # A person's own table has one empty row per person in either phase.
        known = set(KNOWN["person" if owner else phase].get(table, ())) | ({owner} if owner else set())
        others = {one for one in self._sources.values() if self._fence.protected(one)} - {table}
        # Whoever leads somebody may not be the one who approves: nothing else may be told by that.
        return known - {"approver_id"} if others else known

    def _named(self, use: _Use) -> bool:
        """Whether the query names candidates, and one of that name is the person's to see."""
        select = use.scope.expression
        parts = list(_parts(select.args.get("where")))
        for alias, (_, source) in use.scope.selected_sources.items():
            if not (isinstance(source, exp.Table) and source.name in RECRUITING):
                continue
            names = [part.copy() for part in parts if _names_one(part, alias)]
            if names:
                query = exp.select("1").from_(exp.to_table(source.name).as_(alias)).where(*names).limit(1)
                if self._run(query.sql(dialect="duckdb")):
                    return True
        return False


def empty_name(table: str, phase: str) -> str:
    """The table of empty rows that stands for a protected one."""
    return f"empty_{phase}_{table}"


def _parts(clause: exp.Expr | None) -> Iterator[exp.Expr]:
    if clause is not None:
        condition = (clause.this if isinstance(clause, exp.Where) else clause).unnest()
        if isinstance(condition, exp.And):
            yield from _parts(condition.left)
            yield from _parts(condition.right)
        else:
            yield condition


def _names_one(part: exp.Expr, alias: str) -> bool:
    part = part.unnest()
    if not isinstance(part, exp.EQ | exp.ILike | exp.Like | exp.In):
        return False
    columns = list(part.find_all(exp.Column))
    words = [
        one for one in part.find_all(exp.Literal) if one.is_string and sum(c.isalpha() for c in one.this) > 1
    ]
    return len(columns) == 1 and columns[0].table == alias and columns[0].name in NAMING and bool(words)


def _hides(scope: Scope, fence: Fence) -> bool:
    return any(fence.protected(table.name) for table in scope.expression.find_all(exp.Table))


def _tied(below: Scope, above: Scope, tree: exp.Query) -> bool:
    """Whether what the outer SELECT keeps also limits what the inner one is about."""
    select = below.expression
    if below.is_cte or below.is_derived_table:
        # A place in an order or a limit is about all that were ordered; a CTE may be read elsewhere too.
        name = next((alias for alias, source in above.sources.items() if source is below), None)
        ordered = select.find(exp.Window) or select.args.get("limit") or select.args.get("offset")
        cte = select.parent.alias if below.is_cte and select.parent else ""
        once = not cte or sum(table.name == cte for table in tree.find_all(exp.Table)) == 1
        return name is not None and once and not ordered
    return below.is_correlated_subquery or _in_of(below) is not None


def _projected(scope: Scope, below: Scope | None) -> _Inner:
    """What the outer SELECT calls the inner one's columns -> what they are inside."""
    if below is None or not (below.is_derived_table or below.is_cte):
        return {}
    columns = {one.alias_or_name: one.unalias() for one in _selects(below)}
    return {alias: columns for alias, (_, source) in scope.selected_sources.items() if source is below}


def _selects(scope: Scope) -> list[exp.Expr]:
    return list(scope.expression.selects) if isinstance(scope.expression, exp.Query) else []


def _in_of(below: Scope) -> exp.In | None:
    """The `x IN (…)` whose brackets hold this SELECT."""
    holder = below.expression.parent
    holder = holder.parent if isinstance(holder, exp.Subquery) else holder
    return holder if isinstance(holder, exp.In) else None


def _links(below: Scope | None) -> Iterator[exp.Expr]:
    """`x IN (SELECT y …)` ties the inner y to the outer x."""
    inside = _in_of(below) if below is not None else None
    if inside is not None and below is not None and len(_selects(below)) == 1:
        yield exp.EQ(this=inside.this.copy(), expression=_selects(below)[0].unalias().copy())
