"""What tables hold, in words a question may use: entities, fields, relations, terms."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a field's values are, as far as questions care."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"  # a day
    MOMENT = "moment"  # a day and a time
    BOOL = "bool"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True)
class Field:
    """One column, with the words people use for it."""

    name: str
    kind: Kind
    label: str = ""  # what a person calls it; empty: made from the name
    synonyms: tuple[str, ...] = ()
    unit: str = ""  # "CHF", "h", "kg"; shown with its numbers
    values: tuple[str, ...] = ()  # distinct values of a text column, at most as many as the source's bound
    complete: bool = False  # `values` holds every value there is
    distinct: int = 0  # how many distinct values there are, 0 where nobody counted
    note: str = ""  # the column's comment in the database
    sql: str = ""  # for a field that is computed from its entity's columns
    bare: bool = True  # "in May" may mean this date without a word for it


@dataclass(frozen=True, kw_only=True)
class Entity:
    """One table, with the words people use for what a row is."""

    name: str
    fields: tuple[Field, ...]
    key: tuple[str, ...] = ()
    label: str = ""
    synonyms: tuple[str, ...] = ()
    rows: int = 0
    note: str = ""
    names: tuple[str, ...] = ()  # the columns that name a row to people; empty: guessed
    spans: tuple[str, ...] = ()  # first and last day of a row that lasts: "next week" is any day of it
    own: bool = False  # where nobody is named, the asking person's rows are meant
    counted: bool = True  # no: it only tells something of another's records, so "how many" never means it

    def field(self, name: str) -> Field:
        """The field of this name; raises KeyError where there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


@dataclass(frozen=True, kw_only=True)
class Relation:
    """Rows of one table point at rows of another."""

    table: str
    columns: tuple[str, ...]
    to_table: str
    to_columns: tuple[str, ...]
    label: str = ""  # "manager", "supplier": what the row pointed at is to the row that points
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Term:
    """A business word: "open", "revenue", "overdue". Its meaning is SQL over one entity's columns."""

    words: tuple[str, ...]
    entity: str
    sql: str  # a condition, or an expression to sum, count or show
    measure: bool = False
    unit: str = ""
    says: str = ""  # the meaning as the answer states it: "open = status other than closed"
    then: str = ""  # the SQL of a word that means today by itself ("away"), where another time is said


@dataclass(frozen=True, kw_only=True)
class Catalog:
    """Everything a question over tables may be about."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...] = ()
    terms: tuple[Term, ...] = ()
    dialect: str = "sqlite"  # the SQL the tables understand, by sqlglot's name

    def entity(self, name: str) -> Entity:
        """The entity of this name; raises KeyError where there is none."""
        for entity in self.entities:
            if entity.name == name:
                return entity
        raise KeyError(name)
