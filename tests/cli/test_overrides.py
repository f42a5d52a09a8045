"""Overrides from the command line: pinned, seen in an answer, checked, and removed again."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.terminal import run

ASKED = "Who sets prices?"


@pytest.fixture(autouse=True)
def shop(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = empty_home / "shop.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT);")
    monkeypatch.setenv("ANSWERABLE_DATABASE_URL", f"sqlite:///{path}")
    return path


def add(*words: str) -> str:
    told = run("overrides", "add", *words, "--assistant", "warehouse")
    assert told.code == 0, told.err
    return str(re.findall(r"Override (\w+) counts", told.out)[0])


def test_a_pinned_answer_is_given_until_removed() -> None:
    id = add("draft", "who sets prices", "Prices are set by the price desk.", "--by", "Olga", "--days", "3")
    told = run("ask", ASKED, "--assistant", "warehouse")
    assert told.code == 0
    assert told.out.startswith("Prices are set by the price desk. [1]")
    assert "Stated by Olga" in told.out
    assert f"{id}  v1  draft   warehouse  who sets prices  by Olga  until 20" in run("overrides", "list").out
    assert run("overrides", "remove", id).code == 0
    assert run("ask", ASKED, "--assistant", "warehouse").code == 3
    versions = json.loads(run("overrides", "show", id).out)
    assert [(one["version"], one["state"]) for one in versions] == [(1, "active"), (2, "removed")]


def test_a_check_says_when_it_is_needed_no_more(shop: Path) -> None:
    id = add("draft", "how many articles are there", "There are 2 articles.")
    assert run("overrides", "check", id).code == 0
    with closing(sqlite3.connect(shop)) as connection, connection:
        connection.executescript("INSERT INTO articles VALUES (1, 'Lamp'), (2, 'Cable');")
    told = run("overrides", "check")
    assert (told.code, f"{id}  not needed" in told.out) == (3, True)


def test_a_pinned_plan_is_compared_as_a_whole() -> None:
    id = add("recall", "gimme the * tally", "How many articles are there?", "--test", "Gimme the big tally")
    assert run("overrides", "check", id).code == 0
    same = add("recall", "how many articles are there", "How many articles are there")
    assert f"{same}  not needed" in run("overrides", "check", same).out


def test_one_without_a_test_cannot_be_told() -> None:
    add("draft", "* prices", "The price desk.")
    told = run("overrides", "check")
    assert (told.code, "no test question" in told.out) == (1, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "guard", "x", "nonsense"), 'Such as {"allowed": false'),
        (("add", "plan", "x", "[]"), "is no JSON object"),
        (("add", "draft", "*", "y"), "fits every question"),
        (("add", "draft", "x", "y", "--assistant", "nobody"), "There are: website"),
        (("add", "draft", "x", "y", "--id", "nobody"), "there is no override 'nobody'"),
        (("show", "nobody"), "there is no override 'nobody'"),
        (("remove", "nobody"), "answerable overrides list shows them"),
        (("check", "nobody"), "there is no override 'nobody'"),
    ],
)
def test_mistakes_are_told_with_what_is_right(words: tuple[str, ...], says: str) -> None:
    told = run("overrides", *words)
    assert (told.code, says in told.err) == (2, True), told.err


def test_overrides_are_fenced_by_tenant() -> None:
    run("overrides", "add", "draft", "who sets prices", "canary", "--tenant", "acme")
    assert "canary" not in run("ask", ASKED, "--assistant", "warehouse").out
    assert json.loads(run("overrides", "list", "--json").out) == []
    assert "Nothing is pinned" in run("overrides", "list").err
    assert "Nothing is pinned" in run("overrides", "check").err
