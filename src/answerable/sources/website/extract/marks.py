"""Reads small signs off a node: its title, the id one can jump to, whether it is a note or all bold."""

from __future__ import annotations

import re
from functools import lru_cache

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.words import collapse

# Boxes whose title heads the box and nothing after it: notes, contents, examples, figures.
_NOTE = re.compile(
    r"(?:^|[\s_-])(?:note|tip|warning|caution|important|danger|hint|admonition|callout|alert|sidebar|infobox"
    r"|toc|contents|example|figure|table|procedure)(?=$|[\s_-])",
    re.I,
)
_PERMALINKS = "¶§🔗"


@lru_cache(maxsize=1_024)
def is_note(name: str) -> bool:
    """Whether a class attribute says that this is a box set apart from the text around it."""
    return _NOTE.search(name) is not None


def gap_before(node: LexborNode) -> str:
    """The white space between two inline elements, which the walk has skipped."""
    before = node.prev
    return " " if before is not None and before.tag == "-text" and before.is_empty_text_node else ""


def all_bold(node: LexborNode, text: str) -> bool:
    """Whether a paragraph is bold from end to end and reads like a heading rather than a sentence."""
    first = node.first_child
    if first is None or first.tag not in ("b", "strong") or text[-1] in ".,;" or "\n" in text:
        return False
    return collapse(first.text()) == text


def heading_text(node: LexborNode) -> str:
    """The words of a heading without the sign that links to it."""
    text = collapse(node.text())
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
    if child is None or (child.tag == "-text" and child.next is None):
        return ""
    inside = node.css_first("[id], a[name]")
    if inside is None:
        return ""
    return inside.id or inside.attributes.get("name") or ""
