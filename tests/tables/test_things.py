"""What words may stand for in a catalog."""

from __future__ import annotations

from answerable.tables.things import Things
from answerable.tables.tokens import cut
from tests.tables.world import VOCABULARY

THINGS = Things(VOCABULARY)


def test_the_cheapest_meaning_comes_first() -> None:
    found = THINGS.find(cut("customers", "en"))
    assert (found[0].kind, found[0].entity, found[0].cost) == ("entity", "customers", 0.0)


def test_a_plural_names_records_not_their_day() -> None:
    assert {one.kind for one in THINGS.find(cut("orders", "en")) if one.entity == "orders"} == {"entity"}


def test_dates_of_birth_are_hardly_when() -> None:
    assert ("employees", "birth_date") in THINGS.hardly
    assert ("orders", "order_date") not in THINGS.hardly
