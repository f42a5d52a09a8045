"""Floors: the lowest figures that may be committed. Lowering one is a change that shows in review."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

# These figures are better when lower; their "floor" is a ceiling.
LOWER_IS_BETTER = frozenset({"false_refusals", "median_chars", "fooled"})

Floors = Mapping[str, Mapping[str, float]]


def read_floors(path: Path) -> Floors:
    """The floors by suite; none when there is no file."""
    if not path.is_file():
        return {}
    floors: dict[str, dict[str, float]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return floors


def misses(suite: str, figures: Mapping[str, float], floors: Floors) -> list[str]:
    """Every figure of a suite that is worse than its floor, in words."""
    return [
        f"{suite} {name} is {figures[name]:.3f}, the floor is {floor:.3f}"
        for name, floor in floors.get(suite, {}).items()
        if worse(name, figures[name], floor)
    ]


def worse(name: str, value: float, than: float) -> bool:
    """Whether a figure is worse than another value of it."""
    return value > than if name in LOWER_IS_BETTER else value < than


def way(name: str, before: float | None, after: float | None) -> str:
    """What became of a figure: new, gone, worse or better; nothing where it stayed."""
    if before == after:
        return ""
    if before is None or after is None:
        return "new" if before is None else "gone"
    return "worse" if worse(name, after, before) else "better"
