"""Outcomes become plain text that still says where everything stands."""

from __future__ import annotations

from answerable.server.footnotes import as_block, as_footnotes, as_text

CITED = {"id": 1, "title": "Returns", "url": "https://a.example/r", "source": "website", "locator": "x"}
ROW = {"id": 2, "title": "", "url": "", "source": "warehouse", "locator": "query_1"}


def test_text_tables_and_footnotes_follow() -> None:
    table = {"type": "table", "columns": ["name", "stock"], "rows": [["a|b", 3], ["c\nd", None]]}
    outcome = {
        "text": "Two. [1]",
        "elements": [{"type": "text", "text": "Two. [1]"}, table],
        "citations": [CITED],
    }
    assert as_text(outcome) == (
        "Two. [1]\n\n| name | stock |\n| --- | --- |\n| a\\|b | 3 |\n| c d |  |\n\n[1] Returns: https://a.example/r"
    )


def test_what_has_no_address_names_its_source() -> None:
    assert as_footnotes([CITED, ROW]) == "\n\n[1] Returns: https://a.example/r\n[2] warehouse: query_1"
    assert as_footnotes([]) == ""


def test_images_are_words_and_charts_nothing() -> None:
    assert as_block({"type": "image", "url": "https://a.example/p.png", "alt": "A pack"}) == (
        "A pack: https://a.example/p.png"
    )
    assert as_block({"type": "chart", "spec": {}}) == ""
