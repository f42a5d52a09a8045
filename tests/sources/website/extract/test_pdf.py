from __future__ import annotations

import re
import sys
import zlib

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract import extract
from answerable.sources.website.extract.pdf_pages import MAX_PAGES


def pdf(*pages: str, title: str = "") -> bytes:
    """A PDF written by hand: one content stream per page, one line of text per line."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for words in pages:
        lines = " T* ".join(f"({line}) Tj" for line in words.split("\n"))
        stream = f"BT /F1 12 Tf 14 TL 72 720 Td {lines} ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects.append(f"<< /Title ({title}) >>")
    out = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>"
    return (
        out
        + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
        + f"trailer\n{trailer}\nstartxref\n{len(out)}\n%%EOF".encode()
    )


WORDS = "The warranty lasts two years from the day of purchase, and covers parts and labour alike."


def test_each_page_is_a_section() -> None:
    content = extract(pdf(WORDS, f"Second page. {WORDS}", title="Warranty"), content_type="application/pdf")
    assert content.title == "Warranty"
    assert [(p.path, p.anchor) for p in content.passages] == [
        (("Page 1",), "page=1"),
        (("Page 2",), "page=2"),
    ]
    assert content.passages[0].text == WORDS


def test_a_pdf_is_known_by_its_first_bytes() -> None:
    assert extract(pdf(WORDS), content_type="text/html").passages[0].text == WORDS


def test_lines_join_and_cut_words_heal() -> None:
    assert (
        "parts and labour"
        in extract(pdf("The warranty covers parts and la-\nbour alike."), content_type="").main_text
    )


def test_the_number_of_pages_is_finite() -> None:
    content = extract(
        pdf(*[f"Page text {n}. {WORDS}" for n in range(MAX_PAGES + 5)]), content_type="application/pdf"
    )
    assert content.passages[-1].anchor == f"page={MAX_PAGES}"


@pytest.mark.parametrize("body", [b"%PDF-1.4\nbroken", pdf("")])
def test_unreadable_pdfs_are_refused(body: bytes) -> None:
    with pytest.raises(SourceUnreachable, match="PDF"):
        extract(body, content_type="application/pdf", url="http://site/x.pdf")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
def test_a_pdf_that_unpacks_without_end_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    million = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    body = b"\x78\xda" + million * 4_000 + packer.flush() + b"\x00" * 4
    content = zlib.compress(body, 9)
    bomb = pdf(WORDS).replace(b"BT /F1", b"%STREAM%", 1)
    head, _, rest = bomb.partition(b"%STREAM%")
    length = re.search(rb"<< /Length (\d+) >>\nstream\n$", head)
    assert length
    packed = f"<< /Length {len(content)} /Filter [/FlateDecode /FlateDecode] >>\nstream\n".encode()
    bomb = head[: length.start()] + packed + content + rest[rest.index(b"\nendstream") :]
    assert len(bomb) < 50_000
    with pytest.raises(SourceUnreachable, match="cannot be read"):
        extract(bomb, content_type="application/pdf", url="http://site/x.pdf")
