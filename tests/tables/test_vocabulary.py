"""A catalog in words."""

from __future__ import annotations

from dataclasses import replace

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.names import truth
from answerable.tables.vocabulary import Vocabulary
from tests.tables.world import VOCABULARY


def test_records_have_a_name_for_people() -> None:
    assert VOCABULARY.naming("customers") == ("first_name", "last_name")
    assert VOCABULARY.naming("articles") == ("name",)
    assert VOCABULARY.is_person("employees")
    assert not VOCABULARY.is_person("articles")


def test_fields_know_what_they_can_do() -> None:
    traits = VOCABULARY.traits
    assert traits["articles", "stock"].additive
    assert not traits["articles", "price"].additive
    assert traits["orders", "total"].money
    assert traits["articles", "article_no"].identifying
    assert traits["orders", "customer_id"].link


def test_a_table_of_two_keys_ties_others() -> None:
    assert VOCABULARY.is_linking("order_items")
    assert not VOCABULARY.is_linking("orders")


def test_a_first_name_makes_a_name_the_last() -> None:
    fields = tuple(Field(name=name, kind=Kind.TEXT) for name in ("vorname", "name"))
    catalog = Catalog(entities=(Entity(name="fahrer", fields=fields),))
    assert Vocabulary(catalog, shared_lexicon()).naming("fahrer") == ("vorname", "name")


def test_a_number_shared_by_records_names_none() -> None:
    owner = Field(name="EigentuemerNr", kind=Kind.NUMBER, distinct=3)
    address = Field(name="Adresse", kind=Kind.TEXT, distinct=9)
    catalog = Catalog(entities=(Entity(name="Gebaeude", fields=(owner, address), rows=9),))
    assert Vocabulary(catalog, shared_lexicon()).naming("Gebaeude") == ("Adresse",)


def test_yes_and_no_may_be_written_as_letters() -> None:
    one = Field(name="Listenhund", kind=Kind.TEXT, values=("J", "N"), complete=True)
    assert truth(one) == ("J", "N")
    assert truth(replace(one, values=("J", "N", "?"))) is None


def test_what_a_bottle_costs_is_a_price() -> None:
    fields = tuple(Field(name=name, kind=Kind.NUMBER) for name in ("PreisFlasche", "BestandFlaschen"))
    catalog = Catalog(entities=(Entity(name="wein", fields=fields),))
    traits = Vocabulary(catalog, shared_lexicon()).traits
    assert "price" in traits["wein", "PreisFlasche"].concepts
    assert "stock" in traits["wein", "BestandFlaschen"].concepts
