"""Only the whole key finds anything, while it is fresh; rooms and tenants are apart, and full ones make room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.store.cache import TenantCache


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def test_a_key_finds_its_own_and_nothing_else(store: Store) -> None:
    plans = store.cache("acme", "plans")
    plans.put("k", {"sql": "SELECT 1"}, "how many")
    plans.put("k", {"sql": "SELECT 2"}, "how many")
    assert plans.get("k") == {"sql": "SELECT 2"}
    for other in (
        plans.get("K"),
        store.cache("acme", "replies").get("k"),
        store.cache("globex", "plans").get("k"),
    ):
        assert other is None
    [entry] = plans.all()
    assert (entry.key, entry.says, entry.uses) == ("k", "how many", 1)


def test_what_is_too_old_is_not_found(store: Store) -> None:
    plans = store.cache("acme", "plans")
    plans.put("k", 1, "one")
    assert plans.get("k", fresh_seconds=60) == 1
    assert plans.get("k", fresh_seconds=-1) is None


def test_emptying_is_seen_by_everybody(store: Store, tmp_path: Path) -> None:
    plans, other = store.cache("acme", "plans"), Store.open(tmp_path)
    plans.put("k", 1, "one")
    store.cache("acme", "replies").put("k", 1, "one")
    before = other.cache("acme", "plans").mark()
    assert (plans.empty(), plans.empty()) == (1, 0)
    assert other.cache("acme", "plans").mark() == before + 2
    assert other.cache("globex", "plans").mark() == 0
    assert other.cache("acme", "plans").get("k") is None
    assert other.cache("acme", "replies").get("k") == 1
    other.close()


def test_one_entry_can_be_deleted(store: Store) -> None:
    plans = store.cache("acme", "plans")
    plans.put("k", 1, "one")
    assert not store.cache("globex", "plans").delete("k")
    assert plans.delete("k")
    assert not plans.delete("k")


def test_the_longest_unused_make_room(store: Store) -> None:
    clock = iter(range(100))
    plans = TenantCache(store._engine, "acme", "plans", clock=lambda: next(clock), most=3)
    for key in "abc":
        plans.put(key, key, key)
    assert plans.get("a") == "a"
    plans.put("d", "d", "d")
    assert sorted(entry.key for entry in plans.all()) == ["a", "c", "d"]
