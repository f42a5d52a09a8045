"""Dates, weekdays and times in any usual writing of both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerable.language.values.units import currency_of, unit_of
from answerable.language.values.value import Value
from answerable.lists import read_list

_LISTS = read_list(__package__, "dates.toml")
_MONTH = {name: int(number) for number, row in _LISTS["months"].items() for name in row.split()}
_M = "(?P<month>" + "|".join(sorted(_MONTH, key=len, reverse=True)) + r")\b\.?"
_Y = r"(?P<year>(?:1[5-9]|20|21)\d\d)"
_D = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_WEEKDAY = {name: int(number) for number, row in _LISTS["days"].items() for name in row.split()}
_LONG_DAYS = [name for name in _WEEKDAY if len(name) > 5]
_SHORT_DAYS = [name.title() for name in _WEEKDAY if len(name) <= 5]

# Most sentences hold no date: one cheap look spares them the dozen patterns below.
_DIGIT = re.compile(r"\d")
_ANY_MONTH = re.compile(
    r"\b(?:" + "|".join(name.title() for name in _MONTH) + "|" + "|".join(_MONTH) + r")\b"
)
_ANY_DAY = re.compile(r"(?:day|tag|och|abend)(?:s|en|e)?\b|\b(?:" + "|".join(_SHORT_DAYS) + r")\b")
_NUMERIC = (
    re.compile(rf"(?<![\w.-]){_Y}-(?P<month>0[1-9]|1[0-2])-{_D}(?![\w-])"),
    re.compile(rf"(?<![\w.-]){_Y}/(?P<month>0?[1-9]|1[0-2])/{_D}(?![\w/])"),
    re.compile(rf"(?<![\w.]){_D}\.\s?(?P<month>0?[1-9]|1[0-2])\.\s?(?P<year>\d{{4}}|\d\d)(?![\w])"),
    re.compile(rf"(?<![\w.]){_D}\.(?P<month>0?[1-9]|1[0-2])\.(?![\w])"),
)
_SLASHED = re.compile(r"(?<![\w/])(?P<a>\d{1,2})[/-](?P<b>\d{1,2})[/-](?P<year>\d{4}|\d\d)(?![\w/-])")
_TH = r"(?:st|nd|rd|th)?"
_WORDED = (
    re.compile(rf"(?<!\w){_D}(?:{_TH}|\.)\s*(?:of\s+)?{_M},?\s+{_Y}\b", re.I),  # 3rd of April 2026
    re.compile(rf"\b{_M}\s+{_D}{_TH}\b,?\s+{_Y}\b", re.I),  # April 3rd, 2026
    re.compile(rf"(?<!\w){_D}(?:{_TH}|\.)[\s-]*(?:of\s+)?{_M}(?!\w)", re.I),  # 3. April
    re.compile(rf"\b{_M}\s+{_D}{_TH}(?![\w:])", re.I),  # April 3rd
    re.compile(rf"\b{_M},?\s+(?:of\s+)?{_Y}\b", re.I),  # April 2026
)
_YEAR_MONTH = re.compile(rf"(?<![\w-]){_Y}-(?P<month>0[1-9]|1[0-2])(?![\w-])")
# A span of days shares its month: "from 3 to 5 April", "3.-5. April 2026", "3–5 April".
_SPAN = re.compile(
    rf"(?<!\w)(?P<first>0?[1-9]|[12]\d|3[01])(?:{_TH}|\.)\s*(?:-|–|to|bis|and|und|until)\s*"
    rf"(?P<day>0?[1-9]|[12]\d|3[01])(?:{_TH}|\.)\s*(?:of\s+)?{_M}(?:,?\s+{_Y})?",
    re.I,
)
_SPAN_US = re.compile(
    rf"\b{_M}\s+(?P<first>0?[1-9]|[12]\d|3[01])\s*(?:-|–|to)\s*{_D}(?:,?\s+{_Y})?(?![\w:])", re.I
)
# "may" and "march" are verbs: they count as months only after a word that leads to one.
_LEAD = (
    r"(?:in|of|until|till|since|from|to|by|early|late|mid|through|during|every|this|next|last|between|and"
    r"|before|after|im|ab|seit|bis|ende|anfang|mitte|jeden|und)"
)
_BARE_MONTH = re.compile(
    r"\b(?:(?P<sure>January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni"
    r"|Juli|Oktober|Dezember)|(?<=\s)(?P<led>May|March))\b"
)
_LED = re.compile(rf"\b{_LEAD}[\s-]+$", re.I)
_LONG_DAY = re.compile(r"\b(" + "|".join(_LONG_DAYS) + r")(?:s|e|en)?\b", re.I)
_S = "(?:" + "|".join(_SHORT_DAYS) + r")\b\.?"
_SHORT_RUN = re.compile(rf"\b{_S}(?:\s*(?:[-–+/&,]|to|bis|und|and)\s*{_S})+")  # Mo–Fr, Sat and Sun
# Alone, a short day needs its hours: "Sa 9–12 Uhr". "So far" and "Do it" have none.
_SHORT_DAY = re.compile(rf"\b(?!Fr\.){_S}(?=:?\s*\d{{1,2}}(?:[.:]\d\d|\s*(?:[-–]|bis|to|Uhr|am|pm)))")
_DAY_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(rf"(?<![\w.,/'’+-]){_Y}(?![\w%'’-]|[.,/]\d|\s?(?:€|\$|%))")
_YEAR_SPAN = re.compile(r"(?<![\w.,/-])((?:19|20)\d\d)\s?[-–/]\s?((?:19|20)\d\d|\d\d)(?![\w.-])")

_AMPM = r"(?P<half>[ap])\.?\s?m\b\.?"
_H = r"(?P<hour>[01]?\d|2[0-4])"
_TIMES = (
    re.compile(rf"(?<![\w:.,]){_H}[:.](?P<minute>[0-5]\d)\s*{_AMPM}", re.I),
    re.compile(rf"(?<![\w:.,]){_H}\s?{_AMPM}", re.I),
    re.compile(rf"(?<![\w:.,]){_H}[:.](?P<minute>[0-5]\d)(?::[0-5]\d)?(?=\s*(?:Uhr|h\b|hrs\b))"),
    re.compile(rf"(?<![\w:.,]){_H}:(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\w:])"),
    re.compile(rf"(?<![\w:.,]){_H}(?=\s*Uhr)(?:\s*Uhr\s(?P<minute>[0-5]\d)\b)?"),
)
# In "9–11 am" or "9 bis 17 Uhr" the first hour belongs to the clock as well.
_HOURS = re.compile(
    r"(?<![\w:.,])(?P<hour>[01]?\d|2[0-4])(?=\s*(?:-|–|to|bis|and|und|until)\s*(?:[01]?\d|2[0-4])(?:[:.]\d\d)?\s*(?P<tail>[ap]\.?m|Uhr))",
    re.I,
)
_CLOCK = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "mitternacht": "00:00"}
NAMED_TIME = re.compile(r"\b(?:noon|midday|midnight|mitternacht)\b", re.I)


def find_dates(text: str, language: str) -> Iterator[Value]:
    """Every date, month with year, weekday and year; longest writing first."""
    digits = _DIGIT.search(text) is not None
    months = _ANY_MONTH.search(text) is not None
    if digits and months:
        yield from _spans(text)
    if digits:
        yield from _numeric(text, language)
    if digits and months:
        yield from _worded(text)
    if months:
        yield from _months(text)
    if _ANY_DAY.search(text):
        yield from _weekdays(text)
    if digits:
        yield from _years(text)


def _spans(text: str) -> Iterator[Value]:
    for pattern in (_SPAN, _SPAN_US):
        for match in pattern.finditer(text):
            if _a_month(match["month"], match.group()):
                month, days = _MONTH[match["month"].lower()], (int(match["day"]), int(match["first"]))
                yield _date(match, _year(match["year"]), month, *days)


def _numeric(text: str, language: str) -> Iterator[Value]:
    for match in _SLASHED.finditer(text):
        if (value := _slashed(match, language)) is not None:
            yield value
    for pattern in _NUMERIC:
        for match in pattern.finditer(text):
            yield _date(match, _year(match.groupdict().get("year")), int(match["month"]), _day(match))
    for match in _YEAR_MONTH.finditer(text):
        yield _date(match, _year(match["year"]), int(match["month"]), None)


def _worded(text: str) -> Iterator[Value]:
    for pattern in _WORDED:
        for match in pattern.finditer(text):
            if _a_month(match["month"], match.group()):
                year = _year(match.groupdict().get("year"))
                yield _date(match, year, _MONTH[match["month"].lower()], _day(match))


def _day(match: re.Match[str]) -> int | None:
    day = match.groupdict().get("day")
    return int(day) if day else None


def find_times(text: str) -> Iterator[Value]:
    """Every time of day, as HH:MM."""
    for match in _HOURS.finditer(text):
        half = match["tail"][0].lower() if match["tail"].lower() != "uhr" else ""
        yield _time(match, half, int(match["hour"]), 0, guessed=bool(half))
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            half = (groups.get("half") or "").lower()
            yield _time(match, half, int(match["hour"]), int(groups.get("minute") or 0))
    for match in NAMED_TIME.finditer(text):
        yield Value("time", match.group(), _CLOCK[match.group().lower()], match.start())


def _a_month(name: str, whole: str) -> bool:
    """Whether a month's name is one: "may 3" in lower case is a verb and a number."""
    return name[0].isupper() or (
        name.lower() not in {"may", "mar", "march", "sep", "dec", "jan", "do"} and len(whole) > 6
    )


def _year(written: str | None) -> int | None:
    if written is None:
        return None
    year = int(written)
    return year if len(written) > 2 else year + (2000 if year < 70 else 1900)


def _date(
    match: re.Match[str], year: int | None, month: int, day: int | None, first: int | None = None
) -> Value:
    implied = {*_implied(year, month, day), *(_implied(year, month, first) if first else ())}
    canonical = _iso(year, month, day)
    if first:
        implied |= {canonical, _iso(year, month, first)}
        canonical = f"{_iso(year, month, first)}/{canonical}"
    return Value("date", match.group(), canonical, match.start(), implies=frozenset(implied))


def _iso(year: int | None, month: int, day: int | None) -> str:
    return (f"{year:04}" if year else "-") + f"-{month:02}" + (f"-{day:02}" if day else "")


def _implied(year: int | None, month: int, day: int | None) -> set[str]:
    implied = {_iso(None, month, None)}
    if day:
        implied |= {_iso(None, month, day), _iso(year, month, None)}
    if year:
        implied |= {f"{year:04}", _iso(year, month, None)}
    return implied


def _slashed(match: re.Match[str], language: str) -> Value | None:
    a, b, year = int(match["a"]), int(match["b"]), _year(match["year"])
    readings = [_iso(year, m, d) for m, d in ((a, b), (b, a)) if 1 <= m <= 12 and 1 <= d <= 31]
    if not readings:
        return None
    if language == "de":
        readings.reverse()
    implied = {f"{year}"} | (
        _implied(year, a if a <= 12 else b, b if a <= 12 else a) if len(set(readings)) == 1 else set()
    )
    return Value(
        "date",
        match.group(),
        readings[0],
        match.start(),
        frozenset(set(readings[1:]) - {readings[0]}),
        frozenset(implied),
    )


def _months(text: str) -> Iterator[Value]:
    for match in _BARE_MONTH.finditer(text):
        if match["sure"] or _LED.search(text[max(0, match.start() - 12) : match.start()]):
            word = match["sure"] or match["led"]
            yield Value("date", word, f"--{_MONTH[word.lower()]:02}", match.start())


def _weekdays(text: str) -> Iterator[Value]:
    for match in _LONG_DAY.finditer(text):
        yield Value("date", match.group(), f"weekday {_WEEKDAY[match[1].lower()]}", match.start())
    for run in (*_SHORT_RUN.finditer(text), *_SHORT_DAY.finditer(text)):
        for word in _DAY_WORD.finditer(run.group()):
            if (number := _WEEKDAY.get(word.group().lower())) and word.group()[0].isupper():
                yield Value("date", word.group(), f"weekday {number}", run.start() + word.start())


def _years(text: str) -> Iterator[Value]:
    for match in _YEAR_SPAN.finditer(text):
        first, last = match[1], match[2] if len(match[2]) == 4 else match[1][:2] + match[2]
        yield Value("date", match.group(), f"{first}/{last}", match.start(), implies=frozenset((first, last)))
    for match in _YEAR.finditer(text):
        after = re.match(r"[\s\u00a0]([^\W\d_]+[²³]?|[%°]\w?)", text[match.end() : match.end() + 24])
        if after and (unit_of(after[1]) or currency_of(after[1])):
            continue  # "2000 cm" is a length
        yield Value("date", match.group(), match["year"], match.start())


def _time(match: re.Match[str], half: str, hour: int, minute: int, *, guessed: bool = False) -> Value:
    written = hour
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    canonical = f"{hour % 24:02}:{minute:02}"
    # "9 to 5 pm" leaves the first half of the day open; "9:30" with no am or pm may be either for English
    # readers.
    open_half = guessed or (not half and 1 <= written <= 11 and not match.group().startswith("0"))
    others = frozenset((f"{(hour + 12) % 24:02}:{minute:02}",)) if open_half else frozenset()
    return Value("time", match.group(), canonical, match.start(), others)
