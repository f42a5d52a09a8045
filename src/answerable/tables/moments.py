"""Spans of time in a question: "last month", "since March 2024", "in den letzten 30 Tagen", seen from a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from answerable.lists import read_list
from answerable.tables.lexicon import fold
from answerable.tables.tokens import Token

_SAYS = read_list(__package__, "moments.toml")


def _placed(lines: Sequence[str]) -> dict[str, int]:
    """The words of lines, with the number of the line each stands in."""
    return {fold(word): number for number, line in enumerate(lines, 1) for word in line.split()}


_MONTHS, _SEASONS, _ORDINALS = (_placed(_SAYS[name]) for name in ("months", "seasons", "ordinals"))
UNITS = {fold(word): unit for unit, line in _SAYS["units"].items() for word in line.split()}
_WORDS = {name: frozenset(map(fold, line.split())) for name, line in _SAYS["words"].items()}
_THIS, _LAST, _NEXT, _SMALL = (_WORDS[name] for name in ("this", "last", "next", "small"))
_BEFORE, _AFTER, _SINCE, _UNTIL = (_WORDS[name] for name in ("before", "after", "since", "until"))
THEN = dict.fromkeys(_SAYS["then"]["before"].split(), -1) | dict.fromkeys(_SAYS["then"]["after"].split(), 1)
_NAMES_YEAR = re.compile(r"\d+|\d+[-./]\d+[-./]\d+")  # the last word of a date that has its year
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.(\d{4}|\d{2})?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})")
_QUARTER = re.compile(r"q([1-4])(?:[/-]?(\d{4}))?")


@dataclass(frozen=True)
class Span:
    """From a day (included) to a day (not included); None is open. `explicit`: a time word led to it."""

    start: date | None
    end: date | None
    text: str = ""
    explicit: bool = True


class Moments:
    """Reads spans of time from tokens, seen from one day."""

    def __init__(self, tokens: Sequence[Token], today: date, language: str) -> None:
        self._tokens = tokens
        self._today = today
        self._language = language

    def at(self, place: int) -> tuple[int, Span] | None:
        """The span of time that begins at a token, and the token after it."""
        found = self._ago(place) or self._ranged(place) or self._led(place) or self._plain(place)
        if found is None:
            return None
        after, span = found
        text = " ".join(token.text for token in self._tokens[place:after])
        return after, Span(span.start, span.end, text, span.explicit)

    @cached_property
    def said(self) -> bool:
        """Whether any time is said."""
        return any(self.at(place) for place in range(len(self._tokens)))

    def _low(self, place: int) -> str:
        return self._tokens[place].low if 0 <= place < len(self._tokens) else ""

    def _number(self, place: int) -> int | None:
        number = self._tokens[place].number if 0 <= place < len(self._tokens) else None
        return int(number) if number is not None and number == int(number) else None

    def _skip(self, place: int) -> int:
        while self._low(place) in _SMALL and not (self._low(place) == "over" and self._number(place + 1)):
            place += 1
        return place

    def _ago(self, place: int) -> tuple[int, Span] | None:
        """ "3 days ago", "vor 3 Tagen"."""
        at = place + 1 if self._low(place) == "vor" else place
        number, unit = self._number(at), UNITS.get(self._low(at + 1))
        if number is None or unit is None or (self._low(at + 2) != "ago") == (at == place):
            return None
        day = moved(self._today, unit, -number)
        return at + (3 if at == place else 2), Span(day, day + timedelta(1))

    def _ranged(self, place: int) -> tuple[int, Span] | None:
        """ "between March and May 2024", "von 2020 bis 2022"."""
        lead = self._low(place)
        joints = ("and", "und", "bis") if lead in ("between", "zwischen") else ("to", "until", "bis", "till")
        if lead not in ("between", "zwischen", "from", "von", "vom"):
            return None
        first = self._period(self._skip(place + 1))
        if first is None or self._low(first[0]) not in joints:
            return None
        last = self._period(self._skip(first[0] + 1))
        if last is None or first[1].start is None or last[1].end is None:
            return None
        start = first[1].start
        if start > last[1].end:  # "between March and May 2024": the year belongs to both
            start = start.replace(year=last[1].end.year)
        elif not _NAMES_YEAR.fullmatch(self._low(first[0] - 1)) and last[1].start is not None:
            start = start.replace(year=last[1].start.year)
        return last[0], Span(start, last[1].end)

    def _led(self, place: int) -> tuple[int, Span] | None:
        lead = self._low(place)
        if lead not in _BEFORE | _AFTER | _SINCE | _UNTIL:
            return None
        found = self._period(self._skip(place + 1), led=True)
        if found is None:
            return None
        after, span = found
        if lead in _BEFORE:
            return after, Span(None, span.start)
        if lead in _AFTER:
            return after, Span(span.end, None)
        if lead in _UNTIL:
            return after, Span(None, span.end)
        if lead in ("from", "von") and self._low(after) not in ("on", "onwards", "an"):
            return after, span if lead == "von" else Span(span.start, span.end)
        if self._low(after) in ("on", "onwards", "an") and lead in ("from", "von", "ab"):
            after += 1
        return after, Span(span.start, None)

    def _plain(self, place: int) -> tuple[int, Span] | None:
        start = self._skip(place)
        led = start > place and any(
            self._low(at) in ("in", "im", "year", "jahr", "during") for at in range(place, start)
        )
        return self._period(start, led=led)

    def _period(self, place: int, *, led: bool = True) -> tuple[int, Span] | None:
        for read in (self._named_day, self._relative, self._written_day, self._month, self._quarter):
            if found := read(place):
                return found
        return self._year(place, led)

    def _named_day(self, place: int) -> tuple[int, Span] | None:
        shift = {"today": 0, "heute": 0, "yesterday": -1, "gestern": -1, "tomorrow": 1, "vorgestern": -2}
        if (word := self._low(place)) in shift or (word == "morgen" and self._language == "de"):
            day = self._today + timedelta(shift.get(word, 1))
            return place + 1, Span(day, day + timedelta(1))
        return None

    def _relative(self, place: int) -> tuple[int, Span] | None:
        """ "this year", "last month", "the last 30 days", "next week"."""
        word = self._low(place)
        if word not in _THIS | _LAST | _NEXT:
            return None
        number = self._number(place + 1)
        unit = UNITS.get(self._low(place + (1 if number is None else 2)))
        if unit is None:
            return None
        if number is None:
            shift = 0 if word in _THIS else (-1 if word in _LAST else 1)
            start = moved(floor(self._today, unit), unit, shift)
            return place + 2, Span(start, moved(start, unit, 1))
        if word in _NEXT:
            return place + 3, Span(self._today, moved(self._today, unit, number) + timedelta(1))
        return place + 3, Span(moved(self._today, unit, -number), self._today + timedelta(1))

    def _written_day(self, place: int) -> tuple[int, Span] | None:
        text = self._tokens[place].text if place < len(self._tokens) else ""
        if match := _ISO.fullmatch(text):
            return self._day(place + 1, int(match[1]), int(match[2]), int(match[3]))
        if match := _DOTTED.fullmatch(text):
            return self._day(place + 1, _full_year(match[3], self._today), int(match[2]), int(match[1]))
        if match := _SLASHED.fullmatch(text):
            month, day = (
                (match[2], match[1]) if self._language == "de" or int(match[1]) > 12 else (match[1], match[2])
            )
            return self._day(place + 1, _full_year(match[3], self._today), int(month), int(day))
        return self._worded_day(place)

    def _worded_day(self, place: int) -> tuple[int, Span] | None:
        """ "3 March 2024", "3. März", "March 3rd, 2024"."""
        number = self._day_number(place)
        if number and (month := _MONTHS.get(self._low(self._of(place + 1)))):
            after = self._of(place + 1) + 1
        elif (month := _MONTHS.get(self._low(place))) and (number := self._day_number(place + 1)):
            after = place + 2
        else:
            return None
        at = after + 1 if self._low(after) == "," else after
        year = self._number(at)
        if year and 1900 <= year <= 2200:
            return self._day(at + 1, year, month, number)
        return self._day(after, self._today.year, month, number)

    def _of(self, place: int) -> int:
        return place + 1 if self._low(place) == "of" else place

    def _day_number(self, place: int) -> int | None:
        match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", self._low(place))
        return int(match[1]) if match and 1 <= int(match[1]) <= 31 else None

    def _day(self, after: int, year: int, month: int, day: int) -> tuple[int, Span] | None:
        try:
            start = date(year, month, day)
        except ValueError:
            return None
        return after, Span(start, start + timedelta(1))

    def _month(self, place: int) -> tuple[int, Span] | None:
        season = _SEASONS.get(self._low(place))  # only of a year: a fall is no season
        month = season or _MONTHS.get(self._low(place))
        if month is None or (self._low(place) in ("may", "mar", "march") and not self._tokens[place].capital):
            return None
        at = place + 1
        while self._low(at) in ("of", "in", "des", "im", "jahres", "jahr", ","):
            at += 1
        year = self._number(at)
        if year is not None and 1900 <= year <= 2200:
            start = date(year, month, 1)
            return at + 1, Span(start, moved(start, "month", 3 if season else 1))
        if season:
            return None
        found = self._relative(at)
        if found and found[1].start is not None and UNITS[self._low(found[0] - 1)] == "year":
            start = found[1].start.replace(month=month)
            return found[0], Span(start, moved(start, "month", 1))
        # Without a year, the last such month that has begun.
        start = date(self._today.year - (month > self._today.month), month, 1)
        return place + 1, Span(start, moved(start, "month", 1))

    def _quarter(self, place: int) -> tuple[int, Span] | None:
        match = _QUARTER.fullmatch(self._low(place))
        if match:
            number, after, year = int(match[1]), place + 1, int(match[2]) if match[2] else None
        elif self._low(place) in _ORDINALS and UNITS.get(self._low(place + 1)) == "quarter":
            number, after, year = _ORDINALS[self._low(place)], place + 2, None
        else:
            return None
        if year is None:
            at = self._skip(after)
            if (written := self._number(at)) and 1900 <= written <= 2200:
                year, after = written, at + 1
        start = date(year or self._today.year, 3 * number - 2, 1)
        return after, Span(start, moved(start, "quarter", 1))

    def _year(self, place: int, led: bool) -> tuple[int, Span] | None:
        year = self._number(place)
        if year is None or not re.fullmatch(r"(?:19|20)\d\d|1[5-8]\d\d", self._low(place)):
            return None
        return place + 1, Span(date(year, 1, 1), date(year + 1, 1, 1), explicit=led)


def _full_year(written: str | None, today: date) -> int:
    if not written:
        return today.year
    return int(written) if len(written) == 4 else 2000 + int(written)


def floor(day: date, unit: str) -> date:
    if unit == "week":
        return day - timedelta(day.weekday())
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return day.replace(month=3 * ((day.month - 1) // 3) + 1, day=1)
    return day.replace(month=1, day=1) if unit == "year" else day


def moved(day: date, unit: str, count: int) -> date:
    if unit in ("day", "week"):
        return day + timedelta(count * (7 if unit == "week" else 1))
    months = count * {"month": 1, "quarter": 3, "year": 12}[unit]
    total = day.year * 12 + day.month - 1 + months
    year, month = divmod(total, 12)
    last = (date(year + (month == 11), (month + 1) % 12 + 1, 1) - timedelta(1)).day
    return date(year, month + 1, min(day.day, last))
