"""Lists, look-ups, who, when and where."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, names


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What is the email of Anna Keller?", "en", [("anna@example.org",)]),
        ("Was kostet Artikel 4712?", "de", [(34.5,)]),
        ("When was order 2 placed?", "en", [("2025-12-05",)]),
        ("Where does Ben Huber live?", "en", [("Zürich",)]),
        ("Who is the manager of Uwe Frei?", "en", [("Eva", "Chef")]),
        ("Wie heisst Artikel 4713?", "de", [("Paint blue",)]),
        ("How expensive is article 4711?", "en", [(19.9,)]),
        ("Which supplier delivers the Hammer?", "en", [("Bosch AG",)]),
    ],
)
def test_a_look_up_gives_one_value(question: str, language: str, expected: list[tuple[object, ...]]) -> None:
    assert answer(question, language) == expected


def test_a_record_is_shown_with_its_fields() -> None:
    [row] = answer("Show article 4711")
    assert {"Hammer", "4711", 19.9, 12} <= set(row)


def test_a_listed_field_holds_each_value_once() -> None:
    assert answer("Which cities do our customers come from?") == [("Bern",), ("Zürich",)]


def test_several_fields_are_shown_together() -> None:
    assert ("Anna", "Keller", "anna@example.org") in answer("Show customers with email")


def test_so_many_records_may_be_asked_for() -> None:
    assert len(names("Show 2 articles")) == 2
