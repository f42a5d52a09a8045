"""Keys are made, shown once, listed without their secret, and revoked."""

from __future__ import annotations

import json
from pathlib import Path

from answerable.store import Store
from tests.cli.terminal import run


def test_a_key_is_printed_once_and_works(empty_home: Path) -> None:
    assert run("tenants", "new", "acme").code == 0
    made = run("keys", "new", "acme", "--name", "web shop", "--scope", "ask")
    secret = made.out.strip()
    assert made.code == 0
    assert "may ask" in made.err
    store = Store.open(empty_home)
    found = store.keys().find(secret)
    store.close()
    assert found
    assert (found.tenant, found.scopes, found.name) == ("acme", ("ask",), "web shop")
    listed = run("keys", "list")
    assert secret not in listed.out
    assert f"{found.id}  acme  ask" in listed.out


def test_a_key_can_be_revoked(empty_home: Path) -> None:
    run("tenants", "new", "acme")
    secret = run("keys", "new", "acme").out.strip()
    (listed,) = json.loads(run("keys", "list", "--json").out)
    assert run("keys", "revoke", listed["id"]).out == f"Key {listed['id']} is revoked.\n"
    store = Store.open(empty_home)
    assert store.keys().find(secret) is None
    store.close()
    assert "revoked" in run("keys", "list", "--tenant", "acme").out
    again = run("keys", "revoke", listed["id"])
    assert (again.code, "no open key" in again.err) == (2, True)


def test_a_key_needs_a_tenant_that_exists(empty_home: Path) -> None:
    told = run("keys", "new", "nobody")
    assert (told.code, told.out) == (2, "")
    assert "answerable tenants new nobody" in told.err
    assert run("keys", "new", "local").code == 2
    assert "There are no keys" in run("keys", "list").err


def test_unknown_scopes_are_usage(empty_home: Path) -> None:
    assert run("keys", "new", "acme", "--scope", "fly").code == 2
