from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from answerable.sources.website.extract.marks import all_bold, anchor_of, heading_text, is_note


def node(html: str) -> LexborNode:
    body = LexborHTMLParser(html).body
    assert body is not None
    assert body.first_child is not None
    return body.first_child


def test_only_wholly_bold_questions_count() -> None:
    assert all_bold(node("<p><b>Why?</b></p>"), "Why?")
    assert not all_bold(node("<p><b>Why</b> not?</p>"), "Why not?")
    assert not all_bold(node("<p><b>Done.</b></p>"), "Done.")


def test_the_own_id_comes_first() -> None:
    assert anchor_of(node('<h2 id="own"><a id="inner"></a>x</h2>')) == "own"
    assert anchor_of(node('<h2><a name="inner"></a>x</h2>')) == "inner"
    assert anchor_of(node("<h2>x</h2>")) == ""


def test_headings_lose_only_their_link_sign() -> None:
    assert heading_text(node('<h2>Title <a href="#t">¶</a></h2>')) == "Title"
    assert heading_text(node("<h2>C#</h2>")) == "C#"


@pytest.mark.parametrize(
    ("name", "note"), [("admonition note", True), ("tip", True), ("notebook", False), ("", False)]
)
def test_notes_are_known_by_class(name: str, note: bool) -> None:
    assert is_note(name) is note
