from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]  # ships no types

from answerable.report import write_report_pdf
from answerable.report.pdf import LINES, write_pdf
from tests.report.outcomes import ANSWER, QUESTION


def text_of(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return pages


def test_the_pdf_says_what_the_report_says() -> None:
    text = " ".join(" ".join(text_of(write_report_pdf(QUESTION, ANSWER))).split())
    assert "Acme was founded by Anna Keller. [1]" in text
    assert "https://a.example/acme" in text
    assert "91 %" in text


def test_long_reports_take_several_pages() -> None:
    long = {**ANSWER, "text": "\n\n".join(f"Satz {n} über Käse (und mehr) \\ hier." for n in range(120))}
    pages = text_of(write_report_pdf(QUESTION, long, "de"))
    assert len(pages) > 2
    assert "Satz 119 über Käse (und mehr) \\ hier." in " ".join(pages)


def test_endless_words_are_cut_to_the_page() -> None:
    pages = text_of(write_report_pdf(QUESTION, {**ANSWER, "text": "x" * 500}))
    assert sum(page.count("x" * 50) for page in pages) >= 5


def test_text_comes_back_as_written() -> None:
    (page,) = text_of(write_pdf([("F2", "Terms (new)"), ("F1", "Größen kosten €7.50 \\ mehr")], "Terms"))
    assert page.splitlines() == ["Terms (new)", "Größen kosten €7.50 \\ mehr"]


def test_long_text_flows_onto_more_pages() -> None:
    lines = [f"line {number}" for number in range(LINES + 1)]
    first, second = text_of(write_pdf([("F1", line) for line in lines], "Long"))
    assert first.splitlines() == lines[:-1]
    assert second == lines[-1]


def test_the_title_is_in_the_document() -> None:
    document = pypdfium2.PdfDocument(write_pdf([("F1", "words")], "Warranty (2026)"))
    assert document.get_metadata_value("Title") == "Warranty (2026)"
    document.close()


def test_empty_text_still_makes_a_page() -> None:
    assert text_of(write_pdf([], "Empty")) == [""]
