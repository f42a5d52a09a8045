"""Whether a word that was typed is the word that was meant, in either language."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from answerable.language.embed import StaticVectors, shared_vectors
from answerable.language.meanings import roots
from answerable.lists import read_list

_COMPOUND = 4  # letters of a noun that may be a part of a German compound. Chosen, not measured.


@lru_cache(maxsize=50_000)
def alike(said: str, wanted: str) -> bool:
    """Whether a word is meant: equal, with any ending where `*` allows it, or with one slip of the finger."""
    if wanted.endswith("*"):
        root = wanted[:-1]
        return said.startswith(root) or (
            len(root) >= 5 and _one_slip(said[: len(root)], root) and not _is_word(said)
        )
    if said == wanted:
        return True
    slipped = len(wanted) >= 5 and len(said) >= 4 and said[0] == wanted[0] and _one_slip(said, wanted)
    return slipped and (not _is_word(said) or bool(roots(said) & roots(wanted)))


def same_thing(said: str, wanted: str) -> bool:
    """Whether two words have a stem in common, or one is the other in the other language."""
    return bool(_stems(said) & roots(wanted))


@lru_cache(maxsize=4_096)
def _stems(said: str) -> frozenset[str]:
    """The stems of a word and of what it means in the other language, whole or as a part of a compound."""
    own = roots(said)
    found = [word for word, english in _nouns() if own & roots(english)]
    for word, english in _nouns():
        part = _COMPOUND <= len(word) < len(said) - 2 and said.startswith(word)
        found += [english] if part or own & roots(word) else []
    return own.union(*map(roots, found))


@lru_cache(maxsize=1)
def _nouns() -> tuple[tuple[str, str], ...]:
    """Every German noun of nouns.toml with each English one that means the same."""
    rows = " ".join(read_list(__package__, "nouns.toml").values()).split()
    pairs = [row.split("=") for row in rows]
    return tuple(
        (de, en) for english, german in pairs for de in german.split("/") for en in english.split("/")
    )


def _is_word(said: str) -> bool:
    """Whether people write this word: "same" is not "shame" mistyped."""
    table = shared_vectors()
    return isinstance(table, StaticVectors) and len(table.pieces(said)) == 1


def _one_slip(one: str, two: str) -> bool:
    """One letter too many, too few, other, or two exchanged."""
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    one, two = one[start:], two[start:]
    return (
        one[1:] == two[1:]
        or one[1:] == two
        or one == two[1:]
        or (one[:2] == two[1::-1] and one[2:] == two[2:])
    )
