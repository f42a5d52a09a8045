"""When facts fit a condition that is written as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NOTHING: tuple[Any, ...] = (None, "", [])


def fits(facts: Mapping[str, Any], when: Mapping[str, Any]) -> bool:
    """Whether every condition holds: equal, one of a list, `""` for nothing, `"*"` for anything."""
    return all(_fits(facts.get(name), wanted) for name, wanted in when.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_fits(value, one) for one in wanted)
    if wanted in ("", "*"):
        return bool((value in _NOTHING) == (wanted == ""))
    return bool(value == wanted)
