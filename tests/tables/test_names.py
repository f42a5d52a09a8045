"""What things are called, and what it costs to read words as a name."""

from __future__ import annotations

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.names import name_cost, split
from answerable.tables.vocabulary import Vocabulary
from tests.tables.world import VOCABULARY


def cost(phrase: str, kind: str, entity: str, field: str = "") -> float | None:
    named = next(n for n in VOCABULARY.named if (n.kind, n.entity, n.field) == (kind, entity, field))
    return name_cost(VOCABULARY.phrase(phrase.split()), named)


def test_names_of_schemas_are_cut_into_words() -> None:
    assert split("orderDate") == ["order", "Date"]
    assert split("R_LAGERPLATZ") == ["R", "LAGERPLATZ"]


def test_the_same_word_costs_nothing() -> None:
    assert cost("articles", "entity", "articles") == 0
    assert cost("Artikel", "entity", "articles") == 0.12
    assert cost("customers", "entity", "articles") is None


def test_an_entity_word_alone_is_no_field() -> None:
    assert cost("article", "field", "articles", "article_no") is None
    assert cost("Artikelnummer", "field", "articles", "article_no") is not None


def test_a_qualified_record_is_still_one() -> None:
    tables = (
        Entity(name="SalesOrder", fields=(), key=("id",)),
        Entity(name="OrderLine", fields=(), key=("id",)),
    )
    vocabulary = Vocabulary(Catalog(entities=tables), shared_lexicon())
    order, line = (name_cost(vocabulary.phrase(["orders"]), named) for named in vocabulary.named)
    assert order is not None
    assert line is not None
    assert order < line


def test_units_at_the_end_stay_whole() -> None:
    assert split("Verbrauch_kWh") == ["Verbrauch", "Kwh"]
    assert split("flaeche_m2") == ["flaeche", "M2"]


def test_compounds_may_be_written_short() -> None:
    fields = (
        Field(name="anschl_leistung_kw", kind=Kind.NUMBER),
        Field(name="seatCapacity", kind=Kind.NUMBER),
    )
    vocabulary = Vocabulary(Catalog(entities=(Entity(name="m", fields=fields),)), shared_lexicon())
    power, seats = (one for one in vocabulary.named if one.kind == "field")
    assert name_cost(vocabulary.phrase(["Anschlussleistung"]), power) == 0.12
    assert name_cost(vocabulary.phrase(["seats"]), seats) is not None
    assert name_cost(vocabulary.phrase(["Leistungsbilanz"]), power) is None
