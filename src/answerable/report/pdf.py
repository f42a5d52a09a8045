"""Text as PDF, written by hand: two standard fonts, no library. Letters outside Western Europe become "?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

from answerable.report.pages import WORDS, Told, quotes_of, sections, seen_on

_WIDTH, _HEIGHT, _MARGIN = 595, 842, 56  # A4 in points
LINES = 50  # of 14 points on one page
_PER_LINE = {"F1": 92, "F2": 70}  # characters that surely fit, by font


def write_report_pdf(question: str, told: Told, language: str = "en") -> bytes:
    """The same report as its Markdown, page by page."""
    return write_pdf(_lines(question, told, language), question)


def write_pdf(text: Iterable[tuple[str, str]], title: str) -> bytes:
    """Lines that fit their page, each with its font: F1 for words, F2 for headings."""
    lines = list(text)
    pages = [lines[at : at + LINES] for at in range(0, len(lines), LINES)] or [[]]
    return _document([_content(page) for page in pages], title)


def _lines(question: str, told: Told, language: str) -> Iterator[tuple[str, str]]:
    """Font and text of every line."""
    words = WORDS.get(language, WORDS["en"])
    for heading, _, body in sections(question, told, language):
        yield from _wrapped("F2", heading)
        for text in body:
            yield from _wrapped("F1", text.replace("\t", " | "))
        yield "F1", ""
    if told["citations"]:
        yield "F2", words["sources"]
    for source in told["citations"]:
        named = ", ".join(filter(None, (source["title"], source["url"], seen_on(source, words))))
        quotes = (f"“{part}”" for part in quotes_of(source))
        for text in (f"[{source['id']}] {named}", *quotes):
            yield from _wrapped("F1", text)


def _wrapped(font: str, text: str) -> list[tuple[str, str]]:
    lines = wrap(" ".join(text.split()), _PER_LINE[font], break_on_hyphens=False)
    return [(font, line) for line in lines or [""]]


def _content(lines: list[tuple[str, str]]) -> bytes:
    parts = [f"BT {_MARGIN} {_HEIGHT - _MARGIN} Td 14 TL".encode()]
    for font, text in lines:
        shown = re.sub(rb"[\\()]", rb"\\\g<0>", text.encode("cp1252", "replace"))
        parts.append(f"/{font} {12 if font == 'F2' else 10} Tf (".encode() + shown + b") Tj T*")
    return b"\n".join([*parts, b"ET"])


def _document(contents: list[bytes], title: str) -> bytes:
    kids = " ".join(f"{6 + 2 * n} 0 R" for n in range(len(contents)))
    name = title.encode("utf-16-be").hex()
    fonts = [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
        for base in ("Helvetica", "Helvetica-Bold")
    ]
    tree = f"<< /Type /Pages /Count {len(contents)} /Kids [{kids}] >>"
    first = ["<< /Type /Catalog /Pages 2 0 R >>", tree, *fonts, f"<< /Title <FEFF{name}> >>"]
    objects = [text.encode() for text in first]
    for n, content in enumerate(contents):
        parts = f"/MediaBox [0 0 {_WIDTH} {_HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {parts} /Contents {7 + 2 * n} 0 R >>".encode())
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + b"".join(
        f"{at:010} 00000 n \n".encode() for at in places
    )
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
