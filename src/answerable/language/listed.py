"""Word lists as they are written in code: one text, words apart by spaces."""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(words.split())
