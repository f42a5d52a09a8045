"""Dates, weekdays and times in any usual writing of both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerable.language.values.value import Value

_MONTHS = {
    1: "january jan januar jän jänner", 2: "february feb februar feber", 3: "march mar märz maerz mär mrz",
    4: "april apr", 5: "may mai", 6: "june jun juni", 7: "july jul juli", 8: "august aug",
    9: "september sep sept", 10: "october oct oktober okt", 11: "november nov", 12: "december dec dezember dez",
}  # fmt: skip
_MONTH = {name: number for number, row in _MONTHS.items() for name in row.split()}
_M = "(?P<month>" + "|".join(sorted(_MONTH, key=len, reverse=True)) + r")\b\.?"
_Y = r"(?P<year>(?:1[5-9]|20|21)\d\d)"
_D = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_DAYS = {
    1: "monday mon montag montags mo", 2: "tuesday tue tues dienstag dienstags di", 3: "wednesday wed mittwoch mittwochs mi",
    4: "thursday thu thur thurs donnerstag donnerstags do", 5: "friday fri freitag freitags fr",
    6: "saturday sat samstag samstags sonnabend sa", 7: "sunday sun sonntag sonntags so",
}  # fmt: skip
_WEEKDAY = {name: number for number, row in _DAYS.items() for name in row.split()}
_LONG_DAYS = [name for name in _WEEKDAY if len(name) > 5]
_SHORT_DAYS = [name.title() for name in _WEEKDAY if len(name) <= 5]

_NUMERIC = (
    re.compile(rf"(?<![\w.-]){_Y}-(?P<month>0[1-9]|1[0-2])-{_D}(?![\w-])"),
    re.compile(rf"(?<![\w.-]){_Y}/(?P<month>0?[1-9]|1[0-2])/{_D}(?![\w/])"),
    re.compile(rf"(?<![\w.]){_D}\.\s?(?P<month>0?[1-9]|1[0-2])\.\s?(?P<year>\d{{4}}|\d\d)(?![\w])"),
    re.compile(rf"(?<![\w.]){_D}\.(?P<month>0?[1-9]|1[0-2])\.(?![\w])"),
)
_SLASHED = re.compile(r"(?<![\w/])(?P<a>\d{1,2})[/-](?P<b>\d{1,2})[/-](?P<year>\d{4}|\d\d)(?![\w/-])")
_TH = r"(?:st|nd|rd|th)?"
_WORDED = (
    re.compile(rf"(?<!\w){_D}(?:{_TH}|\.)\s*(?:of\s+)?{_M},?\s+{_Y}\b", re.I),  # 3 April 2026, 3rd of April 2026
    re.compile(rf"\b{_M}\s+{_D}{_TH}\b,?\s+{_Y}\b", re.I),  # April 3rd, 2026
    re.compile(rf"(?<!\w){_D}(?:{_TH}|\.)[\s-]*(?:of\s+)?{_M}(?!\w)", re.I),  # 3. April
    re.compile(rf"\b{_M}\s+{_D}{_TH}(?![\w:])", re.I),  # April 3rd
    re.compile(rf"\b{_M},?\s+(?:of\s+)?{_Y}\b", re.I),  # April 2026
    re.compile(rf"(?<![\w-]){_Y}-(?P<month>0[1-9]|1[0-2])(?![\w-])"),
)
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
_LEAD = r"(?:in|of|until|till|since|from|to|by|early|late|mid|through|during|every|this|next|last|between|and|before|after|im|ab|seit|bis|ende|anfang|mitte|jeden|und)"
_BARE_MONTH = re.compile(
    r"\b(?:(?P<sure>January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni"
    rf"|Juli|Oktober|Dezember)|(?<=\s)(?P<led>May|March))\b(?=(?P<after>.?))"
)
_LED = re.compile(rf"\b{_LEAD}[\s-]+$", re.I)
_LONG_DAY = re.compile(r"\b(" + "|".join(_LONG_DAYS) + r")(s?)\b", re.I)
_S = "(?:" + "|".join(_SHORT_DAYS) + r")\b\.?"
_SHORT_DAY = re.compile(rf"\b{_S}(?=\s*(?:[-–+/&,]|to|bis|und|and)\s*{_S})|(?<=[-–+/&,])\s?{_S}|\b(?!Fr\.){_S}(?=:?\s*\d)|(?:bis|to|und|and)\s{_S}")
_YEAR = re.compile(rf"(?<![\w.,/'’+-]){_Y}(?![\w%'’-]|[.,/]\d|\s?(?:€|\$|%))(?!\s+(?:kg|km|m|GB|MB|CHF|EUR|USD)\b)")
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
_HOURS = re.compile(rf"(?<![\w:.,])(?P<hour>[01]?\d|2[0-4])(?=\s*(?:-|–|to|bis|and|und|until)\s*(?:[01]?\d|2[0-4])(?:[:.]\d\d)?\s*(?P<tail>[ap]\.?m|Uhr))", re.I)
_NAMED_TIME = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "mitternacht": "00:00"}
_NAMED = re.compile(r"\b(?:noon|midday|midnight|mitternacht)\b", re.I)


def find_dates(text: str, language: str) -> Iterator[Value]:
    """Every date, month with year, weekday and year; longest writing first."""
    for pattern in (_SPAN, _SPAN_US):
        for match in pattern.finditer(text):
            if _a_month(match["month"], match.group()):
                yield _date(match, _year(match["year"]), _MONTH[match["month"].lower()], int(match["day"]), int(match["first"]))
    for match in _SLASHED.finditer(text):
        if (value := _slashed(match, language)) is not None:
            yield value
    for pattern in _NUMERIC:
        for match in pattern.finditer(text):
            yield _date(match, _year(match.groupdict().get("year")), int(match["month"]), int(match["day"]))
    for pattern in _WORDED:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            if groups["month"].isdigit() or _a_month(groups["month"], match.group()):
                month = _MONTH.get(groups["month"].lower()) or int(groups["month"])
                day = groups.get("day")
                yield _date(match, _year(groups.get("year")), month, int(day) if day else None)
    yield from _bare(text)


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
    for match in _NAMED.finditer(text):
        yield Value("time", match.group(), _NAMED_TIME[match.group().lower()], match.start())


def _a_month(name: str, whole: str) -> bool:
    """Whether a month's name is one: "may 3" in lower case is a verb and a number."""
    return name[0].isupper() or (name.lower() not in {"may", "mar", "march", "sep", "dec", "jan", "do"} and len(whole) > 6)


def _year(written: str | None) -> int | None:
    if written is None:
        return None
    year = int(written)
    return year if year > 99 else year + (2000 if year < 70 else 1900)


def _date(match: re.Match[str], year: int | None, month: int, day: int | None, first: int | None = None) -> Value:
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
    implied = {f"{year}"} | (_implied(year, a if a <= 12 else b, b if a <= 12 else a) if len(set(readings)) == 1 else set())
    return Value("date", match.group(), readings[0], match.start(), frozenset(set(readings[1:]) - {readings[0]}), frozenset(implied))


def _bare(text: str) -> Iterator[Value]:
    for match in _BARE_MONTH.finditer(text):
        if match["sure"] or _LED.search(text, 0, match.start()):
            word = match["sure"] or match["led"]
            yield Value("date", word, f"--{_MONTH[word.lower()]:02}", match.start())
    for match in _LONG_DAY.finditer(text):
        yield Value("date", match.group(), f"weekday {_WEEKDAY[match[1].lower()]}", match.start())
    for match in _SHORT_DAY.finditer(text):
        word = match.group().strip(" .").rsplit(None, 1)[-1]
        start = match.start() + match.group().index(word)
        yield Value("date", word, f"weekday {_WEEKDAY[word.lower()]}", start)
    for match in _YEAR_SPAN.finditer(text):
        first, last = match[1], match[2] if len(match[2]) == 4 else match[1][:2] + match[2]
        yield Value("date", match.group(), f"{first}/{last}", match.start(), implies=frozenset((first, last)))
    for match in _YEAR.finditer(text):
        yield Value("date", match.group(), match["year"], match.start())


def _time(match: re.Match[str], half: str, hour: int, minute: int, *, guessed: bool = False) -> Value:
    written = hour
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    canonical = f"{hour % 24:02}:{minute:02}"
    # "9 to 5 pm" leaves the first half of the day open; "9:30" with no am or pm may be either for English readers.
    open_half = guessed or (not half and 1 <= written <= 11 and not match.group().startswith("0"))
    others = frozenset((f"{(hour + 12) % 24:02}:{minute:02}",)) if open_half else frozenset()
    return Value("time", match.group(), canonical, match.start(), others)
