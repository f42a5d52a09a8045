"""Words and stems. The same stems are used to index a passage and to search for it."""

from __future__ import annotations

import re
from functools import lru_cache

import Stemmer

from answerable.lists import listed, read_list

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?", re.UNICODE)
_STEMMERS = {"en": Stemmer.Stemmer("english"), "de": Stemmer.Stemmer("german")}
_FOLD = str.maketrans(
    {"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "è": "e", "ê": "e", "à": "a", "ç": "c"}
)

LISTS = read_list(__package__, "words.toml")
STOPWORDS = {language: listed(row) for language, row in LISTS["stopwords"].items()}
_HINTS = {language: listed(row) for language, row in LISTS["hints"].items()}


def words(text: str) -> list[str]:
    """Lower-case words; umlauts kept."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


@lru_cache(maxsize=200_000)
def stem(word: str, language: str = "en") -> str:
    """The stem of one lower-case word, umlauts and accents folded: typing without them still matches."""
    root = word.split("'", maxsplit=1)[0] or word
    stemmer = _STEMMERS.get(language, _STEMMERS["en"])
    return str(stemmer.stemWord(root)).translate(_FOLD)


def stems(text: str, language: str = "en") -> list[str]:
    """Every word's stem, stopwords included (the index keeps all; the question drops its own)."""
    return [stem(word, language) for word in words(text)]


def content_words(text: str, language: str = "en") -> list[str]:
    """The words that say what a text is about, in order, each once."""
    dropped = STOPWORDS.get(language, STOPWORDS["en"])
    seen: dict[str, None] = {}
    for word in words(text):
        root = word.split("'", maxsplit=1)[0]
        if root and root not in dropped and word not in dropped:
            seen.setdefault(root)
    return list(seen)


_TELLING = (_HINTS["de"], _HINTS["en"] - STOPWORDS["de"])  # "in" is a word of both
# Small words of one language that are no words of the other; asked only where the hints do not tell.
_ONLY = {
    one: STOPWORDS[one] - STOPWORDS[other] - listed(LISTS["shared"][one])
    for one, other in (("de", "en"), ("en", "de"))
}


@lru_cache(maxsize=256)  # several stages ask it of one question
def detect_language(text: str, default: str = "en") -> str:
    """German or English, by the small words; the default when it cannot be told."""
    found = words(text)
    german, english = (sum(word in hints for word in found) for hints in _TELLING)
    if german == english:
        german, english = (sum(word in _ONLY[language] for word in found) for language in ("de", "en"))
    if german == english:  # a name may have an umlaut in either language: "email of Jörg"
        german += any(c in "äöüß" for c in text.lower())
    if german == english:
        return default
    return "de" if german > english else "en"
