"""How the source is read for the tests of the house: modules, what they import, how long things are."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "answerable"
TESTS = ROOT / "tests"
# What tools leave behind; none of it is ours.
NOT_OURS = {".git", ".venv", ".tools", "__pycache__", ".hypothesis", "dist"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Finding:
    """A rule that is broken somewhere; `where` is what an exception names."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


@dataclass(frozen=True)
class Imported:
    """One name that a module imports: `module` is the place, `name` what is taken from it."""

    module: str
    name: str
    line: int
    hidden: bool  # inside a function


class Module:
    """One file of the source."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = path.relative_to(SRC).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    @property
    def dotted(self) -> str:
        parts = ["answerable", *self.place.removesuffix(".py").split("/")]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.dotted.split(".")[1:])

    @cached_property
    def functions(self) -> list[tuple[str, Function]]:
        """Every function with its name as `Class.method`."""
        return list(_functions(self.tree, ""))

    @cached_property
    def imports(self) -> list[Imported]:
        inside = {id(node) for _, function in self.functions for node in ast.walk(function)}
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [Imported(a.name, "", node.lineno, id(node) in inside) for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                module = node.module or ""
                found += [Imported(module, a.name, node.lineno, id(node) in inside) for a in node.names]
        return found

    def inner_imports(self) -> Iterator[str]:
        """The modules of this house that it imports, as they are found on disk."""
        for imported in self.imports:
            if imported.module.split(".")[0] == "answerable" and imported.name != "__version__":
                deeper = f"{imported.module}.{imported.name}"
                yield deeper if deeper in by_name() else imported.module


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


@lru_cache(maxsize=1)
def modules() -> tuple[Module, ...]:
    """Every module of the package."""
    return tuple(Module(path) for path in sorted(SRC.rglob("*.py")))


@lru_cache(maxsize=1)
def by_name() -> dict[str, Module]:
    return {module.dotted: module for module in modules()}


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: Function) -> list[str]:
    """The names a caller has to know; `self` and `cls` are not among them."""
    given = function.args
    names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def words_of(name: str) -> set[str]:
    """`PageFetcher2` and `page_fetcher` are both made of the words page and fetcher."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def circles(ways: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other, found by walking until nothing new is reached."""
    reach: dict[str, set[str]] = {}
    for start, first in ways.items():
        seen: set[str] = set()
        ahead = [*first]
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                ahead.extend(ways.get(name, ()))
        reach[start] = seen
    groups = {
        tuple(sorted(other for other in reach[name] if name in reach.get(other, ())))
        for name in ways
        if name in reach[name]
    }
    return [list(group) for group in sorted(groups)]


def files(*endings: str) -> Iterator[Path]:
    """Every file of the repository that is ours, with one of these endings."""
    for folder, inner, names in os.walk(ROOT):
        inner[:] = sorted(name for name in inner if not _left_by_tools(name))
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(endings))


def _left_by_tools(folder: str) -> bool:
    return folder in NOT_OURS or folder.endswith(("_cache", ".egg-info"))
