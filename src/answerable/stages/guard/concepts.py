"""What attacks are made of, whatever their exact words."""

from __future__ import annotations

import re
from functools import lru_cache

from answerable.stages.guard.phrases import load

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def ingredients(sentence: str) -> frozenset[str]:
    """The concepts that a sentence holds a word of."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    only_first = {name for name, entry in load("concepts.toml").items() if entry.get("start")}
    opening = _concepts(words[0]) if words else frozenset()
    return frozenset().union(*map(_concepts, words)) - only_first | opening


@lru_cache(maxsize=4096)
def _concepts(word: str) -> frozenset[str]:
    return frozenset(
        name for name, (whole, starts) in _words().items() if word in whole or word.startswith(starts)
    )


@lru_cache(maxsize=1)
def _words() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """Each concept's words, and the beginnings of words, which are written with a star."""
    listed = {name: entry["words"].split() for name, entry in load("concepts.toml").items()}
    return {
        name: (
            frozenset(word for word in words if not word.endswith("*")),
            tuple(word[:-1] for word in words if word.endswith("*")),
        )
        for name, words in listed.items()
    }
