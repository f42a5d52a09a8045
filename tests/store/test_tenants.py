"""A tenant can be made, measured, handed over whole and forgotten whole; the others stay as they are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from answerable.store import Store, StoredPage, StoredPassage
from answerable.store.schema import metadata


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    for tenant in ("acme", "globex"):
        store.tenants().new(tenant, tenant.title())
        fill(store, tenant)
    yield store
    store.close()


def fill(store: Store, tenant: str) -> None:
    url, words = f"https://{tenant}.example/", f"canary-{tenant} sells tea"
    page = StoredPage(
        key=url, url=url, host=f"{tenant}.example", title="", language="en", digest=tenant, fetched_at=1.0
    )
    store.pages(tenant).put([(page, [StoredPassage((), "", words, "", words)])])
    log = store.conversations(tenant)
    log.open("c", user="ann", assistant="website", starts=(), name=f"canary-{tenant}")
    log.add_events("c", "r", [{"event": "RunStarted", "question": f"canary-{tenant}"}])
    log.add_turn("c", "r", "q", {"text": f"canary-{tenant}", "outcome": "answer", "choices": []}, [])
    store.keys().new(tenant, scopes=("ask",), name=f"canary-{tenant}")
    store.feedback(tenant).put("r", "ann", conversation="c", thumb="up", words=f"canary-{tenant}")


def test_a_tenant_is_made_once(store: Store) -> None:
    assert not store.tenants().new("acme")
    assert [tenant.name for tenant in store.tenants().all()] == ["Acme", "Globex"]
    found = store.tenants().get("acme")
    assert found
    assert found.name == "Acme"
    assert store.tenants().get("nobody") is None


def test_an_export_holds_all_and_only_its_own(store: Store) -> None:
    rows = list(store.tenants().export("acme"))
    words = json.dumps(rows)
    assert words.count("canary-acme") >= 6
    assert "globex" not in words.lower()
    assert {"conversations", "events", "feedback", "keys", "pages", "passages", "tenants", "turns"} <= {
        row["table"] for row in rows
    }
    assert not any("digest" in row for row in rows if row["table"] == "keys")


def test_a_deleted_tenant_leaves_no_trace(store: Store, tmp_path: Path) -> None:
    before = store.tenants().sizes("globex")
    gone = store.tenants().delete("acme")
    assert gone["passages"] == 1
    assert sum(store.tenants().sizes("acme").values()) == 0
    assert store.tenants().sizes("globex") == before
    with closing(sqlite3.connect(tmp_path / "answerable.db")) as raw, raw:
        left = "\n".join(raw.iterdump())
        found = raw.execute("SELECT count(*) FROM passage_index WHERE passage_index MATCH 'canary'")
        assert found.fetchone() == (1,)
    raw.close()
    assert "canary-acme" not in left
    assert "canary-globex" in left


def test_every_table_carries_its_tenant() -> None:
    assert [table.name for table in metadata.sorted_tables if "tenant" not in table.columns] == []
