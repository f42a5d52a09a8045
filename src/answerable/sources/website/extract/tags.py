"""Tags by the parser's numbers: a node tells its number three times as fast as its name."""

from __future__ import annotations

from collections.abc import Iterable

from selectolax.lexbor import LexborHTMLParser

from answerable.lists import read_list

NAMES = read_list(__package__, "names.toml")
# Elements that stand inside a line, the commonest first: the parser itself passes over these when blocks are
# gathered. One that is missing here only costs time.
INLINE = NAMES["inline"].split()

_document = LexborHTMLParser("<p><!---->-")


def numbered(tags: Iterable[str]) -> dict[int, str]:
    """The parser's number of each tag, with the tag."""
    return {number_of(tag): tag for tag in tags}


def number_of(tag: str) -> int:
    """The parser's number of one tag."""
    return _document.create_node(tag).tag_id


# What stands in a tree beside elements.
COMMENT, TEXT = (node.tag_id for node in _document.css("p")[0].iter(include_text=True))
