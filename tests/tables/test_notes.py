"""The cursor and its notes."""

from __future__ import annotations

from answerable.tables.link import Item
from answerable.tables.notes import Cursor, Taken, figure, idle, summed
from tests.tables.world import VOCABULARY


def test_idle_items_are_stepped_over() -> None:
    parts = [
        Taken(Item("ask", "list", "which", 0)),
        Taken(Item("join", "verb", "are", 1)),
        Taken(Item("number", "", "5", 2, 5.0)),
    ]
    cursor = Cursor(parts, VOCABULARY)
    assert idle(parts[1], ("verb",))
    assert not idle(parts[1], ("than",))
    assert cursor.notes.ask == ""


def test_whole_numbers_stay_whole() -> None:
    assert figure(Item("number", "", "5", 0, 5.0)) == 5
    assert figure(Item("number", "", "5.5", 0, 5.5)) == 5.5


def test_a_total_is_a_sum() -> None:
    assert (summed("total"), summed("avg")) == ("sum", "avg")
