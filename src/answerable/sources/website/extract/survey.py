"""One pass over the whole tree: what the head says, where links lead, what must go before reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from answerable.lists import listed
from answerable.sources.website.extract.tags import NAMES, number_of, numbered
from answerable.sources.website.extract.words import LINE_BREAK

# Elements whose content is not text of the page. A button inside a heading is one (folding questions).
_UNREAD = listed(NAMES["unread"])
_HEAD = frozenset(("base", "link", "meta", "title"))
_WAYS = frozenset(("a", "area", "frame", "iframe", "h1", "h2", "h3", "h4", "h5", "h6"))
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.I,
)
_BUCKETS = {
    **dict.fromkeys(numbered(_HEAD), "head"),
    **dict.fromkeys(numbered(_UNREAD), "unread"),
    **dict.fromkeys(numbered(_WAYS), "ways"),  # an <iframe> is a way on and not text
    **dict.fromkeys(numbered(("br",)), "breaks"),
}
# The parser itself passes over the commonest elements that nobody asks for here, and over links within the page.
_OTHERS = "span,code,p,li,div,em,pre,td,tr,dd,dt,strong,ul,dl,section"
_WITHIN = 'a[href^="#"]:not([href^="#!"],[href^="#/"])'
_PERHAPS = f":not({_OTHERS},{_WITHIN})"
_MAY_HIDE = '[style],[hidden],[aria-hidden="true"]'
_BUTTON = number_of("button")
_TITLED_BY_BUTTON = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"))


@dataclass
class Survey:
    """Nodes in document order, by what they are needed for."""

    head: list[LexborNode] = field(default_factory=list)
    ways: list[LexborNode] = field(default_factory=list)  # links and frames, with the headings between them
    breaks: list[LexborNode] = field(default_factory=list)
    unread: list[LexborNode] = field(default_factory=list)
    scripts: int = 0
    described: str = ""  # what the page says about itself for machines (JSON-LD)


def survey(tree: LexborHTMLParser) -> Survey:
    """Look at every element once."""
    found = Survey()
    lists = {"head": found.head, "unread": found.unread, "ways": found.ways, "breaks": found.breaks}
    buckets = {number: lists[name] for number, name in _BUCKETS.items()}
    for node in tree.css(_PERHAPS):
        bucket = buckets.get(node.tag_id)
        if bucket is not None:
            bucket.append(node)
    found.unread += [node for node in found.ways if node.tag == "iframe"]
    scripts = [node for node in found.unread if node.tag == "script"]
    found.scripts = len(scripts)
    found.described = "\n".join(
        node.text() for node in scripts if "ld+json" in (node.attributes.get("type") or "")
    )
    return found


def mark_breaks(found: Survey) -> None:
    """Let each <br> leave a mark in the text."""
    for node in found.breaks:
        node.replace_with(LINE_BREAK)


def drop_unseen(tree: LexborHTMLParser, found: Survey) -> None:
    """Remove scripts, embedded things and everything the page itself hides.

    The last node always goes first: removing a parent frees its children, which must not be touched afterwards.
    """
    for node in reversed(found.unread):
        if node.tag_id != _BUTTON or not _titles(node):
            node.decompose()
    for node in reversed(tree.css(_MAY_HIDE)):
        if node.tag not in ("body", "html") and _hidden(node):
            node.decompose()


def _hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    return _HIDDEN_STYLE.search(attributes.get("style") or "") is not None


def _titles(node: LexborNode) -> bool:
    parent = node.parent
    return parent is not None and parent.tag in _TITLED_BY_BUTTON
