"""How much a text is made of what attacks are made of, whatever its exact words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from answerable.stages.guard.phrases import PhraseList, load

_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]?")
_FAR = 9.0
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


@dataclass(frozen=True)
class Concept:
    """One ingredient of an attack (or of an honest question) and its weight."""

    name: str
    weight: float
    words: frozenset[str]
    starts: tuple[str, ...]  # beginnings of words, written with a star
    opening: bool  # counts only as a sentence's first word


@lru_cache(maxsize=1)
def concepts() -> tuple[Concept, ...]:
    """All concepts, from the data file."""
    return tuple(
        Concept(
            name,
            float(entry["weight"]),
            frozenset(word for word in entry["words"].split() if not word.endswith("*")),
            tuple(word[:-1] for word in entry["words"].split() if word.endswith("*")),
            entry.get("start", False),
        )
        for name, entry in load("concepts.toml")["concept"].items()
    )


def attack_score(text: str, harmless: PhraseList) -> float:
    """How far the most suspicious sentence of a text lies above (or below) what decides."""
    scores = [_score(piece) for piece in _SENTENCE.findall(text) if not harmless.search(piece)]
    return max(scores, default=-_FAR)


def ingredients(sentence: str) -> frozenset[str]:
    """The concepts one sentence holds, and the pairs of them that count together."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    found = {c.name for c in concepts() if _holds(c, words[:1] if c.opening else words)}
    pairs = (pair for pair in load("concepts.toml")["together"] if found.issuperset(pair.split("+")))
    return frozenset(found.union(pairs))


def _score(sentence: str) -> float:
    content = load("concepts.toml")
    found = ingredients(sentence)
    if found.isdisjoint(content["things"]):
        return -_FAR
    needed = content["decides"] + (content["deedless"] if found.isdisjoint(content["deeds"]) else 0.0)
    alone = sum(concept.weight for concept in concepts() if concept.name in found)
    together = sum(weight for pair, weight in content["together"].items() if pair in found)
    return float(alone + together + content["bias"] - needed)


def _holds(concept: Concept, words: list[str]) -> bool:
    return any(
        word in concept.words or (bool(concept.starts) and word.startswith(concept.starts)) for word in words
    )
