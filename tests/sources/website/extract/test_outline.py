from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from answerable.sources.website.extract.outline import Outline
from answerable.sources.website.extract.survey import survey


def outline(html: str) -> Outline:
    tree = LexborHTMLParser(html)
    assert tree.body is not None
    return Outline(tree.body, survey(tree).blocks)


def test_blocks_know_their_parents() -> None:
    found = outline("<div><span><p>a</p></span><ul><li>b</li></ul></div>")
    assert found.tags == ["body", "div", "p", "ul", "li"]
    assert found.parents == [-1, 0, 1, 1, 3]


def test_inline_elements_around_blocks_are_holders() -> None:
    found = outline("<div><span><p>a</p></span></div><p><i>b</i></p>")
    assert len(found.holders) == 3  # body, div, span


def test_text_and_links_are_counted_per_block() -> None:
    found = outline('<div>loose<p>four <a href="/x">link</a></p><p><a href="#here">inside</a></p></div>')
    assert found.lengths() == [0, 5, 9, 6]
    assert found.link_lengths() == [0, 0, 4, 0]


def test_loose_text_counts_with_its_inline_elements() -> None:
    found = outline("<div>one <b>two</b><p>three</p></div>")
    own = found.lengths()
    found.loose_lengths(own)
    assert own == [0, 6, 5]


def test_tables_around_headings_are_layout() -> None:
    found = outline("<table><tr><td><h2>x</h2></td></tr></table><table><tr><td>1</td></tr></table>")
    assert len(found.layout) == 1
