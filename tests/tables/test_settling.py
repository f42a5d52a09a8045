"""What is left over gets a meaning, or the question is declined."""

from __future__ import annotations

from answerable.tables.form import Column, Condition, Form, Measure
from answerable.tables.settling import columns_of, over_many, used_entities
from tests.tables.world import VOCABULARY, names, read


def test_a_thing_only_named_must_be_there() -> None:
    assert names("customers with orders") == {"Anna", "Cleo"}


def test_a_named_way_adds_no_condition() -> None:
    form = read("How many orders of customers in Bern are there?").form
    assert [condition.op for condition in form.where] == ["="]


def test_a_form_names_its_entities() -> None:
    condition = Condition("=", Column("customers", "city"), ("Bern",))
    form = Form("orders", "number", measures=(Measure("count", Column("orders")),), where=(condition,))
    assert used_entities(form) == {"customers"}
    assert Column("customers", "city") in columns_of(form)


def test_many_records_are_summed_where_that_makes_sense() -> None:
    quantity = Measure("value", Column("order_items", "quantity"))
    price = Measure("value", Column("articles", "price"))
    assert over_many(VOCABULARY, "articles", quantity, True).what == "sum"
    assert over_many(VOCABULARY, "suppliers", price, False).what == "min"
    assert over_many(VOCABULARY, "articles", price, True).what == "value"
