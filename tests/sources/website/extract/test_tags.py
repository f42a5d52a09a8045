from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from answerable.sources.website.extract.tags import BLOCK_TAGS, BLOCKS, COMMENT, TEXT, number_of, numbered


def test_numbers_are_those_of_parsed_nodes() -> None:
    (cell,) = LexborHTMLParser("<table><tr><td>x</table>").css("td")
    assert cell.tag_id == number_of("td")
    assert numbered(("td", "th"))[cell.tag_id] == "td"


def test_text_and_comments_have_numbers_too() -> None:
    (paragraph,) = LexborHTMLParser("<p>x<!-- y --><b>z</b>").css("p")
    assert [node.tag_id for node in paragraph.iter(include_text=True)] == [TEXT, COMMENT, number_of("b")]


def test_every_block_tag_has_its_own_number() -> None:
    assert len(BLOCKS) == len(BLOCK_TAGS)
