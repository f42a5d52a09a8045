"""Whether a word that was typed is the word that was meant."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=50_000)
def alike(said: str, wanted: str) -> bool:
    """Whether a word is meant: equal, with any ending where `*` allows it, or with one slip of the finger."""
    if wanted.endswith("*"):
        root = wanted[:-1]
        return said.startswith(root) or (len(root) >= 5 and _one_slip(said[: len(root)], root))
    if said == wanted:
        return True
    return len(wanted) >= 5 and len(said) >= 4 and said[0] == wanted[0] and _one_slip(said, wanted)


def _one_slip(one: str, two: str) -> bool:
    """One letter too many, too few, other, or two exchanged."""
    if one == two:
        return True
    if abs(len(one) - len(two)) > 1:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )
    one, two = one[start:], two[start:]
    return (
        one[1:] == two[1:]
        or one[1:] == two
        or one == two[1:]
        or (one[:2] == two[1::-1] and one[2:] == two[2:])
    )
