"""Accounts are linked from the command line; their secrets come from elsewhere and are never printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.store.seal import new_key
from tests.cli.terminal import run

TOKEN = "canary-token"


@pytest.fixture(autouse=True)
def acme(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("tenants", "new", "acme").code == 0
    monkeypatch.setenv("TOKEN", TOKEN)


def test_an_account_is_linked_listed_and_unlinked(tmp_path: Path) -> None:
    assert run("tenants", "links", "acme").err == "Nothing is linked for acme.\n"
    told = run("tenants", "link", "acme", "merge", "https://merge.example", "--token-from-env", "TOKEN")
    assert told.out == "Linked merge for acme: an account at https://merge.example.\n"
    shop = tmp_path / "url"
    shop.write_text(f"postgresql://u:{TOKEN}@db.example/shop\n", encoding="utf-8")
    assert run("tenants", "link", "acme", "database", "--token-file", str(shop)).code == 0
    assert run("tenants", "link", "acme", "website", "https://acme.example").code == 0
    told = run("tenants", "links", "acme")
    assert told.out.splitlines() == [
        "database  postgres database 'shop' at db.example",
        "merge     an account at https://merge.example",
        "website   https://acme.example/",
    ]
    assert run("tenants", "unlink", "acme", "merge").code == 0
    assert run("tenants", "unlink", "acme", "merge").code == 2


def test_secrets_are_neither_printed_nor_kept_plain(empty_home: Path) -> None:
    run("tenants", "link", "acme", "merge", "--token-from-env", "TOKEN")
    told = [run("tenants", *words) for words in (("links", "acme"), ("show", "acme"), ("export", "acme"))]
    told.append(run("doctor"))
    assert TOKEN not in "".join(one.out + one.err for one in told)
    assert TOKEN.encode() not in b"".join(
        path.read_bytes() for path in empty_home.rglob("*") if path.is_file()
    )


def test_a_token_comes_from_elsewhere() -> None:
    for words in (("--token-from-env", "NOTHING"), ("--token-file", "/nowhere/at/all"), ()):
        told = run("tenants", "link", "acme", "merge", *words)
        assert (told.code, "answerable: " in told.err) == (2, True)
    assert "is not a database URL" in run("tenants", "link", "acme", "database", TOKEN).err.replace(
        "this ", "it "
    )
    assert "takes one address" in run("tenants", "link", "acme", "database", "a", "b").err
    assert "there is no tenant" in run("tenants", "link", "nobody", "website", "https://x.example").err


def test_a_wrong_key_is_said_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run("tenants", "link", "acme", "merge", "--token-from-env", "TOKEN")
    monkeypatch.setenv("ANSWERABLE_SECRET_KEY", new_key())
    assert "is sealed with the key" in run("tenants", "links", "acme").out
    assert run("tenants", "rotate-key").code == 2
    monkeypatch.delenv("ANSWERABLE_SECRET_KEY")
    assert "an account at Merge" in run("tenants", "links", "acme").out


def test_keys_are_rotated_in_the_file_and_the_setting(
    monkeypatch: pytest.MonkeyPatch, empty_home: Path
) -> None:
    run("tenants", "link", "acme", "merge", "--token-from-env", "TOKEN")
    before = (empty_home / "secret.key").read_text(encoding="ascii")
    assert "Sealed 1 links" in run("tenants", "rotate-key").out
    after = (empty_home / "secret.key").read_text(encoding="ascii")
    assert before.strip() not in after
    key = run("tenants", "new-key").out.strip()
    monkeypatch.setenv("ANSWERABLE_SECRET_KEY", f"{key},{after.strip()}")
    assert "Only the first key" in run("tenants", "rotate-key").out
    monkeypatch.setenv("ANSWERABLE_SECRET_KEY", key)
    assert "an account at Merge" in run("tenants", "links", "acme").out
    assert key not in run("doctor").out
