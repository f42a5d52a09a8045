"""Read a text's values in one pass per kind; what one kind has taken, the next does not see."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from answerable.language.values.dates import NAMED_TIME, find_dates, find_times
from answerable.language.values.identifiers import find_addresses, find_hyphened, find_identifiers
from answerable.language.values.names import find_names, find_quotes
from answerable.language.values.numbers import find_numbers
from answerable.language.values.value import Value

_HIDDEN = "\x00"
_ENDLESS = re.compile(r"\S{300,}")


# The same passages are verified again after a repair and in follow-ups; 4,096 sentences bound what is kept.
@lru_cache(maxsize=4096)
def find_values(text: str, language: str = "en") -> tuple[Value, ...]:
    """Every checkable value of a text, in reading order."""
    # A page may hold a "word" of a million letters: it is one exact string and not searched for others.
    found = [Value("identifier", w.group(), w.group().casefold(), w.start()) for w in _ENDLESS.finditer(text)]
    rest = text = _ENDLESS.sub(lambda word: _HIDDEN * len(word.group()), text)
    digits = any(c.isdigit() for c in text)
    rest = _take(found, rest, find_addresses(rest) if "." in rest else ())
    if digits or NAMED_TIME.search(rest):
        rest = _take(found, rest, find_times(rest))
    rest = _take(found, rest, find_dates(rest, language))
    rest = _take(found, rest, find_identifiers(rest))
    rest = _take(found, rest, find_numbers(rest, language))
    if "-" in rest:
        rest = _take(found, rest, find_hyphened(rest))
    names = find_names(text, language, [(value.start, value.end) for value in found if not value.weak])
    found.extend(names)
    found.extend(find_quotes(text))
    return tuple(sorted(found, key=lambda value: (value.start, -len(value.text))))


def _take(found: list[Value], text: str, values: Iterable[Value]) -> str:
    """Keep the values that do not overlap an earlier one, and hide their characters."""
    every = list(values)
    if not every:
        return text
    letters = list(text)
    rates: list[Value] = []
    for value in every:
        if value.canonical.startswith("per "):
            rates.append(value)  # "a month" is a rate and a length of time: both stand
        elif _HIDDEN not in letters[value.start : value.end]:
            letters[value.start : value.end] = _HIDDEN * len(value.text)
            found.append(value)
    found.extend(rates)
    return "".join(letters)
