"""Words that turn a sentence around, in English and German; the words themselves are in opposites.toml."""

from __future__ import annotations

from collections.abc import Iterable

from answerable.lists import listed, read_list

_LISTS = read_list(__package__, "opposites.toml")
NEGATIONS, DENIALS, LIMITS, _NO_NEGATIONS = (
    listed(_LISTS[name]) for name in ("negations", "denials", "limits", "no_negations")
)
LIMITING = LIMITS | listed(_LISTS["limiting"])


def _opposites(rows: Iterable[str]) -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for row in rows:
        members = row.split()
        for word in members:
            known.setdefault(word, set()).update(members[1:] if word == members[0] else members[:1])
    return {word: frozenset(others - {word}) for word, others in known.items()}


OPPOSITES = _opposites(_LISTS["opposites"])
REPORTING: dict[str, str] = _LISTS["reporting"]


def negation(word: str) -> bool:
    """Whether one lower-case word negates."""
    if word in NEGATIONS or word.startswith("kein"):
        return True
    return word.endswith(("n't", "less")) and word not in _NO_NEGATIONS
