"""The words of a question that name a relation: nouns, verbs, and question words that mean one by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from answerable.facts.fact import Attribute
from answerable.facts.names import KIN, KINDS, TYPES
from answerable.facts.relations import RELATIONS, by_noun
from answerable.language.meanings import roots
from answerable.language.words import words

Phrase = tuple[tuple[str, ...], Attribute, str]  # its words, what they name, and in which role
# Small words that a phrase may have and a question need not.
_SMALL = frozenset(KINDS["asking"]["small"].split())
# A German compound is read by its end ("Vereinsgründer") when that is at least so long. Chosen, not measured.
COMPOUND = 6


# Words that share a stem with another verb by accident.
_EXACT = frozenset(("found", "die", "dies"))


@lru_cache(maxsize=1)
def phrase_words() -> frozenset[str]:
    """Every word that is a part of some phrase."""
    return frozenset(word for phrases in _lexicon().values() for said, _, _ in phrases for word in said)


@lru_cache(maxsize=8_192)
def type_of(word: str) -> str:
    """The kind a type word names ("town" is a place)."""
    low = word.lower()
    forms = (low, *(low.removesuffix(end) for end in ("s", "en", "n", "es")), f"{low.removesuffix('ies')}y")
    return next((kind for kind, words in TYPES.items() if any(form in words for form in forms)), "")


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, list[Phrase]]:
    """Every phrase of every relation under the stems of its longest word."""
    found: dict[str, list[Phrase]] = {}
    for relation in RELATIONS.values():
        for role in ("nouns", "does", "done", "asks"):
            for phrase in getattr(relation, role):
                if role == "nouns" and phrase in relation.done:
                    continue  # "Founded" labels a date; in a question it is a verb
                said = tuple(w for w in words(phrase) if w not in _SMALL)
                if said and (
                    role == "asks"
                    or any((len(w) > 2 and type_of(w) != relation.wants) or w in KIN for w in said)
                ):
                    for root in roots(max(said, key=len)):
                        found.setdefault(root, []).append((said, relation, role))
    return found


_FURTHER_KIN = ("gross", "groß", "urgross", "schwieger", "stief", "enkel")


@lru_cache(maxsize=4_096)
def _ending(word: str) -> list[Phrase]:
    if word.startswith(_FURTHER_KIN):
        return []  # a "Grossmutter" is no mother
    nouns = [end for place in range(2, len(word) - COMPOUND + 1) if (end := word[place:]) in by_noun()]
    return [((word,), relation, "nouns") for end in nouns[:1] for relation in by_noun()[end]]


@lru_cache(maxsize=16_384)
def asked_by(said: tuple[str, ...]) -> list[tuple[Attribute, str, frozenset[str]]]:
    """The relations that some words of a question name: which, in which role, and the stems of the words used."""
    best: dict[tuple[str, str], tuple[Attribute, str, frozenset[str]]] = {}
    covered: dict[str, frozenset[str]] = {}
    stems = [roots(word) for word in said]
    for word, own in zip(said, stems, strict=True):
        phrases = [phrase for root in own for phrase in _lexicon().get(root, ())]
        for phrase, relation, role in phrases or _ending(word):
            if places := _places(phrase, said, stems, noun=role == "nouns"):
                used = frozenset(root for place in places for root in stems[place])
                best.setdefault((relation.name, role), (relation, role, used))
                # Two words for one thing ("wife or husband", "award … receive") are both used up.
                covered[relation.name] = covered.get(relation.name, frozenset()) | used
    return [(relation, role, covered[relation.name]) for relation, role, _ in best.values()]


def _places(
    phrase: Sequence[str], said: Sequence[str], stems: Sequence[frozenset[str]], *, noun: bool
) -> list[int]:
    """Where a question has the words of a phrase, in any order; nothing if one is missing."""
    places = list[int]()
    for word in phrase:
        own = roots(word)
        for place, one in enumerate(said):
            # Short verbs are listed in all their forms ("found" is no form of "founded").
            related = len(word) > (2 if noun else 5) and one not in _EXACT and own & stems[place]
            if one == word or (related and not (noun and _other_noun(one, word))):
                places.append(place)
                break
        else:
            return []
    return places


def _other_noun(one: str, word: str) -> bool:
    """Whether two words share a stem and are two nouns all the same ("moth" and "mother", "hold" and "holding")."""
    short, long = sorted((one, word), key=len)
    return long.startswith(short) and long[len(short) :] in ("er", "ing", "ers", "ung", "ed", "r", "rs")
