"""Keys are kept as hashes, found by their secret, and closed for good."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from answerable.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def test_a_new_key_is_found_by_its_secret(store: Store) -> None:
    secret, key = store.keys().new("acme", scopes=("read", "ask"), name="shop", user="ann")
    assert store.keys().find(secret) == key
    assert (key.tenant, key.user, key.scopes, key.name) == ("acme", "ann", ("ask", "read"), "shop")
    assert store.keys().find(secret + "x") is None
    assert store.keys().find("") is None


def test_no_two_secrets_are_alike(store: Store) -> None:
    secrets = {store.keys().new("acme", scopes=("ask",))[0] for _ in range(50)}
    assert len(secrets) == 50
    assert all(len(secret) >= 43 for secret in secrets)  # 256 bits in base64


def test_the_secret_itself_is_kept_nowhere(store: Store, tmp_path: Path) -> None:
    secret, _ = store.keys().new("acme", scopes=("ask",))
    with closing(sqlite3.connect(tmp_path / "answerable.db")) as raw, raw:
        rows = list(raw.execute("SELECT * FROM keys"))
    raw.close()
    assert rows
    assert all(secret not in str(value) for row in rows for value in row)


def test_a_revoked_key_opens_nothing(store: Store) -> None:
    secret, key = store.keys().new("acme", scopes=("ask",))
    assert store.keys().valid(key.id)
    assert store.keys().revoke(key.id)
    assert store.keys().find(secret) is None
    assert not store.keys().valid(key.id)
    assert not store.keys().revoke(key.id)
    assert store.keys().all()[0].revoked_at is not None


def test_keys_are_listed_by_tenant(store: Store) -> None:
    store.keys().new("acme", scopes=("ask",))
    store.keys().new("globex", scopes=("ask",))
    assert [key.tenant for key in store.keys().all()] == ["acme", "globex"]
    assert [key.tenant for key in store.keys().all("globex")] == ["globex"]


@pytest.mark.parametrize("scopes", [(), ("fly",)])
def test_scopes_must_be_known(store: Store, scopes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="ask, read, people, operator, admin"):
        store.keys().new("acme", scopes=scopes)
