"""What a customer's words speak of: what is asked, what about, or what is no shop's business. The words are data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import StaticVectors, nearness, shared_vectors
from answerable.language.meanings import roots
from answerable.language.words import STOPWORDS
from answerable.lists import read_list

# At 0.6 five sets of questions had 198 of 230 policy questions right, at 0.5 197, at 0.42 196, without 192.
_NEAR = 0.6
_SMALL = STOPWORDS["en"] | STOPWORDS["de"]
_SPREAD = 3  # how far behind the last word of a phrase its next one may stand. Chosen, not measured.


@lru_cache(maxsize=4096)
def subjects_of(said: tuple[str, ...]) -> Mapping[str, str]:
    """Every subject that words speak of, with its kind."""
    return {name: kind for name, kind, _ in _found(said)}


def spoken_of(said: Sequence[str]) -> list[str]:
    """Those of some words that say what they are about."""
    places = {place for _, kind, found in _found(said) if kind == "about" for place in found}
    return [said[place] for place in sorted(places)]


def _found(said: Sequence[str]) -> Iterator[tuple[str, str, list[int]]]:
    heard = [heard_in(word) for word in said]
    for first, patterns in enumerate(heard):
        for name, kind, rest in (phrase for pattern in patterns for phrase in _phrases()[pattern]):
            places = [first]
            for wanted in rest:
                ahead = range(places[-1] + 1, min(len(heard), places[-1] + 1 + _SPREAD))
                places += [at for at in ahead if wanted in heard[at]][:1]
            if len(places) == 1 + len(rest):
                yield name, kind, places


@lru_cache(maxsize=32_768)
def heard_in(word: str) -> frozenset[str]:
    """The patterns of the file that a word fits."""
    exact, parts = _patterns()
    stems = {pattern for root in roots(word) for pattern in exact.get(root, ())}
    found = stems & {word} if word in _SMALL else stems  # "does" is no "dose"
    for pattern, core in parts:
        fits = word.startswith(core) if pattern[0] != "*" else core in word if pattern[-1] == "*" else None
        if fits or (fits is None and word.endswith(core)):
            found.add(pattern)
    return frozenset(found or _nearest(word))


def _nearest(word: str) -> list[str]:
    """The listed word that a word nobody listed is nearest to, if it is near: "dentist" speaks of teeth."""
    table, (known, vectors) = shared_vectors(), _known()
    if not isinstance(table, StaticVectors) or word in _SMALL or len(table.pieces(word)) != 1:
        return []
    near = nearness(vectors, table.embed([word])[0])
    return [known[int(near.argmax())]] if near.max() >= _NEAR else []


@lru_cache(maxsize=1)
def _known() -> tuple[list[str], NDArray[np.float32]]:
    """The listed words that mean a subject by themselves, and their vectors."""
    alone = [one for one, rows in _phrases().items() if "*" not in one and any(not row[2] for row in rows)]
    return alone, shared_vectors().embed(alone)


@lru_cache(maxsize=1)
def _phrases() -> dict[str, list[tuple[str, str, tuple[str, ...]]]]:
    """Subjects with their kinds, under the first pattern of each phrase, with those that must follow."""
    content = read_list(__package__, "subjects.toml")
    found: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
    for kind, rows in content.items():
        for name, row in rows.items():
            for first, *rest in (entry.split("_") for entry in row.split()):
                found.setdefault(first, []).append((name, kind, tuple(rest)))
                for pattern in rest:
                    found.setdefault(pattern, [])
    return found


@lru_cache(maxsize=1)
def _patterns() -> tuple[dict[str, list[str]], list[tuple[str, str]]]:
    """Whole words under their stems; and the patterns that leave something open, with what they say."""
    exact: dict[str, list[str]] = {}
    for pattern in _phrases():
        for root in roots(pattern) if "*" not in pattern else ():
            exact.setdefault(root, []).append(pattern)
    return exact, [(pattern, pattern.strip("*")) for pattern in _phrases() if "*" in pattern]
