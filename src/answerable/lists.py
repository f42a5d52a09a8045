"""Word lists: those that ship beside the code as .toml files, and those that are written in it. Nothing is kept here:
who reads a list when the module is loaded and who reads it at first need is for the reader to say."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def read_list(package: str, *path: str) -> dict[str, Any]:
    """What a shipped .toml file of a package says; `path` goes down through its folders."""
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))


def listed(words: str) -> frozenset[str]:
    """The words of a text, which stand apart by spaces."""
    return frozenset(words.split())
