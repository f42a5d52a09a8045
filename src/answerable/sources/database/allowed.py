"""The lists of `allowed.toml`, as the guard and the readers use them."""

from __future__ import annotations

from sqlglot import exp

from answerable.lists import read_list

_LISTS = read_list(__package__, "allowed.toml")


def _words(*parts: str) -> frozenset[str]:
    return frozenset(word for part in parts for line in _LISTS[part].values() for word in line.split())


# A name that sqlglot does not know is an error at import, not a hole found later.
NODES: frozenset[type] = frozenset(getattr(exp, name) for name in _words("nodes", "functions"))
TYPES = frozenset(exp.DType[name] for name in _words("types"))
NOT_COLUMNS = _words("words")
SQLITE_REFUSED = _words("sqlite")


def functions_by_name(dialect: str) -> frozenset[str]:
    """The functions without a class of their own that a dialect's queries may call."""
    lines = (_LISTS["by_name"].get(part, "") for part in ("every", dialect))
    return frozenset(name for line in lines for name in line.split())
