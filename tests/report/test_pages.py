from __future__ import annotations

from answerable.report import write_html, write_markdown
from tests.report.outcomes import ANSWER, QUESTION, REFUSAL


def test_markdown_has_numbered_sources_and_quotes() -> None:
    text = write_markdown(QUESTION, ANSWER)
    assert "1. Page 1 \\<b\\>bold\\</b\\> <https://a.example/acme>, seen on 2026-06-01" in text
    assert "   > Acme was founded by Anna Keller." in text
    assert "- founding year of Acme: 1987 [1] or 1992 [2]" in text
    assert "- CEO of Acme: no page that was read says it" in text
    assert "91 %" in text


def test_what_pages_say_cannot_become_markup() -> None:
    assert "<script>" not in write_html(QUESTION, ANSWER)
    assert "<b>" not in write_html(QUESTION, ANSWER)
    assert 'href="javascript' not in write_html(QUESTION, ANSWER)
    assert "\\# Founded \\| \\*1992\\*" in write_markdown(QUESTION, ANSWER)


def test_html_links_marks_to_their_source() -> None:
    html = write_html(QUESTION, ANSWER, "de")
    assert '<a href="#s1">[1]</a>' in html
    assert '<li id="s2">' in html
    assert "<h2>Quellen</h2>" in html
    assert html.startswith("<!doctype html>")


def test_the_same_outcome_gives_the_same_report() -> None:
    assert write_markdown(QUESTION, ANSWER) == write_markdown(QUESTION, ANSWER)
    assert write_html(QUESTION, ANSWER) == write_html(QUESTION, ANSWER)


def test_a_refusal_has_a_report_without_sources() -> None:
    text = write_markdown(QUESTION, REFUSAL)
    assert "I did not find this." in text
    assert "## Sources" not in text
    assert "Certainty" not in text


def test_tables_stand_in_the_report() -> None:
    cells = {"type": "table", "columns": ["Supplier", "Price"], "rows": [["A|B <AG>", 2.5], [None, 3]]}
    told = {**ANSWER, "elements": [*ANSWER["elements"], cells]}
    assert "| Supplier | Price |\n|---|---|\n| A\\|B \\<AG\\> | 2.5 |\n| – | 3 |" in write_markdown(
        QUESTION, told
    )
    assert "<tr><td>A|B &lt;AG&gt;<td>2.5</tr>" in write_html(QUESTION, told)
