"""What no column holds but columns say: a person's age, and what the lines of an order come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sqlglot import exp

from answerable.domain.catalog import Catalog, Entity, Field, Kind

# Filled in when a query is written: the year and the month and day it is asked on.
YEAR, DAY = "$year", "$day"
RATES = 20  # so many different discounts may be shares; amounts differ by line. Chosen, not measured.

# Days that end what a record tells of, and days that are neither its beginning nor its end.
_ENDS = frozenset({"return", "end", "checkout", "discharge", "moved_out", "closed_date"})
_ASIDE = frozenset(
    {"due_date", "promised_date", "created", "updated", "cancelled_date", "payment_date", "birth_date"}
)

ConceptsOf = Callable[[str, Field], frozenset[str]]
Says = Callable[[str, Field, str], bool]


def with_made_fields(
    catalog: Catalog, concepts: ConceptsOf, says: Says, records: Callable[[str], frozenset[str]]
) -> Catalog:
    """The catalog, with a field for each number that its columns give. `says` tells whether a field's name says a
    concept and nothing else, `records` what an entity's records are."""

    def grown(entity: Entity) -> Entity:
        held = {one.name: concepts(entity.name, one) for one in entity.fields}
        worth = tuple(_worth(entity, held, catalog.dialect, says))
        called = (
            (*entity.synonyms, "sold") if worth and "sale" not in records(entity.name) else entity.synonyms
        )
        told = (*_age(entity, held, catalog.dialect), *_duration(entity, held, catalog.dialect))
        made = (*entity.fields, *told, *worth)
        return replace(entity, fields=made, synonyms=called)

    return replace(catalog, entities=tuple(map(grown, catalog.entities)))


def _age(entity: Entity, held: dict[str, frozenset[str]], dialect: str) -> Iterator[Field]:
    days = (one.name for one in entity.fields if one.kind in (Kind.DATE, Kind.MOMENT))
    born = [name for name in days if "birth_date" in held[name]]
    died = [one.name for one in entity.fields if "death_date" in held[one.name]]
    if len(born) != 1 or len(died) > 1 or any("age" in concepts for concepts in held.values()):
        return
    column = exp.column(exp.to_identifier(born[0], quoted=True))
    year, day = (
        exp.TimeToStr(this=column, format=exp.Literal.string(form)).sql(dialect=dialect)
        for form in ("%Y", "%m-%d")
    )
    sql = f"{YEAR} - CAST({year} AS INTEGER) - CASE WHEN {day} > '{DAY}' THEN 1 ELSE 0 END"
    if died:  # only the living have an age
        end = exp.to_identifier(died[0], quoted=True).sql(dialect=dialect)
        sql = f"CASE WHEN {end} IS NULL THEN {sql} END"
    yield Field(name="age", kind=Kind.NUMBER, synonyms=("Alter",), sql=sql)


def _duration(entity: Entity, held: dict[str, frozenset[str]], dialect: str) -> Iterator[Field]:
    """The days from the first date of a record to the one that ends it."""
    days = [one.name for one in entity.fields if one.kind in (Kind.DATE, Kind.MOMENT)]
    ends = [name for name in days if held[name] & _ENDS]
    begins = [name for name in days if not held[name] & (_ENDS | _ASIDE)]
    told = any(concepts & {"duration", "days", "night", "hours"} for concepts in held.values())
    if told or len(ends) != 1 or not begins or days.index(begins[0]) > days.index(ends[0]):
        return
    end, start = (exp.column(exp.to_identifier(name, quoted=True)) for name in (*ends, begins[0]))
    sql = exp.DateDiff(this=end, expression=start, unit=exp.var("DAY")).sql(dialect=dialect)
    note = f"duration = {begins[0]} – {ends[0]} || Dauer = {begins[0]} – {ends[0]}"
    called = ("Dauer", "length of stay", "Aufenthaltsdauer")
    yield Field(name="duration", kind=Kind.NUMBER, synonyms=called, unit="days || Tage", sql=sql, note=note)


def _worth(entity: Entity, held: dict[str, frozenset[str]], dialect: str, says: Says) -> Iterator[Field]:
    """Quantity times price, less a discount, where a line of a sale has one of each and nothing else that changes
    its worth."""
    numbers = [one for one in entity.fields if one.kind is Kind.NUMBER]
    prices, counts = (
        [one.name for one in numbers if says(entity.name, one, what)] for what in ("price", "quantity")
    )
    others = {"amount", "revenue", "price", "discount", "tax", "stock", "cost", "purchase_price", "fee"}
    rest = [one.name for one in numbers if held[one.name] & others and one.name not in (*prices, *counts)]
    less = [one.name for one in numbers if says(entity.name, one, "discount") and 0 < one.distinct <= RATES]
    if len(prices) != 1 or len(counts) != 1 or rest not in ([], less[:1]) or prices == counts:
        return
    one, two = (exp.to_identifier(name, quoted=True).sql(dialect=dialect) for name in (*counts, *prices))
    said, sql = f"{counts[0]} × {prices[0]}", f"{one} * {two}"
    if rest:  # 0.15 and 15 are the same share
        off = exp.to_identifier(rest[0], quoted=True).sql(dialect=dialect)
        sql = f"{sql} * (1 - {off} / CASE WHEN {off} > 1 THEN 100.0 ELSE 1.0 END)"
        said = f"{said} × (1 − {rest[0]})"
    note = f"revenue = {said} || Umsatz = {said}"
    yield Field(name="revenue", kind=Kind.NUMBER, synonyms=("Umsatz",), sql=sql, note=note)
