"""Tenants are made, measured, handed over and deleted from the command line."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from answerable.store import Store, StoredPage, StoredPassage
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


def test_a_tenant_is_limited_and_shown() -> None:
    assert run("tenants", "quota", "acme", "runs_per_day=10", "cost_usd_per_day=0.5").code == 0
    assert run("tenants", "quota", "acme", "at_once=2", "cost_usd_per_day=none").code == 0
    assert run("tenants", "allow", "acme", "website").code == 0
    shown = run("tenants", "show", "acme").out
    assert "may use         runs_per_day 10, at_once 2" in shown
    assert "may ask         website" in shown
    for wrong in ("runs_per_day=-1", "runs=1", "runs_per_day=x", "at_once"):
        assert "is no limit" in run("tenants", "quota", "acme", wrong).err


def test_an_export_is_a_readable_archive(tmp_path: Path, empty_home: Path) -> None:
    own = empty_home / "tenants" / "acme" / "assistants" / "garden" / "assistant.toml"
    own.parent.mkdir(parents=True)
    own.write_text("x", encoding="utf-8")
    told = run("tenants", "export", "acme", str(tmp_path / "acme.zip"))
    assert told.out.startswith("Wrote 2 rows of acme")
    with zipfile.ZipFile(tmp_path / "acme.zip") as archive:
        inside = sorted(archive.namelist())
        row = json.loads(archive.read("conversations.jsonl"))
    garden = "files/tenants/acme/assistants/garden/assistant.toml"
    assert inside == ["conversations.jsonl", garden, "tenants.jsonl"]
    assert row["name"] == "Tea"


def test_nothing_of_a_deleted_tenant_is_on_the_disk(empty_home: Path) -> None:
    store = Store.open(empty_home)
    for tenant in ("acme", "globex"):
        log = store.conversations(tenant)
        log.open("d", user="ann", assistant="website", starts=(), name=f"canary-{tenant}")
        url, words = f"https://{tenant}.example/", f"canary{tenant} sells tea"
        page = StoredPage(key=url, url=url, host=url, title="", language="en", digest=tenant, fetched_at=1.0)
        store.pages(tenant).put([(page, [StoredPassage((), "", words, "", words)])])
    store.close()
    (empty_home / "guard").mkdir()
    (empty_home / "guard" / "acme.toml").write_text("# canary-acme", encoding="utf-8")
    assert run("tenants", "delete", "acme", "--yes").code == 0
    kept = b"".join(path.read_bytes() for path in empty_home.rglob("*") if path.is_file())
    assert b"canary-acme" not in kept
    assert b"canaryacme" not in kept
    assert b"canary-globex" in kept
