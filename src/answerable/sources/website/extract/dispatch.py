"""Chooses the reader for a body by what it is, not only by what it says it is."""

from __future__ import annotations

import json

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract.apart import taken_apart
from answerable.sources.website.extract.decode import decode
from answerable.sources.website.extract.html import read_html
from answerable.sources.website.extract.page import Link, PageContent, Passage
from answerable.sources.website.extract.pdf import read_pdf
from answerable.sources.website.extract.text import read_markdown, read_text

MAX_BYTES = 5_000_000  # the largest documentation page at hand has 2.6 MB
# Heavier bodies (10 of 5,337 pages of manuals) are read where they can be ended. Of 300 generated
# bombs the lighter ones took at most 0.25 s of CPU, p99 0.08 s (with 30,000 tags 0.79 and 0.17); a process of their own
# would cost more (0.1 s) than reading most of them.
LARGE_BODY = 500_000
MANY_TAGS = 25_000
_BINARY = (
    b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF", b"PK\x03\x04", b"\x1f\x8b", b"BZh",
    b"\xfd7zXZ", b"7z\xbc\xaf",
    b"\x7fELF", b"MZ", b"OggS", b"ID3", b"\x00\x00\x01\x00", b"wOFF", b"wOF2",
    b"\xca\xfe\xba\xbe", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
# Of random bytes they are 11 %; of 10,000 pages of manuals none had one in its first 1,024 bytes.
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r\x1b"})
_HTML_MARKS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<title", b"<div", b"<p>", b"<h1")
_MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")


def extract(
    body: bytes, *, content_type: str, charset: str = "", url: str = "", footer: bool = False
) -> PageContent:
    """The typed content of one fetched body; raises `SourceUnreachable` when it holds nothing readable.

    Its `footer` is read where somebody asks for it: on every page it would take a quarter more time.
    """
    if is_pdf(body):
        return read_pdf(body[:MAX_BYTES], url)
    if not is_heavy(body):
        return read_page(body, content_type=content_type, charset=charset, url=url, footer=footer)
    told = {"content_type": content_type, "charset": charset, "url": url, "footer": footer}
    read = taken_apart("heavy_page.py", json.dumps(told).encode() + b"\n" + body[:MAX_BYTES], url)
    for part in ("passages", "footer"):
        read[part] = tuple(Passage(tuple(path), anchor, text) for path, anchor, text in read[part])
    read["links"] = tuple(Link(*link) for link in read["links"])
    return PageContent(**read)


def read_page(body: bytes, *, content_type: str, charset: str, url: str, footer: bool = False) -> PageContent:
    """The content of a page or a text, read in this process."""
    kind = content_type.split(";", maxsplit=1)[0].strip().lower()
    start = body[:1_024].lstrip()
    _refuse_binary(start, kind, url)
    if not start:
        raise SourceUnreachable(url, "the page is empty")
    text = decode(body, charset or _charset_of(content_type))
    if _says_html(kind, start):
        return read_html(text, xhtml="xhtml" in kind, footer=footer)
    path = url.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0].lower()
    if "markdown" in kind or path.endswith(_MARKDOWN_ENDINGS):
        return read_markdown(text)
    return read_text(text)


def is_heavy(body: bytes) -> bool:
    """Whether reading this waits for another process."""
    size = len(body)
    return size > LARGE_BODY or is_pdf(body) or (size > MANY_TAGS and body.count(b"<") > MANY_TAGS)


def is_pdf(body: bytes) -> bool:
    """Whether this is a PDF, whatever it calls itself."""
    return b"%PDF-" in body[:1_024]


def _refuse_binary(start: bytes, kind: str, url: str) -> None:
    family = kind.split("/", maxsplit=1)[0]
    if family in ("image", "audio", "video", "font") and "svg" not in kind:
        raise SourceUnreachable(url, f"is {kind}, not text")
    if start.startswith(_BINARY):
        raise SourceUnreachable(url, f"is a binary file that calls itself {kind or 'nothing'!r}, not text")
    # UTF-16 text is half NULs and starts with a mark; anything else with many control characters is no text.
    controls = len(start) - len(start.translate(None, _CONTROLS))
    if controls > len(start) // 20 and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SourceUnreachable(url, "is binary, not text")


def _says_html(kind: str, start: bytes) -> bool:
    if kind in ("text/html", "application/xhtml+xml"):
        return True
    lowered = start.lower()
    if kind in ("text/plain", "text/markdown", "text/x-markdown", "text/csv", "application/json"):
        return lowered.startswith((b"<!doctype html", b"<html"))
    return any(mark in lowered for mark in _HTML_MARKS)


def _charset_of(content_type: str) -> str:
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip()
    return ""
