from __future__ import annotations

from answerable.tools.telling import columns


def test_columns_are_listed_and_summed() -> None:
    rows = [{"title": "Emma", "price": 9.9}, {"title": "1984", "price": 5}]
    assert columns(rows) == {"title": ["Emma", "1984"], "price": [9.9, 5], "price_sum": 14.9}
    assert columns([]) == {}
