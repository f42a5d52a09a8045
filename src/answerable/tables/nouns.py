"""The forms of nouns: one, many, and German ones among English."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.tables.lexicon import small_words


def german(words: Sequence[str]) -> list[str]:
    """The German ones among a catalog's words: nouns with a capital, which English ones do not have."""
    return [word for word in words if word[:1].isupper() and not word[:2].isupper()]


def is_plural(one: str, other: str) -> bool:
    return other.startswith(one[:4]) and other.endswith(("en", "s", "e", "er")) and other != one


def single(word: str) -> str:
    """An English noun as one of its kind."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def plural(label: str) -> str:
    if label.endswith("y") and label[-2:-1] not in "aeiou":
        return f"{label[:-1]}ies"
    ending = "es" if label.endswith(("s", "x", "ch", "sh")) else "s"
    return label if label.endswith(tuple(small_words("mass"))) else label + ending
