"""Which name in a query means what: a real table, a name the query gave itself, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from answerable.errors import FetchRefused
from answerable.sources.database.shape import TableShape

Fold = Callable[[exp.Expr], str]


@dataclass
class Scans:
    """What a walk over one query met."""

    tables: list[exp.Table] = field(default_factory=list)
    columns: list[exp.Column] = field(default_factory=list)
    named: set[str] = field(default_factory=set)  # columns the query named itself
    renamed: set[str] = field(default_factory=set)  # tables whose columns it renamed: t(a, b)
    derived: set[str] = field(default_factory=set)  # subqueries and CTEs
    real: dict[str, list[TableShape]] = field(default_factory=dict)

    def note(self, node: exp.Expr) -> None:
        """Remember a node that carries or gives a name."""
        match node:
            case exp.Table():
                self.tables.append(node)
            case exp.Column():
                self.columns.append(node)
            case exp.Alias():
                self.named.add(node.alias.lower())
            case exp.Aliases():
                self.named.update(name.name.lower() for name in node.args["expressions"])
            case exp.TableAlias():
                self._note_alias(node)
            case exp.Values():
                self.named.update(f"{stem}{number}" for stem in ("column", "col") for number in range(20))
            case exp.Select():
                self._note_unnamed(node)

    def _note_alias(self, alias: exp.TableAlias) -> None:
        self.named.update(name.name.lower() for name in alias.columns)
        if alias.columns:
            self.renamed.add(alias.name.lower())
        if not isinstance(alias.parent, exp.Table):
            self.derived.add(alias.name.lower())

    def _note_unnamed(self, select: exp.Select) -> None:
        """Columns that the database names after their function: SELECT count(*) gives `count`."""
        for given in select.expressions:
            if isinstance(given, exp.Func):
                name = given.name if isinstance(given, exp.Anonymous) else given.sql_name()
                self.named.add(name.lower())


class Names:
    """The tables that may be read, found the way the database finds them."""

    def __init__(self, tables: Sequence[TableShape], dialect: str) -> None:
        self._dialect = dialect
        self._exact = {self._key(table.name): table for table in tables}
        self._loose: dict[str, list[TableShape]] = {}
        for table in tables:
            self._loose.setdefault(table.name.lower(), []).append(table)

    def _key(self, name: str) -> str:
        return name if self._dialect in ("postgres", "mysql") else name.lower()

    def fold(self, name: exp.Expr) -> str:
        """An identifier as the database compares it."""
        text = name.name
        if self._dialect == "postgres":
            return text if name.args.get("quoted") else text.lower()
        return self._key(text)

    def table(self, scan: exp.Table) -> TableShape:
        """The real table of a scan, which afterwards is named exactly as the database names it."""
        found = self._exact.get(self.fold(scan.this))
        if found is None:
            alike = self._loose.get(scan.name.lower(), [])
            found = alike[0] if len(alike) == 1 else None
        schema = scan.args.get("db")
        if found is None or (schema is not None and self.fold(schema) != self._key(found.schema)):
            raise FetchRefused("query", f"there is no table {scan.name!r} that may be read")
        if not scan.args.get("alias"):
            scan.set("alias", exp.TableAlias(this=scan.this.copy()))
        # With its schema, so that no name the query gives itself can stand in the table's place.
        scan.set("this", exp.to_identifier(found.name, quoted=True))
        scan.set("db", exp.to_identifier(found.schema, quoted=True))
        return found


def visible_ctes(scan: exp.Table, fold: Fold) -> set[str]:
    """The names that WITH clauses give at this place. When in doubt a name is not among them."""
    names: set[str] = set()
    below: exp.Expr = scan
    above = scan.parent
    while above is not None:
        clause = above.args.get("with_")
        if isinstance(clause, exp.With) and clause is not below:
            names.update(fold(cte.args["alias"].this) for cte in clause.expressions)
        elif isinstance(above, exp.With):
            for cte in above.expressions:
                if cte is below:
                    if above.args.get("recursive"):
                        names.add(fold(cte.args["alias"].this))
                    break
                names.add(fold(cte.args["alias"].this))
        below, above = above, above.parent
    return names
