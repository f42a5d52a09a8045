"""The logical form of a question over tables: small frozen nouns, no SQL, no words."""

from __future__ import annotations

from dataclasses import asdict, dataclass, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from answerable.domain.evidence import Cell

# Marks a time that a row need not begin in: it lasts from one day to another.
OVERLAP = "overlap"


@dataclass(frozen=True)
class Column:
    """A field of an entity, reached over a named role where two ways lead there ("home team")."""

    entity: str
    field: str = ""  # empty: the record itself
    role: str = ""


@dataclass(frozen=True)
class Measure:
    """A number over records: how many, how much in total, on average, the highest."""

    what: str  # count · distinct · sum · avg · min · max · value
    column: Column
    term: str = ""  # the SQL of a business word that is measured instead of a column
    where: tuple[Condition, ...] = ()  # counts only for this measure, as in "share of orders that …"


@dataclass(frozen=True)
class Condition:
    """What must hold. `has` and `or` carry inner conditions."""

    op: str  # = != > >= < <= between in like null lacking known open true false has or term during than among
    column: Column
    values: tuple[Cell, ...] = ()
    inner: tuple[Condition, ...] = ()
    negated: bool = False
    measure: Measure | None = None  # compared instead of the column: "more than ten articles"
    term: str = ""  # the SQL condition of a business word
    among: Form | None = None  # whose records it must be one of: "of them", after the ten largest


@dataclass(frozen=True)
class Group:
    """One line of the answer for each of these."""

    column: Column
    unit: str = ""  # day, week, month, quarter, year for dates


@dataclass(frozen=True)
class Rank:
    """In which order, and how many."""

    by: Measure
    high: bool
    count: int | None = None
    place: int = 1  # "the second highest": only the records in this place
    each: tuple[Column, ...] = ()  # "of each customer": counted anew for every one of these


@dataclass(frozen=True)
class Form:
    """What is asked, in terms of the catalog."""

    root: str  # the entity whose records are listed, counted or measured
    shape: str  # number · record · list · series · comparison · yesno
    shows: tuple[Column, ...] = ()
    measures: tuple[Measure, ...] = ()
    where: tuple[Condition, ...] = ()
    groups: tuple[Group, ...] = ()
    rank: Rank | None = None
    limit: int | None = None  # "show five articles": any five
    having: tuple[Condition, ...] = ()  # what must hold of a group
    share: tuple[Condition, ...] = ()  # what share of the records meets these
    difference: tuple[Condition, ...] = ()  # two conditions; the measure of one less that of the other
    mean: bool = False  # the average over the groups instead of a line for each


@dataclass(frozen=True)
class Reading:
    """One way to understand a question: its form, the query that answers it, and both in words."""

    form: Form
    sql: str
    says: str
    language: str
    cost: float = 0.0  # how far the words had to be stretched; 0 is word for word
    units: tuple[str, ...] = ()  # the unit of each column of the result, "" where there is none
    trust: float = 1.0  # how likely it is the one meant
    basis: tuple[str, ...] = ()  # what one value stands on, piece by piece; none where it is said as a whole
    called: tuple[tuple[str, str, str], ...] = ()  # entity, field, and what the asker called it
    shown: str = ""  # as chart, as table, as other that we do not draw, where the asker wants it so

    def plain(self) -> dict[str, Any]:
        """As plain JSON, to be kept with a turn."""
        return asdict(self)

    @staticmethod
    def from_plain(plain: dict[str, Any]) -> Reading:
        """The reading that `plain` wrote."""
        made: Reading = _made(Reading, plain)
        return made


def _made(kind: Any, plain: Any) -> Any:
    """What `asdict` took apart, put together again as its annotations say."""
    if get_origin(kind) is tuple:
        return tuple(_made(get_args(kind)[0], one) for one in plain)
    whole = kind
    if get_origin(kind) is UnionType:
        whole = next((one for one in get_args(kind) if is_dataclass(one)), None)
    if plain is None or not hasattr(whole, "__dataclass_fields__"):
        return plain
    hints = get_type_hints(whole)
    return whole(**{name: _made(hints[name], value) for name, value in plain.items()})
