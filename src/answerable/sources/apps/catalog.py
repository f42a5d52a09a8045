"""The tables in people's words: labels, synonyms and business terms as data, values as this person sees them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation, Term
from answerable.errors import AssistantError
from answerable.sources.apps.links import folded
from answerable.sources.apps.money import AMOUNTS
from answerable.sources.apps.rows import Row
from answerable.sources.apps.shapes import SHAPES, AppColumn
from answerable.sources.apps.staff import Employee
from answerable.sources.apps.values import COUNTRIES

# What points at the record a question starts from.
THIS, MARK = ("this", "dieser", "diese", "dieses", "diesem", "diesen"), "startrecord"
# Distinct values of one column that questions may name. Chosen, not measured.
MOST_VALUES = 5_000
# Columns for the machinery, not for questions; flags that code fills in are spoken of by the terms that use them, and
# people who stand in one cell by the table that has a row for each.
UNSPOKEN = frozenset({"modified_at", "url", "assignees", "interviewers", "contacts"})


@dataclass(frozen=True)
class BusinessWords:
    """One tenant's words: what entities and fields are called, and what business words mean."""

    entities: Mapping[str, Mapping[str, Any]]
    relations: tuple[Relation, ...]
    terms: tuple[Mapping[str, Any], ...]
    wordings: tuple[tuple[re.Pattern[str], str], ...] = ()  # what people say -> words of the catalog

    @classmethod
    def read(cls, path: Path) -> BusinessWords:
        """The words of a catalog file; a name or a meaning over columns that do not exist is an error."""
        try:
            given = tomllib.loads(path.read_text("utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as problem:
            raise AssistantError(str(path), f"cannot be read: {problem}.") from problem
        entities = given.get("entities", {})
        for name, words in entities.items():
            kinds = ("fields", "index", "key", "names", "spans")
            spoken = {column for kind in kinds for column in words.get(kind, ())}
            _check(path, f"entities.{name}", name, spoken)
        terms = tuple(
            {**term, "entity": entity}
            for term in given.get("terms", ())
            for entity in ([term["entity"]] if isinstance(term["entity"], str) else term["entity"])
        )
        for term in terms:
            told = (term[name] for name in ("sql", "sql_otherwise", "then") if name in term)
            columns = set().union(*(_columns(path, sql) for sql in told))
            _check(path, f"term {term['words'][0]!r}", term["entity"], columns)
        relations = tuple(_relation(path, *pair) for pair in given.get("relations", {}).items())
        return cls(entities, relations, terms, tuple(_wordings(path, given.get("wordings", ()))))

    def naming(self, table: str) -> str:
        """The column by which people name a table's records."""
        return str(next(iter(self.entities[table].get("names", ())), "id"))

    def plain(self, text: str, boss: str = "", known: Mapping[str, Collection[str]] | None = None) -> str:
        """A question in the words that the tables and terms are called by; `boss` is who the asker reports to.

        What a pattern calls `team`, `person` or `company` must be the name of one, as `known` has it.
        """

        def put(means: str, found: re.Match[str]) -> str:
            kinds = found.re.groupindex
            fits = all(folded(found[kind]) in (known or {}).get(kind, ()) for kind in kinds)
            return found.expand(means) if fits else found[0]

        for said, means in self.wordings:
            if boss or "{boss}" not in means:
                text = said.sub(partial(put, means.replace("{boss}", boss)), text)
        return text

    @property
    def indexed(self) -> tuple[str, ...]:
        """The tables whose values questions may name."""
        return tuple(name for name, words in self.entities.items() if words.get("index"))


def _wordings(path: Path, given: Iterable[Mapping[str, Any]]) -> Iterable[tuple[re.Pattern[str], str]]:
    for one in given:
        for said in one["said"]:
            try:
                yield re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE), one["means"]
            except re.error as problem:
                raise AssistantError(
                    str(path), f"has a wording that is no pattern: {said!r}: {problem}."
                ) from problem


def _columns(path: Path, sql: str) -> set[str]:
    try:
        return {column.name for column in sqlglot.parse_one(sql, read="duckdb").find_all(exp.Column)}
    except sqlglot.errors.SqlglotError as problem:
        raise AssistantError(str(path), f"has a meaning that is no SQL: {sql!r}.") from problem


def _check(path: Path, where: str, table: str, columns: Iterable[str]) -> None:
    known = [column.name for column in SHAPES[table].columns] if table in SHAPES else []
    if not known or (unknown := set(columns) - set(known)):
        what = (
            f"names {sorted(unknown)[0]!r}, which {table} does not have"
            if known
            else f"means no table: {table!r}"
        )
        raise AssistantError(f"{path} {where}", f"{what}.", hint=f"There are: {', '.join(known or SHAPES)}.")


def _relation(path: Path, where: str, words: Sequence[str]) -> Relation:
    table, _, column = where.partition(".")
    _check(path, f"relations.{where}", table, [column])
    _check(path, f"relations.{where}", words[0], ["id"])
    return Relation(
        table=table, columns=(column,), to_table=words[0], to_columns=("id",), label=words[1],
        synonyms=tuple(words[2:]),
    )  # fmt: skip


def make_catalog(
    meaning: BusinessWords,
    rows: Mapping[str, Sequence[Row]],
    asker: Employee | None,
    currencies: Mapping[str, str],
) -> Catalog:
    """The catalog for one person: `rows` are the indexed tables as that person sees them."""
    entities = tuple(
        _entity(name, words, rows.get(name), (currencies.get(name, ""), _said(name, meaning.terms)))
        for name, words in meaning.entities.items()
    )
    terms = tuple(_term(term, asker, currencies) for term in meaning.terms)
    return Catalog(
        entities=entities,
        relations=meaning.relations,
        terms=(*terms, *_countries(rows.get("employees", ())), *_chiefs(rows.get("employees", ()))),
        dialect="duckdb",
    )


def spoken_in(catalog: Catalog, language: str) -> Catalog:
    """The catalog with units, and the words that measures are called by, of one of its two languages."""

    def half(text: str) -> str:
        english, _, german = text.partition("||")
        return (german if language == "de" and german else english).strip()

    def called(term: Term) -> tuple[str, ...]:
        name = half(term.says).partition(" = ")[0]
        return (name, *(word for word in term.words if word != name)) if name in term.words else term.words

    entities = tuple(
        replace(one, fields=tuple(replace(field, unit=half(field.unit)) for field in one.fields))
        for one in catalog.entities
    )
    terms = tuple(replace(one, words=called(one), unit=half(one.unit)) for one in catalog.terms)
    return replace(catalog, entities=entities, terms=terms)


def pointing(catalog: Catalog, table: str, key: str, name: str) -> Catalog:
    """The catalog of a question that starts from a record, which its text calls by `MARK`."""
    told = key.replace("'", "''")  # what an app gives is not ours to trust
    says = f"{catalog.entity(table).label} = {name}"
    term = Term(words=(MARK + table.replace("_", ""),), entity=table, sql=f"id = '{told}'", says=says)
    return replace(catalog, terms=(*catalog.terms, term))


def pointed_at(catalog: Catalog, table: str, name: str, text: str) -> str:
    """The text with what stands for "this deal": its name, or else a word that means nothing else."""
    entity = catalog.entity(table)
    nouns = "|".join(re.escape(noun) for noun in (entity.label, *entity.synonyms))
    means = name or rf"\g<noun> {MARK}{table.replace('_', '')}"
    return re.sub(rf"\b(?:{'|'.join(THIS)})\s+(?P<noun>{nouns})\b", means, text, flags=re.IGNORECASE)


def _entity(
    name: str, words: Mapping[str, Any], rows: Sequence[Row] | None, known: tuple[str, set[str]]
) -> Entity:
    spoken, index = words.get("fields", {}), words.get("index", ())
    currency, said = known
    values = _values(rows or (), index, said)
    fields = []
    for column in SHAPES[name].columns:
        if column.name not in UNSPOKEN and column.kind is not Kind.BOOL:
            seen = values[column.name] if rows is not None and column.name in index else None
            money = currency if column.name in AMOUNTS.get(name, ()) else ""
            fields.append(_field(column, spoken.get(column.name, ()), seen, money))
    return Entity(
        name=name,
        fields=tuple(fields),
        key=tuple(words.get("key", ())),
        label=words.get("label", ""),
        synonyms=tuple(words.get("synonyms", ())),
        rows=len(rows or ()),
        names=tuple(words.get("names", ())),
        spans=tuple(words.get("spans", ())),
        own=bool(words.get("own", False)),
        counted=bool(words.get("counted", True)),
    )


def _values(rows: Sequence[Row], index: Sequence[str], said: set[str]) -> dict[str, set[str]]:
    """The values of the indexed columns that no business word says; one that two share is told with the first."""
    found: dict[str, set[str]] = {}
    for name in index:
        told = set().union(*found.values())
        new = {str(row[name]) for row in rows if row[name] and not _in_parts(row, name)} - told
        found[name] = {value for value in new if value.replace("_", " ").casefold() not in said}
    return found


def _said(name: str, terms: Sequence[Mapping[str, Any]]) -> set[str]:
    """What business words say of a table: of "OPEN", "open" says what it means."""
    return {word.casefold() for term in terms if term["entity"] == name for word in term["words"]}


def _in_parts(row: Row, name: str) -> bool:
    """Whether a name is said by its first and last name already."""
    return name == "name" and bool(row.get("first_name") and row.get("last_name"))


def _field(column: AppColumn, words: Any, seen: set[str] | None, money: str) -> Field:
    given = words if isinstance(words, dict) else {"synonyms": words}
    values = given.get("values", ()) if seen is None else sorted(seen)[:MOST_VALUES]
    return Field(
        name=column.name,
        kind=column.kind,
        label=given.get("label", ""),
        synonyms=tuple(given.get("synonyms", ())),
        unit=given.get("unit", money),
        values=tuple(values),
        note=given.get("note", ""),
        complete=seen is not None and len(seen) <= MOST_VALUES,
        distinct=len(seen or ()),
        bare=given.get("bare", True),
    )


def _term(given: Mapping[str, Any], asker: Employee | None, currencies: Mapping[str, str]) -> Term:
    says, sql = given.get("says", ""), given["sql"]
    if asker is None or not getattr(asker, given.get("unless", "reports")):
        says, sql = given.get("says_otherwise", says), given.get("sql_otherwise", sql)
    measure = given.get("measure", False)
    for name, keys in _of(asker).items():
        # An id holds no quote, but what an app gives is not ours to trust.
        sql = sql.replace(f"{{{name}}}", "', '".join(key.replace("'", "''") for key in keys))
    money = currencies.get(given["entity"], "") if measure else ""
    return Term(
        words=tuple(given["words"]), entity=given["entity"], sql=sql, measure=measure,
        unit=given.get("unit", money), says=says, then=given.get("then", ""),
    )  # fmt: skip


def _of(asker: Employee | None) -> dict[str, Sequence[str]]:
    """What stands in a meaning for something of whoever asks."""
    if asker is None:
        return dict.fromkeys(("me", "office", "bosses", "boss", "boss_above"), ())
    bosses = asker.bosses
    return {
        "me": (asker.id,),
        "office": (asker.office or "",),
        "bosses": bosses,
        "boss": bosses[:1],
        "boss_above": bosses[1:2],
    }


def _countries(employees: Sequence[Row]) -> Iterable[Term]:
    """Other names of the countries people work in; the English one stands in the table."""
    seen = {row["country"] for row in employees}
    for names in COUNTRIES.values():
        if names[0] in seen and len(names) > 1:
            yield Term(words=tuple(names[1:]), entity="employees", sql=f"country = '{names[0]}'")


def _chiefs(employees: Sequence[Row]) -> Iterable[Term]:
    """The CTO is the Chief Technology Officer, where nobody's title is CTO."""
    titles = {str(row["job_title"]) for row in employees if row.get("job_title")}
    for title in sorted(titles):
        short = "".join(word[0] for word in title.split()).upper()
        if title.casefold().startswith("chief ") and len(short) > 2 and short not in titles:
            told = title.replace("'", "''")
            yield Term(
                words=(short,), entity="employees", sql=f"job_title = '{told}'", says=f"{short} = {title}"
            )
