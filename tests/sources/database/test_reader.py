from __future__ import annotations

import json
import uuid
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from answerable.domain.evidence import Cell
from answerable.sources.database.reader import QueryLimits, Rows, gather, plain


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("x", "x"),
        (0.1 + 0.2, 0.3),
        (1234.5, 1234.5),
        (float("nan"), None),
        (Decimal("12.50"), 12.5),
        (Decimal("12.00"), 12),
        (Decimal("NaN"), None),
        (date(2026, 1, 2), "2026-01-02"),
        (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), "2026-01-02T03:04:05+00:00"),
        (time(3, 4), "03:04:00"),
        (timedelta(days=1, hours=2), "1 day, 2:00:00"),
        (b"abc", "(3 bytes)"),
        ([1, "ü"], '[1, "ü"]'),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_values_become_plain_cells(value: Any, cell: Cell) -> None:
    assert plain(value) == cell
    assert type(plain(value)) is type(cell)
    json.dumps(plain(value), allow_nan=False)


def test_columns_with_one_name_are_told_apart() -> None:
    assert gather(Rows(("a", "b", "a", "a"), iter([(1, 2, 3, 4)])), QueryLimits()).columns == (
        "a",
        "b",
        "a_2",
        "a_3",
    )


def test_one_huge_cell_is_cut() -> None:
    table = gather(Rows(("a",), iter([("x" * 100,)])), QueryLimits(bytes=10))
    assert table.rows == (("x" * 10,),)


def test_no_more_is_read_than_the_limits_allow() -> None:
    given = iter([(n,) for n in range(100)])
    assert gather(Rows(("a",), given), QueryLimits(rows=3)).cut
    assert next(given) == (4,)
