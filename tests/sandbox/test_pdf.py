"""The small PDF writer."""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]  # ships no types

from answerable.sandbox.pdf import LINES_PER_PAGE, write_pdf


def read(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def test_text_comes_back_as_written() -> None:
    (page,) = read(write_pdf("# Terms (new)\nGrößen kosten €7.50 \\ mehr", title="Terms"))
    assert page.splitlines() == ["Terms (new)", "Größen kosten €7.50 \\ mehr"]


def test_long_text_flows_onto_more_pages() -> None:
    lines = [f"line {number}" for number in range(LINES_PER_PAGE + 1)]
    first, second = read(write_pdf("\n".join(lines), title="Long"))
    assert first.splitlines() == lines[:-1]
    assert second == lines[-1]


def test_the_title_is_in_the_document() -> None:
    document = pypdfium2.PdfDocument(write_pdf("words", title="Warranty (2026)"))
    assert document.get_metadata_value("Title") == "Warranty (2026)"
    document.close()


def test_empty_text_still_makes_a_page() -> None:
    assert read(write_pdf("", title="Empty")) == [""]
