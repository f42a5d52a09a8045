"""Proper names and quoted phrases: what is capitalised without the language asking for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from answerable.language.values.value import Value
from answerable.language.words import STOPWORDS
from answerable.lists import listed, read_list

_TOKEN = re.compile(r"[^\W\d_][^\W\d_'’]*(?:-[^\W\d_]+)*(?:[’'](?!s\b)[^\W\d_]+)?")
_LOOK_BACK = 12  # characters that show whether a word opens a sentence
_STARTS = re.compile(r"(?:[.!?:…]['\"”’)]*\s+|\n\s*|[-•*|>]\s+|\d[.)]\s+|[\"“„«(\[]\s*)$")
_SMALL, _LARGE = re.compile(r"[a-zäöüß]"), re.compile(r"[A-ZÄÖÜ]")
_LISTS = read_list(__package__, "names.toml")
_TITLES, _NO_NAMES, _OPENERS = (listed(_LISTS[name]) for name in ("titles", "no_names", "openers"))
_QUOTED = re.compile(r"[\"“„«»]([^\"“”„«»\n]{2,200})[\"”“»«]|(?<!\w)['‘‚]([^'‘’‚\n]{3,120})[’'‘](?!\w)")


def find_quotes(text: str) -> Iterator[Value]:
    for match in _QUOTED.finditer(text):
        phrase = (match[1] or match[2]).strip(" .,;:!?")
        if phrase:
            yield Value(
                "quote", phrase, " ".join(phrase.casefold().split()), match.start(), weak=" " not in phrase
            )


def find_names(text: str, language: str, taken: Sequence[tuple[int, int]] = ()) -> Iterator[Value]:
    """Proper names outside the spans that other values hold; a run of capitalised words is one name."""
    if _shouted(text):
        return
    held = frozenset(place for start, end in taken for place in range(start, end))
    run: list[re.Match[str]] = []
    for match in _TOKEN.finditer(text):
        capital = match.group()[0].isupper() and match.start() not in held
        joined = bool(run) and text[run[-1].end() : match.start()] in (" ", "\u00a0", ". ")
        if run and not (capital and joined):
            yield from _name(text, run, language)
            run = []
        if capital:
            run.append(match)
    if run:
        yield from _name(text, run, language)


def _name(text: str, run: list[re.Match[str]], language: str) -> Iterator[Value]:
    before = text[max(0, run[0].start() - _LOOK_BACK) : run[0].start()]
    opening = (len(before) < _LOOK_BACK and not before.strip()) or bool(_STARTS.search(before))
    while run and _plain(run[0].group(), language, opening=opening):
        run, opening = run[1:], False
    titled = any(token.group().lower() in _TITLES for token in run)
    run = [token for token in run if token.group().lower() not in _NO_NAMES]
    if not run:
        return
    words = [token.group() for token in run]
    acronym = len(words) == 1 and words[0].isupper() and len(words[0]) > 1
    # One capitalised word that opens a sentence, or stands anywhere in German, may be any noun or verb.
    weak = not acronym and not titled and len(words) == 1 and (opening or language == "de")
    start = run[0].start()
    surface = text[start : run[-1].end()]
    yield Value("name", surface, " ".join(word.casefold() for word in words), start, weak=weak)


def _plain(word: str, language: str, *, opening: bool) -> bool:
    low = word.lower()
    if low in STOPWORDS["en"] or low in STOPWORDS["de"]:
        return not word.isupper() or len(word) == 1
    return opening and language != "de" and low in _OPENERS


def _shouted(text: str) -> bool:
    """Whether a text is set in capitals, so that they say nothing."""
    small, large = len(_SMALL.findall(text)), len(_LARGE.findall(text))
    return large > 12 and large > 1.5 * small
