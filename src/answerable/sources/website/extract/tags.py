"""Tags by the parser's numbers: a node tells its number three times as fast as its name."""

from __future__ import annotations

from collections.abc import Iterable

from selectolax.lexbor import LexborHTMLParser

from answerable.lists import listed, read_list

NAMES = read_list(__package__, "names.toml")
BLOCK_TAGS = listed(NAMES["blocks"])

_document = LexborHTMLParser("<p><!---->-")


def numbered(tags: Iterable[str]) -> dict[int, str]:
    """The parser's number of each tag, with the tag."""
    return {number_of(tag): tag for tag in tags}


def number_of(tag: str) -> int:
    """The parser's number of one tag."""
    return _document.create_node(tag).tag_id


# What stands in a tree beside elements.
COMMENT, TEXT = (node.tag_id for node in _document.css("p")[0].iter(include_text=True))
BLOCKS = numbered(BLOCK_TAGS)
