"""Values found by what people write."""

from __future__ import annotations

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.values import ValueIndex, held, spread
from answerable.tables.vocabulary import Vocabulary
from tests.tables.world import VOCABULARY

INDEX = ValueIndex(VOCABULARY)


def found(text: str) -> set[tuple[str, str, str]]:
    return {(hit.entity, hit.field, hit.value) for hit in INDEX.find(text)}


def test_a_value_is_found_as_it_is_written() -> None:
    assert found("bosch ag") == {("suppliers", "name", "Bosch AG")}
    assert spread("Bosch-AG") == "bosch ag"


def test_a_value_is_found_by_its_meaning() -> None:
    assert ("orders", "status", "open") in found("offene")
    assert ("suppliers", "country", "Switzerland") in found("Schweiz")


def test_several_values_may_hold_a_word() -> None:
    [hit] = INDEX.find("Paint")
    assert hit.partial
    assert set(hit.all) == {"Paint blue", "Paint red"}


def test_a_slip_must_point_at_one_value() -> None:
    assert [hit.value for hit in INDEX.slipped("Bosh AG")] == ["Bosch AG"]
    assert INDEX.slipped("Xyz GmbHH") == []


def test_a_person_in_two_columns_is_one() -> None:
    [(first, last)] = INDEX.people("Anna", "Keller")
    assert (first.field, last.field) == ("first_name", "last_name")
    assert list(INDEX.people("Anna", "Nobody")) == []


def test_a_plural_is_the_whole_title() -> None:
    titles = Field(
        name="title", kind=Kind.TEXT, values=("Test Engineer", "Test Engineer (Senior)", "Accountant")
    )
    index = ValueIndex(
        Vocabulary(Catalog(entities=(Entity(name="staff", fields=(titles,)),)), shared_lexicon())
    )
    assert [(hit.value, hit.partial) for hit in index.find("test engineers")] == [("Test Engineer", False)]
    assert [hit.value for hit in index.find("accountants")] == ["Accountant"]
    assert index.find("account") == []


def test_a_compound_is_found_by_its_head() -> None:
    names = Field(
        name="name", kind=Kind.TEXT, values=("Drehstrommotor 2 kW", "Getriebemotor rot", "Website 2")
    )
    index = ValueIndex(
        Vocabulary(Catalog(entities=(Entity(name="things", fields=(names,)),)), shared_lexicon())
    )
    [hit] = index.find("Motoren")
    assert set(hit.all) == {"Drehstrommotor 2 kW", "Getriebemotor rot"}
    assert index.find("site") == []


def test_words_are_held_as_values_write_them() -> None:
    assert held("Motors", ("Drehstrommotor 2 kW", "Motor")) == ["Motor"]
    assert held("red paint", ("Paint red",)) == ["red", "paint"]
