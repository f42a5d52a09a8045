"""Every word about an override is kept as a version; the last one counts, for one tenant."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.store.overrides import ACTIVE, REMOVED, StoredOverride


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def override(text: str = "canary", **more: object) -> StoredOverride:
    wanted = StoredOverride(stage="draft", pattern="who", result={"text": text}, author="Olga")
    return replace(wanted, **more)  # type: ignore[arg-type]  # fields of the override by name


def test_versions_are_kept_and_the_last_counts(store: Store) -> None:
    mine = store.overrides("acme")
    first = mine.put(override("one"))
    second = mine.put(replace(first, result={"text": "two"}, author="Pia"))
    assert (second.id, second.version) == (first.id, 2)
    assert [one.result["text"] for one in mine.versions(first.id)] == ["one", "two"]
    assert [one.author for one in mine.all()] == ["Pia"]
    removed = mine.remove(first.id, "Quin")
    assert removed
    assert [one.state for one in mine.versions(first.id)] == [ACTIVE, ACTIVE, REMOVED]
    assert (mine.all(), mine.remove(first.id, "Quin")) == ([], None)


def test_only_valid_ones_of_the_assistant_count(store: Store) -> None:
    mine = store.overrides("acme")
    mine.put(override("all"))
    mine.put(override("website", assistant="website"))
    mine.put(override("workplace", assistant="workplace", expires_at=time.time() + 60))
    mine.put(override("gone", expires_at=time.time() - 1))
    assert [one.result["text"] for one in mine.valid("workplace")] == ["all", "workplace"]


def test_another_tenant_sees_and_ends_nothing(store: Store) -> None:
    kept = store.overrides("acme").put(override())
    other = store.overrides("globex")
    assert (other.all(), other.versions(kept.id), other.remove(kept.id, "x")) == ([], [], None)
    mine = other.put(replace(override("mine"), id=kept.id))  # the same id is another override there
    assert mine.version == 1
    assert [one.result["text"] for one in store.overrides("acme").versions(kept.id)] == ["canary"]
