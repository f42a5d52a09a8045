"""Reads small signs off a node: its title, the id one can jump to, whether it is a note or all bold."""

from __future__ import annotations

import re
from functools import lru_cache

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.tags import TEXT, number_of, numbered
from answerable.sources.website.extract.words import collapse

# Boxes whose title heads the box and nothing after it: notes, contents, examples, figures.
_NOTE = re.compile(
    r"(?:^|[\s_-])(?:note|tip|warning|caution|important|danger|hint|admonition|callout|alert|sidebar|infobox"
    r"|toc|contents|example|figure|table|procedure)(?=$|[\s_-])",
    re.I,
)
_A = number_of("a")
_BOLD = frozenset(numbered(("b", "strong")))
_PERMALINKS = "¶§🔗"


@lru_cache(maxsize=1_024)
def is_note(name: str) -> bool:
    """Whether a class attribute says that this is a box set apart from the text around it."""
    return _NOTE.search(name) is not None


def gap_before(node: LexborNode) -> str:
    """The white space between two inline elements, which the walk has skipped."""
    before = node.prev
    return " " if before is not None and before.is_empty_text_node else ""


def all_bold(node: LexborNode, text: str) -> bool:
    """Whether a paragraph is bold from end to end and reads like a heading rather than a sentence."""
    first = node.first_child
    if first is None or first.tag_id not in _BOLD or text[-1] in ".,;" or "\n" in text:
        return False
    return collapse(first.text_lexbor()) == text


def heading_text(node: LexborNode, known: str | None = None) -> str:
    """The words of a heading without the sign that links to it; `known` is its text where it was read before."""
    text = collapse(node.text_lexbor()) if known is None or "\n" in known else known
    if text and text[-1] in _PERMALINKS:
        return text.rstrip(_PERMALINKS + " ")
    if text.endswith("#") and node.css_first('a[href^="#"]') is not None:
        return text.rstrip("# ")
    return text


def anchor_of(node: LexborNode) -> str:
    """The id a #fragment can jump to: the element's own, or that of a mark inside it."""
    if own := node.id:
        return own
    child = node.first_child
    if child is None or (child.tag_id == TEXT and child.next is None):
        return ""
    for inside in node.traverse():
        if name := inside.id or (inside.tag_id == _A and inside.attributes.get("name")):
            return name
    return ""
