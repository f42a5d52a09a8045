"""How near two texts' words are when they say how things are related: same stem, same meaning, near in direction.

The meanings are data (`meanings.toml`), English and German, so a German page can answer an English question; where they
know nothing, the vectors decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

import numpy as np

from answerable.language.embed import StaticVectors, shared_vectors
from answerable.language.words import STOPWORDS, detect_language, stem, words
from answerable.lists import read_list

# What a word counts that another one stands for: of the same meaning, a part of a compound. Chosen, not measured; below
# _NEAR vectors tell nothing
# ("award" and "prize" 0.60, "salary" and "earns" 0.50; "mother" and "married" 0.11).
SAME_MEANING, _PART, _NEAR = 0.85, 0.75, 0.42
_SMALL = STOPWORDS["en"] | STOPWORDS["de"]
_PHRASE = "_"  # marks a word that is a part of a phrase
_COMPOUND = 5  # letters of a word that may be a part of a compound
_DERIVED = 0.75  # of the shorter word's letters are then the same
_SPREAD = 4  # words that may stand between two words of a phrase


@lru_cache(maxsize=65_536)
def roots(word: str) -> frozenset[str]:
    """Its stems, each with its language."""
    return frozenset(f"{language}:{stem(word, language)}" for language in ("en", "de"))


@lru_cache(maxsize=1)
def _meanings() -> dict[str, list[tuple[str, tuple[frozenset[str], ...]]]]:
    """Every meaning under the stems of the first word that says it, with the stems of the words that must follow."""
    rows = read_list(__package__, "meanings.toml")
    found: dict[str, list[tuple[str, tuple[frozenset[str], ...]]]] = {}
    for name, row in rows.items():
        for entry in row.split():
            first, *rest = (roots(word) for word in entry.split("_"))
            for root in first:
                found.setdefault(root, []).append((name, tuple(rest)))
    return found


@lru_cache(maxsize=2)
def twins(language: str) -> Mapping[str, frozenset[str]]:
    """Under the stem of each listed word, the stems of all words that share a meaning with it; phrases are left out."""
    found: dict[str, set[str]] = {}
    for row in read_list(__package__, "meanings.toml").values():
        alike = {stem(word, language) for word in row.split() if "_" not in word and word not in _SMALL}
        for root in alike:
            found.setdefault(root, set()).update(alike)
    return {root: frozenset(alike) for root, alike in found.items()}


@lru_cache(maxsize=32_768)
def meanings_of(said: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """The meanings that each word of a text has there; as a part of a phrase it has only those of the phrase."""
    found: list[set[str]] = [set() for _ in said]
    phrased: list[set[str]] = [set() for _ in said]
    for place, word in enumerate(said):
        for root in roots(word):
            for name, rest in _meanings().get(root, ()):
                if (places := _follow(said, place, rest)) is not None:
                    for one in (place, *places):
                        (phrased if places else found)[one].add(name)
        if not found[place] and len(word) >= 2 * _COMPOUND:
            found[place] |= _ending(word)
    return tuple(
        frozenset(own | {_PHRASE} if own else alone) for own, alone in zip(phrased, found, strict=True)
    )


def _follow(said: Sequence[str], place: int, rest: Sequence[frozenset[str]]) -> list[int] | None:
    places = list[int]()
    for wanted in rest:
        ahead = range(place + 1, min(len(said), place + 1 + _SPREAD))
        found = next((at for at in ahead if roots(said[at]) & wanted), None)
        if found is None:
            return None
        places.append(place := found)
    return places


@lru_cache(maxsize=16_384)
def _ending(word: str) -> frozenset[str]:
    """What a German compound means: its end does ("Küchenchefin")."""
    for at in range(2, len(word) - _COMPOUND + 1):
        alone = [name for root in roots(word[at:]) for name, rest in _meanings().get(root, ()) if not rest]
        if alone:
            return frozenset(alone)
    return frozenset()


@lru_cache(maxsize=65_536)
def said_by(asked: tuple[str, ...], text: str) -> tuple[tuple[float, int], ...]:
    """For each word that is asked how well a text says it, 0 to 1, and with which of its words; none says two."""
    told = tuple(words(text))
    if not told or not asked:
        return tuple((0.0, -1) for _ in asked)
    near = np.einsum("ij,kj->ik", shared_vectors().embed(asked), shared_vectors().embed(told))
    small = STOPWORDS[detect_language(text)]  # "Die Wiege …" tells of no death
    mine, theirs = meanings_of(asked), meanings_of(told)
    every = sorted(
        (
            (_likeness(word, other, mine[i], theirs[k], float(near[i, k])), -i, -k)
            for i, word in enumerate(asked)
            for k, other in enumerate(told)
            if (other not in _SMALL or theirs[k]) and (other not in small or _PHRASE in theirs[k])
        ),
        reverse=True,
    )
    best, used = [(0.0, -1)] * len(asked), set[int]()
    for score, i, k in every:
        if (
            score > 0
            and best[-i][1] < 0
            and (-k not in used or (score == _PART and len(told[-k]) > 2 * _COMPOUND))
        ):
            best[-i] = (score, -k)
            used |= {-k} if score != _PART else set()  # a compound says two things
    for i, own in enumerate(mine):  # what says one word of a phrase says all of it
        if best[i][1] < 0 and _PHRASE in own:
            best[i] = max(
                (best[k] for k, other in enumerate(mine) if _PHRASE in other and len(own & other) > 1)
            )
    return tuple(best)


def _likeness(word: str, other: str, mine: frozenset[str], theirs: frozenset[str], near: float) -> float:
    same = word == other or (len(word) > 2 and bool(roots(word) & roots(other)))
    if _PHRASE in mine | theirs and mine and theirs:
        # "out of service" is not "in service": what a phrase means counts, not its words.
        return (1.0 if same else SAME_MEANING) if (mine & theirs) - {_PHRASE} else 0.0
    if same:
        return 1.0
    if mine & theirs and other not in _SMALL:
        return SAME_MEANING
    short, long = sorted((word, other), key=len)
    if (
        len(short) >= _COMPOUND
        and len(long) > len(short) + 2
        and (long.startswith(short) or long.endswith(short))
    ):
        return _PART
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    if shared > _COMPOUND and shared >= _DERIVED * len(short):
        return _PART  # "belagert" and "Belagerung", "inventor" and "invention"
    return near if near >= _NEAR and other not in _SMALL and _whole(word) and _whole(other) else 0.0


@lru_cache(maxsize=32_768)
def _whole(word: str) -> bool:
    """Whether the table has the word itself; the sum of a German word's pieces means nothing."""
    table = shared_vectors()
    return isinstance(table, StaticVectors) and len(table.pieces(word)) == 1
