"""One pass over the whole tree: what the head says, where links lead, what must go before reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile

from selectolax.lexbor import LexborHTMLParser, LexborNode

from answerable.lists import listed
from answerable.sources.website.extract.tags import BLOCKS, NAMES, TEXT, number_of, numbered
from answerable.sources.website.extract.words import LINE_BREAK

# Elements whose content is not text of the page. A button inside a heading is one (folding questions).
_UNREAD = numbered(listed(NAMES["unread"]))
_HEAD = numbered(("base", "link", "meta", "title"))
_WAYS = numbered(("a", "area", "frame"))
_HEADINGS = numbered(f"h{level}" for level in range(1, 7))
_BUTTON, _IFRAME, _SCRIPT = map(number_of, ("button", "iframe", "script"))
_MAIN = numbered(("main", "article"))
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.I,
)
_BUCKETS = {
    **dict.fromkeys(_HEAD, "head"),
    **dict.fromkeys(_UNREAD, "unread"),
    **dict.fromkeys(_WAYS, "ways"),
    **dict.fromkeys(BLOCKS, "blocks"),
    number_of("br"): "breaks",
}
_ALSO = {
    **dict.fromkeys((*_HEADINGS, _IFRAME), "ways"),  # an <iframe> is a way on and not text
    **dict.fromkeys(_MAIN, "declared"),
}
_MAY_HIDE = '[style],[hidden],[aria-hidden="true"]'
_AROUND_SKIP = ("body", "div", "header")
_MOST_SKIP_LINKS = 3  # to the content, the menu, the search
_TITLED_BY_BUTTON = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"))


@dataclass
class Survey:
    """Nodes in document order, by what they are needed for."""

    head: list[LexborNode] = field(default_factory=list)
    ways: list[LexborNode] = field(default_factory=list)  # links and frames, with the headings between them
    breaks: list[LexborNode] = field(default_factory=list)
    unread: list[LexborNode] = field(default_factory=list)
    blocks: list[LexborNode] = field(default_factory=list)
    declared: list[LexborNode] = field(default_factory=list)  # as the main part, or as an article
    scripts: int = 0
    described: str = ""  # what the page says about itself for machines (JSON-LD)


def survey(tree: LexborHTMLParser) -> Survey:
    """Look at every element once: five queries to the parser took twice as long."""
    found = Survey()
    lists = vars(found)
    buckets = {number: lists[name] for number, name in _BUCKETS.items()}
    root = tree.root
    for node in root.traverse() if root is not None else ():
        number = node.tag_id
        bucket = buckets.get(number)
        if bucket is not None:
            bucket.append(node)
            if number in _ALSO:
                lists[_ALSO[number]].append(node)
    scripts = [node for node in found.unread if node.tag_id == _SCRIPT]
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
    _hide_skip_links(found.ways)
    gone: set[int] = set()
    for node in reversed(found.unread):
        if node.tag_id != _BUTTON or not _titles(node):
            _remove(node, gone)
    for node in reversed(tree.css(_MAY_HIDE)):
        if node.tag not in ("body", "html") and _hidden(node):
            _remove(node, gone)
    if gone:
        for nodes in (found.blocks, found.declared):
            nodes[:] = [node for node in nodes if node.mem_id not in gone]


def _hide_skip_links(ways: list[LexborNode]) -> None:
    """Hide the first links of a page that lead past its menu; many, or those in a list, are its contents."""
    first = list(takewhile(lambda node: (node.attributes.get("href") or "").startswith("#"), ways))
    if len(first) <= _MOST_SKIP_LINKS and all(way.parent and way.parent.tag in _AROUND_SKIP for way in first):
        for way in first:
            way.attrs["hidden"] = ""


def _remove(node: LexborNode, gone: set[int]) -> None:
    """Take a node out of the tree, and note which blocks go with it."""
    first = node.first_child
    if node.tag_id in BLOCKS or (first is not None and (first.tag_id != TEXT or first.next is not None)):
        gone.update([inside.mem_id for inside in node.traverse() if inside.tag_id in BLOCKS])
    node.decompose()


def _hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    return _HIDDEN_STYLE.search(attributes.get("style") or "") is not None


def _titles(node: LexborNode) -> bool:
    parent = node.parent
    return parent is not None and parent.tag in _TITLED_BY_BUTTON
