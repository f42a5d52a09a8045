"""Caches are seen and emptied from the command line, one tenant's at a time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.store import Store
from tests.cli.terminal import run


@pytest.fixture(autouse=True)
def kept(empty_home: Path) -> None:
    store = Store.open(empty_home)
    for tenant in ("local", "acme"):
        store.cache(tenant, "plans").put("k", [], f"how many {tenant}")
    store.close()


def test_what_is_kept_is_counted_and_shown() -> None:
    assert run("cache", "list").out.splitlines()[0] == "plans     1 kept, 0 times used again"
    assert [one["says"] for one in json.loads(run("cache", "show", "plans").out)] == ["how many local"]


def test_emptying_leaves_others_alone() -> None:
    assert run("cache", "empty", "plans").out == "Emptied plans: 1 gone.\n"
    assert json.loads(run("cache", "show", "plans").out) == []
    assert len(json.loads(run("cache", "show", "plans", "--tenant", "acme").out)) == 1
    assert run("cache", "empty", "shelves").code == 2
