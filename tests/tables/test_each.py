"""Several numbers of each record of a group, put side by side."""

from __future__ import annotations

from answerable.tables.each import beside
from answerable.tables.form import Column, Condition, Form, Group, Measure
from tests.tables.world import VOCABULARY, read

BERN = Form(
    "customers",
    "list",
    (Column("customers", "first_name"),),
    where=(Condition("=", Column("customers", "city"), ("Bern",)),),
)


def test_one_column_for_each_clause() -> None:
    orders = read("How many orders are there?").form
    made = beside(BERN, [orders], VOCABULARY)
    assert made is not None
    assert (made.root, made.groups, made.where) == ("customers", (Group(Column("customers")),), BERN.where)
    assert made.measures == (Measure("count", Column("orders")),)


def test_a_group_of_everybody_is_none() -> None:
    everybody = Form("customers", "list", BERN.shows)
    assert beside(everybody, [read("How many orders are there?").form], VOCABULARY) is None


def test_an_order_is_no_number_of_theirs() -> None:
    ranked = read("Which article is the most expensive?").form
    assert beside(BERN, [ranked], VOCABULARY) is None
