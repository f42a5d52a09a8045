from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

from answerable.sandbox.bookstore import CASES, FIRST, build_bookstore, email_of


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.execute(query))
    finally:
        connection.close()


def test_the_same_day_gives_the_same_shop(tmp_path: Path) -> None:
    one, two = build_bookstore(tmp_path / "1.db"), build_bookstore(tmp_path / "2.db")
    for table in ("customers", "orders", "items", "shipments", "returns"):
        assert rows(one, f"SELECT * FROM {table}") == rows(two, f"SELECT * FROM {table}")


def test_there_are_some_hundreds_of_orders(tmp_path: Path) -> None:
    path = build_bookstore(tmp_path / "shop.db")
    assert rows(path, "SELECT count(*) FROM orders") == [(420,)]
    assert rows(path, "SELECT count(DISTINCT email) > 100, count(DISTINCT id) FROM orders") == [(1, 420)]
    several = rows(path, "SELECT email FROM orders GROUP BY email HAVING count(*) > 1")
    assert len(several) > 50


def test_dates_are_counted_from_the_day(tmp_path: Path) -> None:
    path = build_bookstore(tmp_path / "shop.db", date(2030, 1, 10), orders=len(CASES))
    assert rows(path, "SELECT delivered_on FROM shipments WHERE order_id = 'BK-1001'") == [("2030-01-06",)]


def test_nothing_is_delivered_before_it_is_sent(tmp_path: Path) -> None:
    path = build_bookstore(tmp_path / "shop.db")
    assert (
        rows(path, "SELECT id FROM shipments WHERE delivered_on < shipped_on OR lost_on < shipped_on") == []
    )
    assert (
        rows(
            path, "SELECT s.id FROM shipments s JOIN orders o ON o.id = order_id WHERE shipped_on < placed_on"
        )
        == []
    )


def test_an_order_knows_its_address(tmp_path: Path) -> None:
    path = build_bookstore(tmp_path / "shop.db", orders=len(CASES))
    assert email_of(path, f"BK-{FIRST}") == "nora.lind@example.org"
