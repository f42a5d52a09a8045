"""Units, currencies and multipliers of both languages, each with its base unit and factor (`units.toml`)."""

from __future__ import annotations

from decimal import Decimal

from answerable.lists import listed, read_list

_CONTENT = read_list(__package__, "units.toml")
_SHORT = {
    writing.replace("_", " "): (base, Decimal(factor))
    for base, row in _CONTENT["units"].items()
    for writing, factor in (entry.split("=") for entry in row.split())
}
_LONG = {w.lower(): entry for w, entry in _SHORT.items() if len(w) > 3 or not w.isascii()}
_LONG_STEMS = {w: entry for w, entry in _SHORT.items() if len(w) >= 3 and w.islower()}
_PLURALS = ("s", "n", "en", "e", "er", "es", "ern", "ige", "igen", "iger", "iges")
_FILLERS = listed(_CONTENT["fillers"]["words"])
_WORKING = ("working", "business")
_CURRENCY = {word: code for code, row in _CONTENT["currencies"].items() for word in row.split()}
_MINOR = listed(_CONTENT["minor"]["words"])

MULTIPLIERS: dict[str, int] = _CONTENT["multipliers"]


def unit_of(word: str) -> tuple[str, Decimal] | None:
    """The base unit and factor of a unit's writing, singular or plural."""
    if word in _SHORT:
        return _SHORT[word]
    low = word.lower()
    if low in _LONG:
        return _LONG[low]
    for ending in _PLURALS:
        if low.endswith(ending) and len(low) - len(ending) >= 3 and low[: -len(ending)] in _LONG_STEMS:
            return _LONG_STEMS[low[: -len(ending)]]
    return _squared(unit_of(low.removeprefix("quadrat"))) if low.startswith("quadrat") else None


def _squared(length: tuple[str, Decimal] | None) -> tuple[str, Decimal] | None:
    return (f"{length[0]}2", length[1] ** 2) if length else None


def unit_phrase(words: list[str]) -> tuple[str, Decimal, int] | None:
    """The unit that the words after a number begin with, and how many words it takes."""
    if not words:
        return None
    first = words[0]
    if len(words) > 1 and first.lower() in _WORKING and words[1].lower() in ("day", "days"):
        return "bday", Decimal(1), 2
    if len(words) > 1 and " ".join(words[:2]).lower().rstrip("s") in ("per cent", "percentage point"):
        return ("pp" if first.lower() == "percentage" else "%"), Decimal(1), 2
    if len(words) > 1 and first.lower() in ("square", "sq") and (found := _squared(unit_of(words[1]))):
        return *found, 2
    if len(words) > 1 and first.lower() in _FILLERS and (found := unit_of(words[1])):
        return *found, 2
    if found := unit_of(first):
        return *found, 1
    return None


def currency_of(word: str) -> tuple[str, Decimal] | None:
    """The currency code of a symbol or word, and the factor of its minor coin."""
    low = word.lower().rstrip(".")
    code = _CURRENCY.get(low)
    return None if code is None else (code, Decimal("0.01") if low in _MINOR else Decimal(1))
