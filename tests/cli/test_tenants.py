"""Tenants are made, measured, handed over and deleted from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.store import Store
from tests.cli.terminal import run


@pytest.fixture(autouse=True)
def acme(empty_home: Path) -> None:
    assert run("tenants", "new", "acme", "--name", "Acme Ltd").code == 0
    store = Store.open(empty_home)
    store.conversations("acme").open("c", user="ann", assistant="website", starts=(), name="Tea")
    store.close()


def test_tenants_are_listed_with_their_size() -> None:
    run("keys", "new", "acme")
    lines = run("tenants", "list").out.splitlines()
    assert lines[0].startswith("local  this machine  0 conversations")
    assert lines[1] == "acme  Acme Ltd  1 conversations, 0 pages, 1 keys"
    assert "conversations          1" in run("tenants", "show", "acme").out


def test_an_export_is_one_object_per_row() -> None:
    rows = [json.loads(line) for line in run("tenants", "export", "acme").out.splitlines()]
    assert {row["table"] for row in rows} == {"conversations", "tenants"}
    assert all(row["tenant"] == "acme" for row in rows)


def test_nothing_is_deleted_by_accident() -> None:
    told = run("tenants", "delete", "acme")
    assert (told.code, "Add --yes" in told.err) == (2, True)
    assert "acme" in run("tenants", "list").out
    assert run("tenants", "delete", "acme", "--yes").out == "Deleted 2 rows of acme.\n"
    assert "acme" not in run("tenants", "list").out


@pytest.mark.parametrize("name", ["Acme!", "local", "", "acme"])
def test_bad_names_are_refused(name: str) -> None:
    assert run("tenants", "new", name).code == 2


@pytest.mark.parametrize("verb", ["show", "export", "delete"])
def test_unknown_tenants_are_not_found(verb: str) -> None:
    told = run("tenants", verb, "nobody")
    assert (told.code, "there is no tenant 'nobody'" in told.err) == (2, True)
