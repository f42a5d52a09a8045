"""How far readings reach beyond what was named."""

from __future__ import annotations

import pytest

from answerable.tables.form import Column, Form
from answerable.tables.link import Item
from answerable.tables.notes import Stuck
from answerable.tables.reach import Reach, check_echoes, shows_alike
from answerable.tables.things import Thing
from tests.tables.world import VOCABULARY

CITY, NAME = Column("customers", "city"), Column("customers", "last_name")


def test_what_lies_far_off_costs_more() -> None:
    reach = Reach(VOCABULARY, ())
    near = reach.cost(Form("orders", "list", (NAME,)), ())
    far = reach.cost(Form("suppliers", "list", (NAME,)), ())
    assert 0 < near < far


def test_an_echo_needs_the_name_it_repeats() -> None:
    echo = Item("echo", "", "town", 0, things=(Thing("field", "customers", "city"),))
    check_echoes([echo], Form("customers", "list", (CITY,)))
    with pytest.raises(Stuck):
        check_echoes([echo], Form("customers", "list", (NAME,)))


def test_more_columns_of_the_same_records_are_no_choice() -> None:
    assert shows_alike(Form("customers", "list", (NAME,)), Form("customers", "list", (NAME, CITY)))
    assert not shows_alike(Form("customers", "list", (NAME,)), Form("customers", "list", (CITY,)))
