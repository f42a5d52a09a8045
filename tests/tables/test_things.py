"""What words may stand for in a catalog."""

from __future__ import annotations

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.things import Things
from answerable.tables.tokens import cut
from answerable.tables.vocabulary import Vocabulary
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


def test_an_echo_repeats_part_of_a_longer_name() -> None:
    catalog = Catalog(entities=(Entity(name="harps", fields=(Field(name="rental_fee", kind=Kind.NUMBER),)),))
    things = Things(Vocabulary(catalog, shared_lexicon()))
    assert [one.field for one in things.echoed(cut("rent", "en")[0])] == ["rental_fee"]
    assert things.echoed(cut("banana", "en")[0]) == ()
