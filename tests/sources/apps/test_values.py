from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from answerable.sources.apps.values import cell, country, day, moment, number, text


def test_times_are_kept_in_utc() -> None:
    assert moment("2026-11-15T01:30:00+02:00") == datetime(2026, 11, 14, 23, 30)
    assert moment("2026-11-15T00:00:00.5Z") == datetime(2026, 11, 15, 0, 0, 0, 500_000)
    assert day("2026-11-15") == date(2026, 11, 15)
    assert moment(None) is moment("soon") is day(7) is None


def test_numbers_may_come_as_text() -> None:
    assert number("12.50") == 12.5
    odd: list[object] = ["x", None, True, "nan", [], {}]
    assert [number(one) for one in odd] == [None] * 6


def test_lists_and_records_become_words() -> None:
    assert text(["a", None, {"name": "b"}]) == "a, b"
    assert text([]) is text("") is text(None) is None
    assert text(5) == "5"


def test_countries_bear_their_names() -> None:
    assert [country(one) for one in ("IN", "ch", "ZZ", None)] == ["India", "Switzerland", "ZZ", None]


def test_cells_are_plain() -> None:
    assert cell(3.0) == 3
    assert cell(2.5) == cell(Decimal("2.50")) == 2.5
    assert isinstance(cell(Decimal("15.00")), int)
    assert cell(date(2026, 1, 2)) == "2026-01-02"
    assert cell(datetime(2026, 1, 2, 3, 4)) == "2026-01-02 03:04"
    assert cell(True) is True
    assert cell(["x"]) == "['x']"
