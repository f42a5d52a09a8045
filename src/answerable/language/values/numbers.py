"""Numbers, quantities with units, amounts of money and rates ("per month")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from answerable.language.values.number_words import (
    ARTICLES,
    CARDINALS,
    FRACTIONS,
    ORDINALS,
    PERIODS,
    TIMES,
    WEAK_ORDINALS,
)
from answerable.language.values.units import MULTIPLIERS, currency_of, unit_phrase
from answerable.language.values.value import Value

_DIGITS = (
    r"\d{1,3}(?:['’\u00a0\u202f\u2009 ]\d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)"
    r"|\d{1,3}(?:\.\d{3})+(?:,\d+)?(?!\d)|\d+(?:[.,]\d+)?"
)
_SYMBOLS = "(?:[$€£¥₹]|US\\$|A\\$|C\\$)"
_CODES = r"(?:CHF|EUR|USD|GBP|JPY|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|CNY|INR|BTC|SFr|Fr)\b\.?"
_NUMBER = re.compile(
    rf"(?P<before>(?:{_SYMBOLS}|(?<!\w){_CODES})\s?)?(?<![\d])(?P<sign>(?<![\w\d])[-−](?=\d))?"
    rf"(?<![A-Za-z_])(?P<digits>{_DIGITS})(?P<dash>[.,][-–—](?!\w))?(?P<suffix>(?:st|nd|rd|th|s|er)\b(?!\w)|[½¼¾])?"
)
_FRACTION = re.compile(r"(?<![\w/.])(\d{1,2})\s?[/⁄]\s?(\d{1,3})(?![\w/])|[½¼¾]")
_HALF = Decimal("0.5")
_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# What may stand between a number and its unit, and the unit's own characters.
_AFTER = re.compile(r"([\s\u00a0\u202f-]?)([^\W\d_]+(?:/[a-z]+)?[²³]?|[%‰°℃€$£¥₹×]\w?)(?:[\s-]([^\W\d_]+))?")
_JOIN = re.compile(r"^\s*(?:-|–|—|to|bis|and|und|or|oder|by|x|×)\s*(?:[$€£]|CHF|EUR|USD|GBP|Fr\.)?\s*$", re.I)
_ORDINAL = re.compile(r"\.\s[A-ZÄÖÜa-zäöü]")
_RATE = re.compile(
    r"(?:\bper\s+|\bpro\s+|(?<=\w)/\s?|\beach\s+|\bevery\s+|\ba\s+|\ban\s+|\bim\s+|\bjede[nrs]?\s+)"
    r"(hour|day|week|month|quarter|year|night|minute|second|stunde|tag|woche|monat|quartal|jahr|nacht|minute|sekunde)\b"
    r"|\b(hourly|daily|weekly|monthly|quarterly|yearly|annual|annually|täglich\w*|wöchentlich\w*|monatlich\w*"
    r"|vierteljährlich\w*|jährlich\w*|stündlich\w*)\b",
    re.I,
)
_Figures = tuple[Decimal, Decimal | None]  # a number and its other reading


def find_numbers(text: str, language: str) -> Iterator[Value]:
    """Digits first, then words; a range hands its unit to its first number."""
    for match in _FRACTION.finditer(text):
        if value := _fraction(match):
            yield value
    found = [_number(text, match, language) for match in _NUMBER.finditer(text)]
    for here, value in enumerate(found):
        yield _share_unit(text, value, found[here + 1]) if here + 1 < len(found) else value
    yield from _worded(text)
    yield from _rates(text)


def plain(number: Decimal) -> str:
    """A number without trailing zeros or exponent."""
    text = format(number.normalize(), "f")
    return text[:24]


def read_number(digits: str, language: str) -> tuple[Decimal, Decimal | None]:
    """A written number, and its other reading where it is written the other language's way ("1.000")."""
    bare = re.sub(r"['’\u00a0\u202f\u2009 ]", "", digits)
    marks = [c for c in bare if c in ".,"]
    if not marks:
        return Decimal(bare), None
    if len(set(marks)) == 2:  # the last mark is the decimal one
        thousands = marks[0]
        return Decimal(bare.replace(thousands, "").replace(",", ".")), None
    mark = marks[0]
    joined, pointed = Decimal(bare.replace(mark, "")), bare.replace(mark, ".")
    if len(marks) > 1:
        return joined, None
    fraction = Decimal(pointed)
    if not re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", bare):
        return fraction, None
    thousands_here = (mark == ",") == (language != "de")
    return (joined, None) if thousands_here else (fraction, joined)


def _number(text: str, match: re.Match[str], language: str) -> Value:
    number, other = read_number(match["digits"], language)
    start, end = match.start(), match.end()
    suffix = match["suffix"] or ""
    if suffix in _VULGAR:
        number += _VULGAR[suffix]
    elif suffix in ("st", "nd", "rd", "th"):
        return Value("number", match.group(), f"#{plain(number)}", start, implies=frozenset((plain(number),)))
    elif suffix in ("s", "er") and len(match["digits"]) in (2, 4):
        return Value("number", match.group(), f"{plain(number)}s", start)
    if match["sign"]:
        number = -number
    currency = currency_of(match["before"].strip()) if match["before"] else None
    factor, unit, end = _tail(text, end)
    currency = currency or (currency_of(unit) if unit else None)
    surface = text[start:end]
    if currency:
        return _quantity("amount", surface, (number, other), (currency[0], currency[1] * factor), start)
    base = unit_phrase(re.split(r"[\s\u00a0]", unit)) if unit else None
    if base:
        return _quantity("number", surface, (number, other), (base[0], base[1] * factor), start)
    value = _quantity("number", surface, (number, other), ("", factor), start)
    if language == "de" and _ORDINAL.match(text, end):  # "ab dem 4. Tag"
        return replace(value, implies=value.implies | {f"#{plain(number)}"})
    return value


def _tail(text: str, end: int) -> tuple[Decimal, str, int]:
    """What follows a number and belongs to it: a multiplier, then a unit or currency, and where that ends."""
    factor = Decimal(1)
    after = _AFTER.match(text, end)
    if after and (times := MULTIPLIERS.get(after[2].lower())) and not (after[2] == "k" and after[1]):
        factor, end = Decimal(times), after.end(2)
        if text[end : end + 1] == "." and after[2].lower() in ("mio", "mrd", "tsd"):
            end += 1
        after = _AFTER.match(text, end)
    if not after or (
        after[1] == "" and len(after[2]) == 1 and after[2].isalpha() and after[2] not in "gmlshWVAKxBNtdJL"
    ):
        return factor, "", end
    unit = after[2]
    if currency_of(unit):
        return factor, unit, after.end(2)
    words = [unit, *([after[3]] if after[3] else [])]
    phrase = unit_phrase(words)
    if phrase is None:
        return factor, "", end
    return factor, " ".join(words[: phrase[2]]), after.end(3) if phrase[2] == 2 else after.end(2)


def _quantity(kind: str, surface: str, figures: _Figures, unit: tuple[str, Decimal], start: int) -> Value:
    (number, other), (base, factor) = figures, unit
    name = f" {base}" if base else ""
    implies: set[str] = set()
    if base == "bday":
        implies |= {plain(number), f"{plain(number * 86400)} s"}
    elif base and base != "%":
        # The bare figure is carried by its quantity, but not the other way round.
        implies.add(plain(number))
        if kind == "amount":
            implies.add(plain(number * factor))
    others = frozenset((f"{plain(other * factor)}{name}",)) if other is not None else frozenset()
    return Value(kind, surface, f"{plain(number * factor)}{name}", start, others, frozenset(implies))


def _share_unit(text: str, value: Value, following: Value) -> Value:
    """In "5 to 10 kg" the five are kilograms too."""
    between = text[value.end : following.start]
    if " " in value.canonical or " " not in following.canonical or not _JOIN.match(between):
        return value
    written = _NUMBER.search(following.text)
    if written is None or not re.fullmatch(r"-?[\d.]+", value.canonical):
        return value
    figure = abs(read_number(written["digits"], "en")[0])
    whole = abs(Decimal(following.canonical.split(" ")[0]))
    shared = Decimal(value.canonical) * (whole / figure if figure else 1)
    base = following.canonical.split(" ", 1)[1]
    canonical = f"{plain(shared)} {base}"
    return Value(
        following.kind, value.text, canonical, value.start, value.others, frozenset((value.canonical,))
    )


def _fraction(match: re.Match[str]) -> Value | None:
    if match.group() in _VULGAR:
        number = _VULGAR[match.group()]
    elif int(match[2]) == 0 or int(match[1]) >= int(match[2]):
        return None
    else:
        number = Decimal(match[1]) / Decimal(match[2])
    share = frozenset((f"{plain(number * 100)} %", match[1] or "", match[2] or ""))
    return Value("number", match.group(), plain(round(number, 6)), match.start(), implies=share)


def _worded(text: str) -> Iterator[Value]:
    reached = 0
    for match in _WORD.finditer(text):
        if match.start() < reached:
            continue
        if value := _word_value(text, match):
            reached = value.end
            yield value


def _word_value(text: str, match: re.Match[str]) -> Value | None:
    word = match.group().lower()
    head, _, rest = word.partition("-")
    if word in CARDINALS:
        return _spelled(text, match.start(), match.end(), Decimal(CARDINALS[word]))
    if rest and head in CARDINALS:  # "three-day"
        return _spelled(text, match.start(), match.start() + len(head), Decimal(CARDINALS[head]))
    if word in ARTICLES:
        value = _spelled(text, match.start(), match.end(), Decimal(1))
        return replace(value, weak=True) if value.canonical != "1" else None
    return _plain_word(word, match)


def _plain_word(word: str, match: re.Match[str]) -> Value | None:
    """Ordinals, fractions and "twice": words that are a number by themselves."""
    surface, start = match.group(), match.start()
    if number := ORDINALS.get(word) or WEAK_ORDINALS.get(word):
        counted = frozenset((str(number),))
        return Value("number", surface, f"#{number}", start, implies=counted, weak=word in WEAK_ORDINALS)
    if share := FRACTIONS.get(word):
        percent = frozenset((f"{plain(share * 100)} %",))
        return Value("number", surface, plain(round(share, 6)), start, implies=percent, weak=share != _HALF)
    if times := TIMES.get(word):
        return Value("number", surface, str(times), start, weak=times == 1)
    return None


def _spelled(text: str, start: int, end: int, number: Decimal) -> Value:
    """A number word with what follows it; a bare "one" is a pronoun more often than a number."""
    word = text[start:end]
    factor, unit, end = _tail(text, end)
    currency = currency_of(unit) if unit else None
    base = unit_phrase(unit.split()) if unit and not currency else None
    scale = currency or (base[:2] if base else ("", Decimal(1)))
    kind = "amount" if currency else "number"
    value = _quantity(kind, text[start:end], (number * factor, None), scale, start)
    return replace(value, weak=word.lower() == "one" and not unit)


def _rates(text: str) -> Iterator[Value]:
    for match in _RATE.finditer(text):
        word = (match[1] or match[2]).lower()
        period = next(name for name, starts in PERIODS.items() if word.startswith(starts))
        # "a day" is a rate only after a price or a count; alone it says how long something takes.
        weak = match.group().lower().split()[0] in ("a", "an", "im", "each", "every")
        yield Value("number", match.group(), f"per {period}", match.start(), weak=weak)
