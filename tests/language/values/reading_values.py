"""Short ways to read one text's values."""

from __future__ import annotations

from answerable.language.values import Value, find_values


def one(text: str, language: str = "en") -> Value:
    """The first checked value that is read rather than compared."""
    return next(v for v in find_values(text, language) if not v.weak and v.kind not in ("name", "quote"))


def forms(text: str, language: str = "en") -> set[str]:
    """The canonical forms of all checked values."""
    return {v.canonical for v in find_values(text, language) if not v.weak}
