"""How a reply sounds: apologies, shouting, scolding, slang, and how hard it is to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from answerable.language.sentences import split_sentences
from answerable.language.words import words
from answerable.lists import read_list

LISTS: Mapping[str, Sequence[str]] = read_list(__package__, "manners.toml")
# One apology is polite, two are noise. Words in capitals may be names (DHL, EUR): so many in one reply, and so large a
# part of it, are not. Chosen on the golden set.
APOLOGIES, CAPITALS, CAPITAL_SHARE = 1, 3, 0.25
# Flesch's ease for English, Amstad's for German: 30 is a scientific paper, below 0 a contract. Too few words say
# nothing. Chosen, not measured.
HARD, ENOUGH_WORDS = 0.0, 25
_CAPITALS = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")
_PICTURES = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_VOWELS = {
    "en": re.compile(r"[aeiouy]+(?!\b)|[aiouy]+\b|\b[^aeiouy\W]+\b"),
    "de": re.compile(r"[aeiouäöüy]+"),
}
MARKS = re.compile(r"\s*\[\d+(?:,\s*\d+)*\]")


@lru_cache(maxsize=64)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    ways = (re.escape(phrase).replace(r"\*", r"\w*") for phrase in phrases)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)", re.IGNORECASE)


def said(listed: str, text: str) -> list[str]:
    """The phrases of a list that a text says."""
    return _pattern(tuple(LISTS[listed])).findall(text.replace("’", "'"))


def asks_for(text: str) -> Iterator[str]:
    """The kinds of value a question back wants."""
    given: Mapping[str, Sequence[str]] = LISTS["given"]  # type: ignore[assignment]  # the one table among the lists
    return (kind for kind, phrases in given.items() if _pattern(tuple(phrases)).search(text))


def reading_ease(text: str, language: str) -> float:
    """How easily a text is read: 100 is a comic, 30 a scientific paper. 100 where there is too little of it."""
    lines = [line for line in text.splitlines() if " | " not in line]  # rows are not read
    plain = MARKS.sub("", "\n".join(lines))
    found = [word for word in words(plain) if word.isalpha()]
    if not found:
        return 100.0
    long = len(found) / max(1, len(split_sentences(plain)))
    heavy = sum(max(1, len(_VOWELS.get(language, _VOWELS["en"]).findall(word))) for word in found) / len(
        found
    )
    ease = 180 - long - 58.5 * heavy if language == "de" else 206.835 - 1.015 * long - 84.6 * heavy
    return round(ease, 1)


def faults(text: str, language: str) -> Iterator[tuple[str, str]]:
    """What is wrong with the tone of a reply, each with the words that show it."""
    if not text.strip():
        yield "says nothing", ""
    if len(sorry := said("apologies", text)) > APOLOGIES:
        yield f"apologises {len(sorry)} times", ", ".join(sorry)
    loud = _CAPITALS.findall(text)
    if "!!" in text or (len(loud) >= CAPITALS and len(loud) >= CAPITAL_SHARE * len(words(text))):
        yield "shouts", " ".join(loud) or "!!"
    for listed, what in (("scolds", "scolds"), ("self_talk", "talks about itself"), ("slang", "is slangy")):
        if found := said(listed, text):
            yield what, found[0]
    if found := _PICTURES.findall(text):
        yield "has pictures in it", found[0]
    if len(words(text)) >= ENOUGH_WORDS and (ease := reading_ease(text, language)) < HARD:
        yield f"is hard to read (ease {ease:.0f})", text[:80]
