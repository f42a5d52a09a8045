"""Headers and errors in our words."""

from __future__ import annotations

from datetime import UTC, datetime

import aiohttp
import pytest

from answerable.net.reply import content_type_of, printable, readable, seconds_to_wait, translated

NOW = datetime(2026, 11, 15, 9, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("text/html; charset=UTF-8", ("text/html", "utf-8")),
        ('Text/HTML;CHARSET="iso-8859-1"', ("text/html", "iso-8859-1")),
        ("text/html; charset='windows-1252'; x=y", ("text/html", "windows-1252")),
        ("application/pdf", ("application/pdf", "")),
        ("", ("", "")),
        (";;;charset=", ("", "")),
    ],
)
def test_content_types_are_taken_apart(header: str, expected: tuple[str, str]) -> None:
    assert content_type_of(header) == expected


def test_header_bytes_become_letters() -> None:
    assert readable("/plain") == "/plain"
    assert readable("/ä") == "/ä"
    assert readable("/\udce4") == "/ä"


def test_a_validator_cannot_start_a_header() -> None:
    assert printable('"v1"\r\nCookie: x') == '"v1"Cookie: x'


def test_an_unforeseen_error_names_its_kind() -> None:
    refused = translated("http://site.test/", aiohttp.InvalidURL("x"), 5.0)
    assert refused.why == "could not be asked (InvalidURL)."


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        (" 120 ", 120.0),
        ("Sun, 15 Nov 2026 09:01:00 GMT", 60.0),
        ("Sun, 15 Nov 2026 08:00:00 GMT", 0.0),
        ("Sun, 15 Nov 2026 09:01:00", 60.0),
        ("9" * 400, 999_999_999.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Sun, 99 Nov 2026 09:01:00 GMT", None),
    ],
)
def test_seconds_and_dates_are_understood(header: str, seconds: float | None) -> None:
    assert seconds_to_wait(header, NOW) == seconds
