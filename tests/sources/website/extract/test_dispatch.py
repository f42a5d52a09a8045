from __future__ import annotations

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract import extract


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\x89PNG\r\n\x1a\n....", "text/html"),
        (b"PK\x03\x04zip", "application/octet-stream"),
        (b"\x1f\x8b\x08\x00still packed", "text/html"),
        (b"anything", "image/png"),
        (b"\x00\x01\x02\x00\x00\x00\x05\x00" * 50, "text/plain"),
        (bytes(range(1, 256)) * 4, "text/html"),
        (b"", "text/html"),
        (b"   \n ", "text/html"),
    ],
)
def test_bodies_without_text_are_refused(body: bytes, content_type: str) -> None:
    with pytest.raises(SourceUnreachable) as refused:
        extract(body, content_type=content_type, url="http://site/file")
    assert refused.value.asked == "http://site/file"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        (b"<p>a <b>b</b></p>", "text/html; charset=utf-8", "a b"),
        (b"<!DOCTYPE html><p>a b</p>", "", "a b"),
        (b"<html><p>a b</p>", "application/octet-stream", "a b"),
        (b"<!doctype html><p>a b</p>", "text/plain", "a b"),
        (b"Use <p> for a paragraph", "text/plain", "Use <p> for a paragraph"),
        (b"just text", "", "just text"),
    ],
)
def test_the_reader_fits_the_body(body: bytes, content_type: str, text: str) -> None:
    assert extract(body, content_type=content_type).main_text == text


def test_markdown_is_known_by_its_address() -> None:
    assert (
        extract(b"# Title\n\nWords.", content_type="text/plain", url="http://s/README.md?x=1").title
        == "Title"
    )


def test_the_charset_may_stand_in_the_type() -> None:
    assert (
        extract("<p>Größe</p>".encode("cp1252"), content_type="text/html; charset=latin1").main_text
        == "Größe"
    )


def test_nuls_in_a_page_do_no_harm() -> None:
    assert extract(b"<p>before\0after</p>" + b"<p>x</p>" * 20, content_type="text/html").main_text.startswith(
        "before"
    )
