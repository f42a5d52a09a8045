"""Built-in parts are listed on request; the rest is tested in tests/test_plugins.py, with a real plug-in."""

from __future__ import annotations

import json

from answerable.cli import COMMANDS
from tests.cli.terminal import run


def test_built_in_parts_are_listed_on_request() -> None:
    assert "docs/plugins.md" in run("plugins", "list").err
    told = run("plugins", "list", "--all", "--json")
    names = {(plugin["kind"], plugin["name"]) for plugin in json.loads(told.out)}
    assert {("sources", "website"), ("engines", "tavily"), ("guards", "question")} <= names
    assert {name for kind, name in names if kind == "commands"} == set(COMMANDS)


def test_one_kind_can_be_chosen() -> None:
    lines = run("plugins", "list", "--all", "--kind", "engines").out.splitlines()
    assert [line.split()[1] for line in lines] == ["local", "duckduckgo", "google", "tavily"]
