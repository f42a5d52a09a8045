"""Headers and errors in our words."""

from __future__ import annotations

import aiohttp
import pytest

from answerable.net.reply import content_type_of, printable, readable, translated


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
