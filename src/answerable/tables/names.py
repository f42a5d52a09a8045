"""What things of a catalog are called, and what it costs to read words as one of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace

from answerable.domain.catalog import Catalog, Field, Kind, Relation
from answerable.tables.lexicon import SLIP, WordUnit, fold, slip

_WORDS = re.compile(r"M[23]$|\d[A-Z](?![A-Za-z])|[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+|\d+")
_WRITTEN = re.compile(r"kWh|MWh|kW|(?<![a-z])dB|(?<=_)m[23]$")  # one word, however it is written
# Costs of stretching a word, chosen by hand and kept because the shipped suites hold; not fitted.
DATES = frozenset({"date", "year", "time"})  # "hired" is enough for "hire_year"
# "country" is enough for "country_code", "salary" for "salary_amount".
_LIGHT = DATES | {"number", "name", "key", "description", "amount", "quantity", "worth", "balance", "expiry"}
DATE_LEFT_OUT = 0.05
HEAD_LEFT_OUT = 0.3
QUALIFIED = 0.15
CONCEPT, BROADER, LEFT_OUT, CONTEXT, AROUND, ROLE = 0.12, 0.24, 0.2, 0.03, 0.1, 0.05


@dataclass(frozen=True)
class Called:
    """A name as units of meaning, and as one phrase."""

    units: tuple[WordUnit, ...]
    whole: WordUnit
    head: int = -1  # which unit says what it is


@dataclass(frozen=True)
class Named:
    """Something of the catalog that a question may name."""

    kind: str  # entity · field · role
    entity: str
    names: tuple[Called, ...]
    field: str = ""
    relation: Relation | None = None
    context: tuple[WordUnit, ...] = ()  # the entity's own words, which may be said with a field
    ties: bool = False  # a table that ties two others: "order_article" is no article
    around: tuple[WordUnit, ...] = ()  # what the tables beside are called: a campaign's "Spendenziel"


@dataclass(frozen=True)
class Traits:
    """What a field can do in a question."""

    concepts: frozenset[str]
    numeric: bool
    timed: bool
    additive: bool
    money: bool
    identifying: bool
    flag: bool
    link: bool  # a foreign key: says nothing to people


def split(name: str) -> list[str]:
    """The words of a schema name: `orderDate`, `order_date` and `ORDER-DATE` give order and date."""
    return _WORDS.findall(_WRITTEN.sub(lambda unit: unit[0].capitalize(), name)) or [name]


def name_cost(asked: Called, named: Named, *, whole: bool = False) -> float | None:
    """What it costs to read a phrase as this thing's name; None where it cannot be. `whole`: not in parts."""
    context = None if whole else named.context
    qualified = 2 * LEFT_OUT if named.ties else QUALIFIED
    found = (_one_cost(asked, name, context, qualified, named.around) for name in named.names)
    costs = [cost for cost in found if cost is not None]
    return min(costs) + (ROLE if named.kind == "role" else 0.0) if costs else None


def _is_cut_down(word: str, name: Called) -> bool:
    """Whether a schema writes a compound short: `anschl_leistung` for Anschlussleistung."""
    parts = [fold(unit.word) for unit in name.units]
    if len(parts) < 2 or min(map(len, parts)) < 3 or 2 * sum(map(len, parts)) < len(word):
        return False
    return re.fullmatch("[a-z]*".join((*parts, "")), fold(word)) is not None


def _beside(unit: WordUnit, context: tuple[WordUnit, ...], around: tuple[WordUnit, ...]) -> float:
    """What a word costs that only names the record of a field, or in a compound one beside it; 0 where it does not."""
    if any(unit.distance(other) == 0.0 or unit.concepts & other.concepts for other in context):
        return CONTEXT
    return AROUND if any(unit.concepts & other.concepts for other in around) else 0.0


def _one_cost(
    asked: Called,
    name: Called,
    context: tuple[WordUnit, ...] | None,
    qualified: float,
    around: tuple[WordUnit, ...],
) -> float | None:
    if asked.whole.same(name.whole):
        return 0.0
    if asked.whole.concepts & name.whole.concepts:
        return CONCEPT
    if asked.whole.concepts & name.whole.broad:
        return BROADER
    if context is None:
        return None
    if _is_cut_down(asked.whole.word, name):
        return CONCEPT
    if asked.whole.word.isalpha() and slip(asked.whole.word, name.whole.word):
        return SLIP
    left = list(name.units)
    cost, own = 0.0, False
    for place, unit in enumerate(reversed(asked.units)):
        near = [(distance, other) for other in left if (distance := unit.distance(other)) is not None]
        if name.whole.concepts:  # "leave_date" is a day somebody left, whatever else a leave is
            head = name.units[name.head]
            near = [pair for pair in near if pair[1] is head or unit.same(pair[1]) or pair[0] == SLIP]
        if near:
            best = min(near, key=lambda pair: (pair[0], pair[1] is not name.units[name.head]))
            cost += best[0]
            left.remove(best[1])  # "seats" says both of `seatCapacity`
            left = [one for one in left if not unit.concepts & one.concepts]
            own = own or not any(best[1].keys & other.keys for other in context)
        elif place and (beside := _beside(unit, context, around if "_" not in asked.whole.word else ())):
            cost += beside
        else:
            return None
    foreign = [unit for unit in left if not any(unit.keys & other.keys for other in context)]
    if foreign and not own and context:
        return None  # "article" alone does not ask for the article's number
    # A "sales_order" is an order.
    dear = LEFT_OUT if context else (qualified if name.units[name.head] not in left else 2 * LEFT_OUT)
    light = name.head == -1 and (name.units[-1].light or name.units[-1].concepts & _LIGHT)
    headless = name.units[name.head] in foreign and not light
    cost += HEAD_LEFT_OUT if headless else 0.0
    granted = [u for u in foreign if u.light or (context and u.concepts & (DATES | {"expiry"}))]
    # A "charging_session" is a charging, but orders are rather orders than an "order_event".
    cost += (DATE_LEFT_OUT if context else CONCEPT) * len(granted)
    return cost + dear * (len(foreign) - len(granted))


_TRUE, _FALSE = (
    frozenset(["y", "j", "yes", "ja", "true", "wahr", "t", "1", "x"]),
    frozenset(["n", "no", "nein", "false", "falsch", "f", "0"]),
)


def truth(one: Field) -> tuple[str, str] | None:
    """The values that say yes and no in a column that holds nothing else."""
    if one.kind is not Kind.TEXT or not one.complete or len(one.values) != 2:
        return None
    yes = [value for value in one.values if value.lower() in _TRUE]
    no = [value for value in one.values if value.lower() in _FALSE]
    return (yes[0], no[0]) if yes and no else None


def counted_in_name(column: str) -> bool:
    """Whether a column is called after what it counts: "number_of_guests"."""
    words = {fold(word) for word in split(column)}
    counts = words & {"number", "count", "anzahl", "qty", "quantity", "menge"}
    return bool(
        counts
        and len(words) > 1
        and not (words & {"id", "nr", "no"} or split(column)[-1].lower() == "number")
    )


def only_ones(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By entity, the field that is the only one of its entity."""
    found: dict[str, list[str]] = {}
    for entity, name in fields:
        found.setdefault(entity, []).append(name)
    return {entity: names[0] for entity, names in found.items() if len(names) == 1}


def calendars(catalog: Catalog, concepts: Callable[[str, Field], frozenset[str]]) -> dict[str, str]:
    """Tables of days, each day once with its month and year, and the column that says the day."""
    days = (
        (one.name, day.name)
        for one in catalog.entities
        for day in one.fields
        if day.kind in (Kind.DATE, Kind.MOMENT) and day.distinct == one.rows > 1
        if any("year" in concepts(one.name, f) for f in one.fields if f.kind is Kind.NUMBER)
        if not any(r.table == one.name for r in catalog.relations)
    )
    return only_ones(days)


def without(name: Called, concepts: Set[str], *, own: bool = True) -> Called:
    """A name that does not stand for some concepts, or does not do so broadly."""

    def fit(unit: WordUnit) -> WordUnit:
        kept = unit.concepts - concepts if own else unit.concepts
        return replace(unit, concepts=kept, broad=unit.broad - concepts)

    return replace(name, units=tuple(map(fit, name.units)), whole=fit(name.whole))
