"""Ways between tables along their keys."""

from __future__ import annotations

from answerable.tables.paths import many
from tests.tables.world import VOCABULARY

PATHS = VOCABULARY.paths


def test_the_shortest_way_is_taken() -> None:
    [way] = PATHS.between("customers", "articles")
    assert [tie.target for tie in way] == ["orders", "order_items", "articles"]
    assert many(way) == 0


def test_the_way_up_leads_to_one_record() -> None:
    [way] = PATHS.between("orders", "customers")
    assert many(way) is None


def test_a_role_leads_to_its_own_table() -> None:
    [way] = PATHS.between("orders", "employees", "manager_id")
    assert [tie.target for tie in way] == ["employees", "employees"]


def test_a_table_is_no_way_from_itself() -> None:
    assert PATHS.between("articles", "articles") == ((),)
    assert PATHS.distance("suppliers", "customers") is not None


def test_a_table_of_nothing_but_keys_is_the_plain_way() -> None:
    assert (PATHS.distance("orders", "articles") or 0) < 2
