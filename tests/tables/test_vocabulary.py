"""A catalog in words."""

from __future__ import annotations

from answerable.tables.vocabulary import name_cost, split
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
