from __future__ import annotations

from answerable.sources.website.extract import PageContent, Passage


def test_main_text_shows_each_heading_once() -> None:
    content = PageContent(
        title="Guide - Site",
        passages=(
            Passage(("Guide", "A"), "", "one"),
            Passage(("Guide", "A"), "", "two"),
            Passage(("Guide", "B"), "", "three"),
        ),
    )
    assert content.main_text == "A\n\none\n\ntwo\n\nB\n\nthree"


def test_an_empty_page_has_empty_text() -> None:
    assert PageContent().main_text == ""
