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
    found = []
    for name, floor in floors.get(suite, {}).items():
        value = figures[name]
        worse = value > floor if name in LOWER_IS_BETTER else value < floor
        if worse:
            found.append(f"{suite} {name} is {value:.3f}, the floor is {floor:.3f}")
    return found
