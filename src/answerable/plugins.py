"""The one door for parts that have a name: sources, tools, guards, search engines, judges and commands.

In: the built-in ones, and the entry points of installed packages (group `answerable.sources` and so on). Out: what a
name stands for, loaded when it is asked for. A plug-in that cannot be loaded costs itself only, and its error says
which package to look at. Never: opens or runs what it finds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from answerable.errors import PluginError

KINDS = ("sources", "tools", "guards", "engines", "judges", "commands")
OURS = "answerable"
# What ships with the product, named the way a package names its entry points.
BUILT_IN: dict[str, dict[str, str]] = {
    "sources": {"website": "answerable.build.website:open_source"},
    "tools": {},  # the shipped ones lie in their assistant's folder
    "guards": {"question": "answerable.build.plugged:open_question"},
    "engines": {
        name: f"answerable.build.research:open_{name}" for name in ("local", "duckduckgo", "google", "tavily")
    },
    "judges": {"rule": "answerable.evals.judge.by_rule:RuleJudge"},
    "commands": {},  # the command line declares its own
}


@dataclass(frozen=True)
class Plugin:
    """A name, what it stands for, and whose it is."""

    kind: str
    name: str
    target: str  # module:object
    package: str = OURS
    fault: str = ""  # why it cannot be used whatever it loads

    def load(self) -> Any:
        """What the name stands for; raises `PluginError` that says which package to repair."""
        module, _, attribute = self.target.partition(":")
        if self.fault:
            raise PluginError(
                self.where, self.fault, hint=f"Rename it in {self.package}, or remove that package."
            )
        try:
            found: Any = import_module(module)
            for part in filter(None, attribute.split(".")):
                found = getattr(found, part)
        except Exception as error:  # somebody else's module may break in any way; the others must stay usable
            if self.package == OURS:
                raise
            why = f"cannot be loaded from {self.target!r} ({type(error).__name__}: {error})."
            hint = f"Repair or update the package {self.package}, or remove it: pip uninstall {self.package}"
            raise PluginError(self.where, why, hint=hint) from error
        return found

    @property
    def where(self) -> str:
        """How messages name it."""
        return f"plug-in {self.kind}.{self.name} of {self.package}"


def declare(kind: str, built_in: Mapping[str, str]) -> None:
    """Name parts that ship with the product; for rooms that keep their own list of them."""
    BUILT_IN[kind] |= built_in
    named.cache_clear()


@lru_cache
def named(kind: str) -> Mapping[str, Plugin]:
    """Everything of a kind by its name, the built-in ones first; of two with one name the first is kept."""
    found = {name: Plugin(kind, name, target) for name, target in BUILT_IN[kind].items()}
    for plugin in _installed(kind):
        found.setdefault(plugin.name, plugin)
    return found


def load(kind: str, name: str) -> Any:
    """What a name stands for; raises `PluginError` that says which names there are, or what is broken."""
    known = named(kind)
    if name not in known:
        hint = f"There are {', '.join(known) or 'none'}; install the package that brings it."
        raise PluginError(f"{kind}.{name}", "is not there.", hint=hint)
    return known[name].load()


def listed() -> list[Plugin]:
    """Every part of every kind; one whose name is taken already stands there with that fault."""
    found: list[Plugin] = []
    for kind in KINDS:
        known = named(kind)
        found += known.values()
        for plugin in _installed(kind):
            if known[plugin.name] != plugin:
                owner = known[plugin.name].package
                fault = f"is not used: the name {plugin.name!r} belongs to {owner}."
                found.append(Plugin(kind, plugin.name, plugin.target, plugin.package, fault))
    return found


def _installed(kind: str) -> Iterator[Plugin]:
    if not _anybody():
        return
    metadata = import_module("importlib.metadata")  # takes 40 ms, which only an installed plug-in has to pay
    points = metadata.entry_points(group=f"{OURS}.{kind}")
    ordered = sorted(points, key=lambda point: (point.dist.name, point.name))
    for point in ordered:
        yield Plugin(kind, point.name, point.value, point.dist.name)


@lru_cache
def _anybody() -> bool:
    """Whether any installed package names an entry point of ours; a quick look, 5 ms at 200 packages."""
    marks = tuple(f"[{OURS}.{kind}]" for kind in KINDS)
    for folder in map(Path, dict.fromkeys(sys.path)):
        for points in folder.glob("*.dist-info/entry_points.txt") if folder.is_dir() else ():
            text = points.read_text(encoding="utf-8", errors="replace")
            if any(mark in text for mark in marks):
                return True
    return False
