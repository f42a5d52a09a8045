"""Read a text's values in one pass per kind; what one kind has taken, the next does not see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from answerable.language.values.dates import find_dates, find_times
from answerable.language.values.identifiers import find_addresses, find_hyphened, find_identifiers
from answerable.language.values.names import find_names, find_quotes
from answerable.language.values.numbers import find_numbers
from answerable.language.values.value import Value

_HIDDEN = "\x00"


# The same passages are verified again after a repair and in follow-ups; 4,096 sentences are about 4 MB.
@lru_cache(maxsize=4096)
def find_values(text: str, language: str = "en") -> tuple[Value, ...]:
    """Every checkable value of a text, in reading order."""
    rest = text
    found: list[Value] = []
    digits = any(c.isdigit() for c in text)
    rest = _take(found, rest, find_addresses(rest) if "." in rest else ())
    if digits:
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
    taken: list[tuple[int, int]] = []
    rates: list[Value] = []
    for value in values:
        if value.canonical.startswith("per "):
            rates.append(value)  # "a month" is a rate and a length of time: both stand
        elif not any(value.start < end and start < value.end for start, end in taken):
            taken.append((value.start, value.end))
            found.append(value)
    found.extend(rates)
    for start, end in taken:
        text = text[:start] + _HIDDEN * (end - start) + text[end:]
    return text
