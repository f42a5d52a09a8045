from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from answerable.assistants.bookstore.tools import (
    Bookstore,
    check_return_eligibility,
    initiate_return,
    lookup_order,
    lookup_policy,
    open_world,
)
from answerable.assistants.folder import SHIPPED
from answerable.domain.calls import Call, Effect, Permit
from answerable.errors import AssistantError, ToolRefused
from answerable.sandbox.bookstore import build_bookstore, email_of
from answerable.tools import Gave

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def shop(tmp_path: Path) -> Bookstore:
    return open_world(SHIPPED / "bookstore", build_bookstore(tmp_path / "shop.db"))


@pytest.fixture
def emails(shop: Bookstore, tmp_path: Path) -> Callable[[str], str]:
    return lambda order: email_of(tmp_path / "shop.db", order)


def permit(key: str, order: str, items: list[str]) -> Permit:
    return Permit(key, Call("initiate_return", {"order_id": order, "items": items}), Effect.WRITE)  # fmt: skip


def look(shop: Bookstore, order: str, email: str) -> Gave:
    gave: Gave = lookup_order.run(world=shop, now=NOON, order_id=order, email=email)
    return gave


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ("BK-1001", "delivered"), ("BK-1002", "shipped"), ("BK-1003", "processing"), ("BK-1004", "mixed"),
        ("BK-1010", "lost"), ("BK-1011", "returned"), ("BK-1012", "late"), ("BK-1014", "cancelled"),
    ],
)  # fmt: skip
def test_every_status_is_told(shop: Bookstore, emails: Callable[[str], str], order: str, status: str) -> None:
    gave = look(shop, order, emails(order))
    assert gave.facts["status"] == status
    assert gave.facts["order_id"] == order


def test_writing_does_not_matter(shop: Bookstore, emails: Callable[[str], str]) -> None:
    assert look(shop, " bk-1001", emails("BK-1001").upper()).facts["order_id"] == "BK-1001"


def test_a_wrong_address_looks_like_no_order(shop: Bookstore, emails: Callable[[str], str]) -> None:
    said = set()
    for order, email in (
        ("BK-1001", emails("BK-1003")),
        ("BK-9999", emails("BK-1003")),
        ("BK-9999", "x@y.example"),
    ):
        with pytest.raises(ToolRefused) as refused:
            look(shop, order, email)
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_miss_takes_as_long_whatever_is_wrong(shop: Bookstore) -> None:
    def seconds(order: str) -> float:
        began = perf_counter()
        with pytest.raises(ToolRefused):
            look(shop, order, "stranger@example.org")
        return perf_counter() - began

    pairs = [(seconds(f"BK-{1001 + n}"), seconds(f"BK-{8001 + n}")) for n in range(150)]
    mine, nobodys = zip(*pairs, strict=True)
    assert abs(median(mine) - median(nobodys)) < 0.001


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ("BK-1001", [""]), ("BK-1004", ["", "", "not_delivered"]), ("BK-1005", ["digital", ""]),
        ("BK-1006", ["final_sale"]),
        ("BK-1007", ["opened"]), ("BK-1008", [""]), ("BK-1009", ["outside_window"]), ("BK-1010", ["lost"]),
        ("BK-1011", ["already_returned"]), ("BK-1013", ["", "already_returned"]), ("BK-1014", ["cancelled"]),
        ("BK-1016", [""]), ("BK-1017", ["outside_window"]), ("BK-1019", ["digital"]),
    ],
)  # fmt: skip
def test_every_hard_case_is_judged(shop: Bookstore, order: str, codes: list[str]) -> None:
    gave = check_return_eligibility.run(world=shop, now=NOON, order_id=order)
    assert [row["code"] for row in gave.rows] == codes
    assert list(gave.passed) == [row["line"] for row in gave.rows if not row["code"]]


def rows(path: Path) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.execute("SELECT order_id, line, refund FROM returns WHERE permit != 'before'"))
    finally:
        connection.close()


def test_a_return_is_written_once_per_permit(shop: Bookstore, tmp_path: Path) -> None:
    given = {"world": shop, "now": NOON, "order_id": "BK-1004", "items": ["1", "2"]}
    first = initiate_return.run(permit=permit("key", "BK-1004", ["1", "2"]), **given)
    again = initiate_return.run(permit=permit("key", "BK-1004", ["1", "2"]), **given)
    assert first == again
    assert first.facts["refund"] == 37.4
    assert rows(tmp_path / "shop.db") == [("BK-1004", "1", 14.9), ("BK-1004", "2", 22.5)]
    with pytest.raises(ToolRefused, match="not_eligible"):
        initiate_return.run(permit=permit("other", "BK-1004", ["1", "2"]), **given)


@pytest.mark.parametrize("items", [["3"], ["1", "3"], ["9"]])
def test_the_tool_itself_refuses_what_may_not_be(shop: Bookstore, tmp_path: Path, items: list[str]) -> None:
    with pytest.raises(ToolRefused, match="not_eligible"):
        initiate_return.run(
            world=shop, permit=permit("k", "BK-1004", items), now=NOON, order_id="BK-1004", items=items
        )
    assert rows(tmp_path / "shop.db") == []


def test_a_note_is_no_fact(shop: Bookstore, emails: Callable[[str], str]) -> None:
    gave = look(shop, "BK-1015", emails("BK-1015"))
    assert "attacker" in gave.notes["order note"]
    assert "attacker" not in str(gave.facts) + str(gave.rows)


def test_policies_are_quoted(shop: Bookstore) -> None:
    assert "30 days" in lookup_policy.run(world=shop, topic="return policy").rows[0]["en"]
    with pytest.raises(ToolRefused, match="policy_not_found"):
        lookup_policy.run(world=shop, topic="bicycles")


def test_no_database_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match="answerable sandbox bookstore"):
        open_world(SHIPPED / "bookstore", tmp_path / "none.db")
