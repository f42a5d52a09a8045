"""Business names over a database: labels, synonyms, units, terms, and what stays hidden, from one .toml.

    [tables.orders]                 label, synonyms, names, note, hidden, shared
    [tables.orders.columns.qty]     label, synonyms, unit, note, hidden
    [tenant]                        column: whose rows they are, where several tenants share the database
    [[relations]]                   table, columns, to_table, to_columns, label, synonyms
    [[terms]]                       words, entity, sql, measure, unit, says

What it says about tables and columns that a database does not have is passed over: one file can serve several.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from answerable.domain.catalog import Entity, Relation, Term
from answerable.domain.catalog import Field as CatalogField
from answerable.errors import AssistantError
from answerable.sources.database.shape import ColumnShape, TableShape

# Columns that hold secrets are not for questions, unless the file says `hidden = false`.
SECRET = re.compile(
    r"(^|_)(pass(word|wd|wort|code)?|pwd|kennwort|secret|geheim|token|api_?key|private_?key|salt)(_|$)"
    r"|password|passwort|(?<=[a-z])(Token|Secret)$",
    re.IGNORECASE,
)
KEYS: Mapping[str, frozenset[str]] = {
    "table": frozenset({"label", "synonyms", "names", "note", "hidden", "shared", "columns"}),
    "column": frozenset({"label", "synonyms", "unit", "note", "hidden"}),
    "relation": frozenset({"table", "columns", "to_table", "to_columns", "label", "synonyms"}),
    "term": frozenset({"words", "entity", "sql", "measure", "unit", "says"}),
    "tenant": frozenset({"column"}),
}
LISTS = frozenset({"synonyms", "names", "columns", "to_columns", "words"})


@dataclass(frozen=True)
class Overlay:
    """What the file says; empty where there is none."""

    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    relations: Sequence[Relation] = ()
    terms: Sequence[Term] = ()
    tenant_column: str = ""

    @classmethod
    def read(cls, path: Path) -> Overlay:
        """Read a file; raises `AssistantError` naming what in it is wrong."""
        try:
            said = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise AssistantError(path.name, f"cannot be read ({error}).") from error
        if unknown := set(said) - {"tables", "relations", "terms", "tenant"}:
            raise AssistantError(
                path.name, f"has {sorted(unknown)}; known are tables, relations, terms and tenant."
            )
        tables = {
            name.lower(): _checked(path, "table", name, table)
            for name, table in said.get("tables", {}).items()
        }
        for name, table in tables.items():
            columns = {c.lower(): _checked(path, "column", c, v) for c, v in table.get("columns", {}).items()}
            tables[name] = {**table, "columns": columns}
        return cls(
            tables,
            tuple(Relation(**_tuples(path, "relation", one)) for one in said.get("relations", ())),
            tuple(Term(**_tuples(path, "term", one)) for one in said.get("terms", ())),
            _tenant_column(path, said["tenant"]) if "tenant" in said else "",
        )

    def of_table(self, name: str) -> Mapping[str, Any]:
        return self.tables.get(name.lower(), {})

    def of_column(self, table: str, name: str) -> Mapping[str, Any]:
        columns: Mapping[str, Mapping[str, Any]] = self.of_table(table).get("columns", {})
        return columns.get(name.lower(), {})

    def cover(self, tables: Sequence[TableShape]) -> list[TableShape]:
        """The tables that are for questions, with their hidden columns marked."""
        wanted = [table for table in tables if not self.of_table(table.name).get("hidden")]
        real = [table for table in wanted if not table.view]
        views = [table for table in wanted if table.view and (not real or table.name.lower() in self.tables)]
        return [
            replace(
                table,
                shared=bool(self.of_table(table.name).get("shared")),
                columns=tuple(self._cover(table.name, column) for column in table.columns),
            )
            for table in (*real, *views)
        ]

    def _cover(self, table: str, column: ColumnShape) -> ColumnShape:
        hidden = self.of_column(table, column.name).get("hidden", bool(SECRET.search(column.name)))
        return replace(column, hidden=bool(hidden))

    def name_entity(self, entity: Entity) -> Entity:
        """An entity with its business names."""
        said = self.of_table(entity.name)
        columns = {column.name.lower(): column.name for column in entity.fields}
        return replace(
            entity,
            label=said.get("label", entity.label),
            synonyms=tuple(said.get("synonyms", entity.synonyms)),
            note=said.get("note", entity.note),
            names=tuple(columns[name.lower()] for name in said.get("names", ()) if name.lower() in columns),
            fields=tuple(self._name_field(entity.name, one) for one in entity.fields),
        )

    def _name_field(self, table: str, one: CatalogField) -> CatalogField:
        said = self.of_column(table, one.name)
        return replace(
            one,
            label=said.get("label", one.label),
            synonyms=tuple(said.get("synonyms", one.synonyms)),
            unit=said.get("unit", one.unit),
            note=said.get("note", one.note),
        )

    def name_relations(self, relations: Sequence[Relation], entities: Sequence[Entity]) -> Iterator[Relation]:
        """Relations with their labels, and those only the file knows."""
        columns = {entity.name: {one.name for one in entity.fields} for entity in entities}
        said = {(one.table, one.columns): one for one in self.relations}
        for relation in relations:
            name = said.pop((relation.table, relation.columns), None)
            yield replace(relation, label=name.label, synonyms=name.synonyms) if name else relation
        for one in said.values():
            here, there = columns.get(one.table, set()), columns.get(one.to_table, set())
            if set(one.columns) <= here and set(one.to_columns) <= there:
                yield one


def _checked(path: Path, kind: str, name: str, said: Any) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise AssistantError(path.name, f"{name!r} must be a table of settings.")
    if unknown := set(said) - KEYS[kind]:
        known = ", ".join(sorted(KEYS[kind]))
        raise AssistantError(path.name, f"{name!r} has {sorted(unknown)}; a {kind} may have {known}.")
    for key in LISTS & set(said) - ({"columns"} if kind == "table" else set()):
        if not isinstance(said[key], list) or not all(isinstance(word, str) for word in said[key]):
            raise AssistantError(path.name, f"{name!r}: {key} must be a list of texts.")
    return dict(said)


def _tenant_column(path: Path, said: Any) -> str:
    """The column that is compared; a file that means a fence and names none must not leave it open."""
    column = _checked(path, "tenant", "tenant", said).get("column")
    if not isinstance(column, str) or not column:
        raise AssistantError(path.name, "'tenant' lacks the column that says whose a row is.")
    return column


def _tuples(path: Path, kind: str, said: Any) -> dict[str, Any]:
    checked = _checked(path, kind, kind, said)
    needed = {"relation": {"table", "columns", "to_table", "to_columns"}, "term": {"words", "entity", "sql"}}[
        kind
    ]
    if missing := needed - set(checked):
        raise AssistantError(path.name, f"a {kind} lacks {sorted(missing)}.")
    return {key: tuple(value) if key in LISTS else value for key, value in checked.items()}
