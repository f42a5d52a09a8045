from __future__ import annotations

import pytest

from answerable.sources.website.extract.decode import decode

WORDS = "Größe: 5 € – „gut“"


def test_the_header_wins_over_the_page() -> None:
    body = f'<meta charset="utf-8"><p>{WORDS}</p>'.encode("cp1252")
    assert WORDS in decode(body, "windows-1252")


def test_a_byte_order_mark_is_obeyed_and_removed() -> None:
    assert decode(WORDS.encode("utf-16")) == WORDS
    assert decode(b"\xef\xbb\xbf" + WORDS.encode()) == WORDS


@pytest.mark.parametrize(
    "meta",
    [
        '<meta charset="koi8-r">',
        '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
        '<?xml version="1.0" encoding="koi8-r"?>',
    ],
)
def test_the_declared_charset_is_used(meta: str) -> None:
    assert "Привет" in decode(f"{meta}<p>Привет</p>".encode("koi8-r"))


def test_without_a_name_utf8_is_tried_first() -> None:
    assert decode(WORDS.encode()) == WORDS


def test_other_bytes_are_read_as_windows_1252() -> None:
    assert decode(WORDS.encode("cp1252")) == WORDS


@pytest.mark.parametrize(
    "lie", ["utf-8", "us-ascii", "no-such-one", "hex", "idna", "unicode_escape", "utf-16", ""]
)
def test_a_false_name_does_no_harm(lie: str) -> None:
    assert "Größe" in decode(("Größe und " * 20).encode("cp1252"), lie)


def test_latin1_is_read_as_browsers_do() -> None:
    assert decode(WORDS.encode("cp1252"), "ISO-8859-1") == WORDS


def test_a_page_cut_inside_a_character_stays_readable() -> None:
    assert decode("Größe ü".encode()[:-1], "utf-8").startswith("Größe")
    assert decode(("Größe " * 30 + "ü").encode()[:-1]).startswith("Größe")


def test_any_bytes_become_some_text() -> None:
    assert isinstance(decode(bytes(range(256)) * 10, "utf-8"), str)
