"""Nouns as plain JSON and back, read off their own type hints: no pickle, and no second schema to keep in step."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

_PLAIN = (str, int, float, bool, type(None))


def to_json(value: Any) -> Any:
    """A noun as JSON; what is plain already stays as it is."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        return {name: to_json(getattr(value, name)) for name in _names(value.__class__)}
    if isinstance(value, Mapping):
        return {str(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(to_json(inner) for inner in value)
    if isinstance(value, list | tuple):
        return [to_json(inner) for inner in value]
    if isinstance(value, _PLAIN):
        return value
    return str(value)  # a source may leave a date or a decimal in a plain-JSON place; its words are kept


def from_json(kind: Any, value: Any) -> Any:
    """The noun of this type that was written; fields that came since get their defaults."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of(inner, value)
    if origin is tuple:
        each = inner[0] if inner[-1:] == (...,) else None
        kinds = [each] * len(value) if each is not None else inner
        return tuple(from_json(item, part) for item, part in zip(kinds, value, strict=True))
    if origin in (list, set):
        return origin(from_json(inner[0], part) for part in value)
    if origin in (dict, Mapping):
        return {key: from_json(inner[1], part) for key, part in value.items()}
    if isinstance(kind, type):
        if is_dataclass(kind):
            hints = _hints(kind)
            return kind(
                **{name: from_json(hints[name], part) for name, part in value.items() if name in hints}
            )
        if issubclass(kind, Enum):
            return kind(value)
        if issubclass(kind, datetime):
            return datetime.fromisoformat(value)
    return value


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    """An optional noun; a union of plain values is its own JSON."""
    nouns = [kind for kind in kinds if kind not in _PLAIN]
    return from_json(nouns[0], value) if len(nouns) == 1 and value is not None else value


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@lru_cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
