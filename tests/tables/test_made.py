"""What no column holds but columns say."""

from __future__ import annotations

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.vocabulary import Vocabulary
from tests.tables.world import answer, names


def made(entity: str, *columns: str) -> list[str]:
    fields = tuple(Field(name=column, kind=Kind.NUMBER) for column in columns)
    catalog = Catalog(entities=(Entity(name=entity, fields=fields),))
    return [one.note for one in Vocabulary(catalog, shared_lexicon()).catalog.entities[0].fields if one.sql]


def test_an_age_comes_from_the_day_of_birth() -> None:
    assert answer("average age of the employees") == [(43.67,)]
    assert names("employees older than 50") == {"Eva"}
    assert answer("Wie alt ist Uwe Frei?", "de") == [(35,)]


def test_the_oldest_is_found_by_birth() -> None:
    assert answer("Who is the youngest employee?") == [("Uwe", "Frei", "1990-05-05")]


def test_lines_of_a_sale_come_to_something() -> None:
    [note] = made("order_lines", "quantity", "unit_price")
    assert note.startswith("revenue = quantity × unit_price")


def test_what_may_change_the_worth_forbids_it() -> None:
    assert made("order_lines", "quantity", "unit_price", "discount") == []
    assert made("shipments", "volume", "freight_price") == []
    assert made("articles", "stock", "price") == []


def test_only_the_living_have_an_age() -> None:
    fields = [
        Field(name="name", kind=Kind.TEXT),
        *(Field(name=n, kind=Kind.DATE) for n in ("born_on", "died_on")),
    ]
    catalog = Catalog(entities=(Entity(name="pets", fields=tuple(fields)),))
    [sql] = [one.sql for one in Vocabulary(catalog, shared_lexicon()).catalog.entities[0].fields if one.sql]
    assert sql.startswith('CASE WHEN "died_on" IS NULL THEN')
