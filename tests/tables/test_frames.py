"""One SELECT and what is joined to it."""

from __future__ import annotations

from answerable.tables.form import Column
from answerable.tables.frames import Frame, Joiner
from tests.tables.world import NOW, VOCABULARY


def sql(column: Column, start: str) -> str:
    frame = Frame(Joiner(VOCABULARY, NOW.date()), start)
    cell = frame.column(column)
    return frame.select().select(cell).sql(dialect="sqlite")


def test_a_way_is_joined_once() -> None:
    frame = Frame(Joiner(VOCABULARY, NOW.date()), "orders")
    frame.column(Column("customers", "city"))
    frame.column(Column("customers", "email"))
    assert frame.select().sql().count("JOIN") == 1


def test_a_made_field_knows_the_day() -> None:
    assert "2026 - " in sql(Column("employees", "age"), "employees")
