"""What a process remembers: true while its mark stands, and never more than there is room for."""

from __future__ import annotations

from sqlalchemy import create_engine

from answerable.store.shelf import Shelf, shelf_of


def test_a_value_lasts_as_long_as_its_mark() -> None:
    shelf = Shelf()
    shelf.put("name", 1, "value", 5)
    assert (shelf.get("name", 1), shelf.get("name", 2), shelf.get("other", 1)) == ("value", None, None)


def test_the_value_asked_for_longest_ago_goes_first() -> None:
    shelf = Shelf(room=10)
    shelf.put("a", 1, "a", 4)
    shelf.put("b", 1, "b", 4)
    shelf.get("a", 1)
    shelf.put("c", 1, "c", 4)
    assert [name for name in "abc" if shelf.get(name, 1)] == ["a", "c"]


def test_a_value_larger_than_the_shelf_stays_away() -> None:
    shelf = Shelf(room=10)
    shelf.put("small", 1, "small", 4)
    assert shelf.kept("large", 1, lambda: "large", lambda _: 11) == "large"
    assert (shelf.get("large", 1), shelf.get("small", 1)) == (None, "small")


def test_a_value_put_again_takes_its_room_once() -> None:
    shelf = Shelf(room=10)
    for mark in range(5):
        shelf.put("a", mark, mark, 6)
    shelf.put("b", 1, "b", 4)
    assert (shelf.get("a", 4), shelf.get("b", 1)) == (4, "b")


def test_every_database_has_a_shelf_of_its_own() -> None:
    one, other = create_engine("sqlite://"), create_engine("sqlite://")
    assert shelf_of(one) is shelf_of(one)
    assert shelf_of(one) is not shelf_of(other)
