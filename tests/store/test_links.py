"""What is linked for a tenant is sealed, seen by it alone, and survives a change of keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from answerable.errors import StoreError
from answerable.store import Store
from answerable.store.seal import FILE, Seal, new_key

HOLDS = {"account_token": "canary-acme"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def test_a_link_is_kept_replaced_and_forgotten(store: Store, tmp_path: Path) -> None:
    links = store.links("acme", Seal(tmp_path))
    assert links.get("merge") is None
    links.put("merge", {"account_token": "first"})
    links.put("merge", HOLDS)
    assert links.get("merge") == HOLDS
    assert [link.kind for link in links.all()] == ["merge"]
    assert links.remove("merge")
    assert not links.remove("merge")
    with pytest.raises(ValueError, match="merge, database, website"):
        links.put("letter", {})


def test_another_tenant_has_no_link(store: Store, tmp_path: Path) -> None:
    store.links("acme", Seal(tmp_path)).put("merge", HOLDS)
    other = store.links("globex", Seal(tmp_path))
    assert (other.get("merge"), other.all(), other.remove("merge")) == (None, [], False)


def test_a_stolen_row_cannot_be_opened(store: Store, tmp_path: Path) -> None:
    store.links("acme", Seal(tmp_path)).put("merge", HOLDS)
    with store._engine.begin() as raw:
        raw.execute(text("UPDATE links SET tenant = 'globex'"))
    with pytest.raises(StoreError, match="link merge of tenant globex: cannot be opened"):
        store.links("globex", Seal(tmp_path)).get("merge")


def test_a_lost_key_changes_nothing(store: Store, tmp_path: Path) -> None:
    links = store.links("acme", Seal(tmp_path))
    links.put("merge", HOLDS)
    aside = (tmp_path / FILE).rename(tmp_path / "aside")
    with pytest.raises(StoreError, match=r"secret\.key"):
        links.get("merge")
    with pytest.raises(StoreError, match=r"secret\.key"):
        links.put("database", {"url": "sqlite:///x"})
    aside.rename(tmp_path / FILE)
    assert links.get("merge") == HOLDS


def test_all_links_are_resealed_or_none(store: Store, tmp_path: Path) -> None:
    seal = Seal(tmp_path)
    for tenant in ("acme", "globex"):
        store.links(tenant, seal).put("merge", HOLDS)
    seal.renew()
    assert store.tenants().reseal(seal) == 2
    seal.forget_old()
    assert store.links("globex", seal).get("merge") == HOLDS
    with pytest.raises(StoreError, match="is sealed with the key"):
        store.tenants().reseal(Seal(tmp_path, new_key()))
    assert store.links("acme", seal).get("merge") == HOLDS


def test_an_export_holds_no_credentials(store: Store, tmp_path: Path) -> None:
    store.links("acme", Seal(tmp_path)).put("merge", HOLDS)
    rows = [row for row in store.tenants().export("acme") if row["table"] == "links"]
    assert [set(row) for row in rows] == [{"table", "tenant", "kind", "created_at"}]
