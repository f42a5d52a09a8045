"""What names mean, from the command line: stated for all, listed with who said so, forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.store.memory import StoredPreference
from tests.cli.terminal import run


@pytest.fixture(autouse=True)
def ann(empty_home: Path) -> None:
    store = Store.open(empty_home)
    for tenant in ("local", "acme"):
        for name in ("my region", "bill"):
            store.memory(tenant).put(StoredPreference(user="ann", name=name, means=f"{tenant} {name}"))
    store.close()


def test_a_statement_is_listed_with_its_author() -> None:
    assert run("memory", "add", "Fiscal Year", "starts in April", "--by", "Olga").code == 0
    lines = run("memory", "list").out.splitlines()
    assert any(line.startswith("everybody  fiscal year  starts in April  by Olga  20") for line in lines)
    assert [one["name"] for one in json.loads(run("memory", "list", "--user", "ann", "--json").out)] == [
        "my region",
        "bill",
    ]
    assert "acme" not in run("memory", "list").out


def test_names_and_users_are_forgotten() -> None:
    assert run("memory", "forget", "Bill", "--user", "ann").out == "Forgotten: 1.\n"
    assert run("memory", "forget", "--all", "--user", "ann").out == "Forgotten: 1.\n"
    assert run("memory", "list").err == "Nothing is remembered.\n"
    assert len(json.loads(run("memory", "list", "--tenant", "acme", "--json").out)) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("forget",), "takes a name, or --all"),
        (("forget", "x", "--all"), "takes a name, or --all"),
        (("forget", "nobody"), "answerable memory list shows"),
        (("add", " ", "x"), "needs a name"),
    ],
)
def test_mistakes_are_told_with_what_is_right(words: tuple[str, ...], says: str) -> None:
    told = run("memory", *words)
    assert (told.code, says in told.err) == (2, True)
