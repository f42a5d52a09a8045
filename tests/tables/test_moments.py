"""Spans of time, seen from one day."""

from __future__ import annotations

from datetime import date

import pytest

from answerable.tables.moments import Moments, Span
from answerable.tables.tokens import cut

TODAY = date(2026, 1, 15)


def span(text: str, language: str) -> Span:
    tokens = cut(text, language)
    found = Moments(tokens, TODAY, language).at(0)
    assert found is not None, text
    assert found[0] == len(tokens), f"{text}: only {found[0]} tokens"
    return found[1]


@pytest.mark.parametrize(
    ("text", "language", "start", "end"),
    [
        ("in 2024", "en", "2024-01-01", "2025-01-01"),
        ("im Jahr 2024", "de", "2024-01-01", "2025-01-01"),
        ("last month", "en", "2025-12-01", "2026-01-01"),
        ("letzten Monat", "de", "2025-12-01", "2026-01-01"),
        ("this year", "en", "2026-01-01", "2027-01-01"),
        ("next week", "en", "2026-01-19", "2026-01-26"),
        ("yesterday", "en", "2026-01-14", "2026-01-15"),
        ("in den letzten 30 Tagen", "de", "2025-12-16", "2026-01-16"),
        ("in March", "en", "2025-03-01", "2025-04-01"),
        ("im März 2024", "de", "2024-03-01", "2024-04-01"),
        ("in the first quarter of 2025", "en", "2025-01-01", "2025-04-01"),
        ("Q3 2024", "en", "2024-07-01", "2024-10-01"),
        ("between March and May 2024", "en", "2024-03-01", "2024-06-01"),
        ("between 2025-04-01 and 2026-03-31", "en", "2025-04-01", "2026-04-01"),
        ("vom 1.4.2025 bis 31.3.2026", "de", "2025-04-01", "2026-04-01"),
        ("vom 1.4. bis 31.5.2024", "de", "2024-04-01", "2024-06-01"),
        ("von 2020 bis 2022", "de", "2020-01-01", "2023-01-01"),
        ("on 3 March 2024", "en", "2024-03-03", "2024-03-04"),
        ("am 3.5.2024", "de", "2024-05-03", "2024-05-04"),
        ("vor 3 Tagen", "de", "2026-01-12", "2026-01-13"),
    ],
)
def test_spans_have_a_first_and_last_day(text: str, language: str, start: str, end: str) -> None:
    found = span(text, language)
    assert (found.start, found.end) == (date.fromisoformat(start), date.fromisoformat(end))


@pytest.mark.parametrize(
    ("text", "language", "start", "end"),
    [
        ("before 2020", "en", None, "2020-01-01"),
        ("vor dem 1. Mai 2024", "de", None, "2024-05-01"),
        ("after 2020", "en", "2021-01-01", None),
        ("seit 2024", "de", "2024-01-01", None),
        ("until March 2024", "en", None, "2024-04-01"),
    ],
)
def test_open_spans_have_one_end(text: str, language: str, start: str | None, end: str | None) -> None:
    found = span(text, language)
    days = tuple(day.isoformat() if day else None for day in (found.start, found.end))
    assert days == (start, end)


def test_a_verb_is_not_a_month() -> None:
    assert Moments(cut("may I ask", "en"), TODAY, "en").at(0) is None
