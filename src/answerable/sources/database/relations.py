"""Which table points at which: declared foreign keys, and those that names and values give away.

A guess needs three things: a column named after the other table (or like its key), one kind of values, and
every value found in the other table's key. Two tables that fit equally well are no guess at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from answerable.domain.catalog import Kind, Relation
from answerable.lists import listed
from answerable.sources.database.reader import DatabaseReader
from answerable.sources.database.shape import ColumnShape, TableShape
from answerable.sources.database.values import Holdings, quoted

# Parts of a column's name that say "this points somewhere" and nothing about where.
POINTS = listed("id ids nr no num nummer number code cd key fk ref uid uuid")
IDLE = {"tbl", "tab", "dim", "fact", "vw"}  # what tables are called before their names
ENDINGS = re.compile(r"(?<=\w{3})(id|nr|code|nummer|key|ref)$")
# Ends of words that differ between one and many.
ONE_OR_MANY = re.compile(r"(ies|ien|ern|en|es|er|s|e|n|y)$")
# A single letter before a name says what kind of column or table it is: `I_KundeID`, `m_Kunde`.
PARTS = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+|\d+")
# Columns that point back into their own table.
SELF = re.compile(
    r"manager|mgr|parent|supervis|superior|boss|reports|predecessor|vorges|vorgaeng|vorgäng|chef|eltern|ober|ueber|über"
    r"|refer|recruit|werb|gewor|mentor"
)
SECONDS = 0.5  # for one check of values; chosen, not measured
CHECKED = 3_000  # distinct values looked up


@dataclass(frozen=True)
class _Guess:
    table: TableShape
    column: ColumnShape
    target: TableShape
    key: str
    score: int

    @property
    def relation(self) -> Relation:
        return Relation(
            table=self.table.name,
            columns=(self.column.name,),
            to_table=self.target.name,
            to_columns=(self.key,),
        )


def declared(tables: Sequence[TableShape]) -> Iterator[Relation]:
    """The foreign keys between tables that are shown."""
    known = {table.name.lower(): table for table in tables}
    for table in tables:
        shown = {column.name.lower() for column in table.shown}
        for pointer in table.pointers:
            target = known.get(pointer.to_table.lower())
            to = pointer.to_columns or (target.key if target else ())
            if target and len(to) == len(pointer.columns) and {c.lower() for c in pointer.columns} <= shown:
                yield Relation(
                    table=table.name, columns=pointer.columns, to_table=target.name, to_columns=tuple(to)
                )


def guessed(
    reader: DatabaseReader, tables: Sequence[TableShape], held: Mapping[str, Holdings], dialect: str
) -> Iterator[Relation]:
    """The foreign keys nobody declared."""
    taken = {(r.table, r.columns) for r in declared(tables)}
    for table in tables:
        for column in table.shown:
            if (table.name, (column.name,)) in taken or column.kind not in (Kind.NUMBER, Kind.TEXT):
                continue
            guesses = [g for target in tables for g in _named_alike(table, column, target, held)]
            if best := _only_best([g for g in guesses if _contained(reader, g, held, dialect)]):
                yield best.relation


def _only_best(guesses: Sequence[_Guess]) -> _Guess | None:
    best = max((guess.score for guess in guesses), default=0)
    top = [guess for guess in guesses if guess.score == best]
    return top[0] if len(top) == 1 else None


def _named_alike(
    table: TableShape, column: ColumnShape, target: TableShape, held: Mapping[str, Holdings]
) -> Iterator[_Guess]:
    key = key_of(target, held)
    if key is None or (target.name == table.name and key.name == column.name):
        return
    if table.key == (column.name,) and target.key != (key.name,):
        return
    kinds = {held[t.name].kinds.get(c.name, c.kind) for t, c in ((table, column), (target, key))}
    if len(kinds) != 1:
        return
    score = _likeness(column.name, target.name, key.name)
    if table.name == target.name:
        score = 2 if any(map(SELF.match, (_stem(column.name), *_parts(column.name)))) else 0
    if target.name in re.findall(r"\w+", column.note):
        score = 4  # its comment says so
    # A table's own key points elsewhere only where both are called the same: riders are no rides.
    own = table.key == (column.name,)
    if score and not (own and (score < 3 or column.name.lower() != key.name.lower())):
        yield _Guess(table, column, target, key.name, score)


def key_of(table: TableShape, held: Mapping[str, Holdings]) -> ColumnShape | None:
    """The one column that tells rows apart: the declared key, or the first that is unique and named so, as a key or
    after its table where it stands first."""
    if len(table.key) == 1:
        return next((column for column in table.shown if column.name == table.key[0]), None)
    if table.key:
        return None
    rows, distinct = held[table.name].rows, held[table.name].distinct
    own = table.shown and set(_parts(table.shown[0].name)).intersection(_parts(table.name))
    unique = (c for c in table.shown if rows and distinct.get(c.name) == rows)
    return next(
        (c for c in unique if POINTS.intersection(_parts(c.name)) or (own and c is table.shown[0])), None
    )


def _likeness(column: str, table: str, key: str) -> int:
    """How well a column's name fits a table: 3 the table's own name, 2 its key's name, 1 a short form."""
    if column == key and any(part.lower() not in POINTS for part in PARTS.findall(key)):
        return 2  # `K_ID` is the key of one table, an `ID` that of any
    stem = _stem(column)
    if not stem:
        return 0
    names = [part for part in _parts(table) if part not in IDLE]
    whole = _one("".join(names))
    forms = {stem, _one(stem)}  # a "station" is one of "stations", though it ends like many
    if whole in forms:
        return 3
    told = set(_parts(key)) - POINTS
    if told and (column.lower() == key.lower() or (len(key) > 4 and column.lower().endswith(key.lower()))):
        return 2  # `LEITER_PERS_NR` is a `PERS_NR`
    points = POINTS.intersection(_parts(column)) or ENDINGS.search(column.lower())
    if points and len(whole) >= 4 and any(form.endswith(whole) for form in forms):
        return 2  # in a role: `home_team_id` is a team
    return 1 if points and len(stem) >= 3 and whole.startswith(stem) else 0


def _parts(name: str) -> list[str]:
    """The words of a name, without a letter that only says what kind of thing is named."""
    found = [part.lower() for part in PARTS.findall(name)]
    return [part for part in found if len(part) > 1] or found


def _stem(column: str) -> str:
    """A column's name without what only says that it points: `R_ARTIKEL` is artikel, `pat_id` is pat."""
    kept = [part for part in _parts(column) if part not in POINTS and not part.isdigit()]
    return ENDINGS.sub("", kept[0]) if len(kept) == 1 else "".join(kept)


def _one(word: str) -> str:
    return ONE_OR_MANY.sub("", word) if len(word) > 3 else word


def _contained(reader: DatabaseReader, guess: _Guess, held: Mapping[str, Holdings], dialect: str) -> bool:
    """Whether every value of the column is a key of the other table. An empty table proves nothing."""
    if not held[guess.table.name].rows or not held[guess.target.name].rows:
        return guess.score >= 2 and not held[guess.table.name].rows
    own, key = quoted(guess.column.name, dialect), quoted(guess.key, dialect)
    table, target = held[guess.table.name].place, held[guess.target.name].place
    values = f"SELECT DISTINCT {own} AS v FROM {table} AS p WHERE {own} IS NOT NULL LIMIT {CHECKED}"  # noqa: S608 names are quoted
    asked = f"SELECT COUNT(*), COUNT(k.{key}) FROM ({values}) AS a LEFT JOIN {target} AS k ON k.{key} = a.v"  # noqa: S608 names are quoted
    try:
        with reader.session(SECONDS) as ask:
            there, found = next(ask(asked).records)
    except TimeoutError:
        return False
    return int(there) > 0 and int(there) == int(found)
