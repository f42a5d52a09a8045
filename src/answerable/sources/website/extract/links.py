"""Collects the ways on: every distinct address on a page with the best words for it."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.page import Link
from answerable.sources.website.extract.tags import NAMES, numbered
from answerable.sources.website.extract.words import collapse

MAX_LINKS = 2_000
_MAX_WORDS = 200  # characters of anchor text or context worth keeping; more is a whole paragraph
_NOWHERE = ("javascript:", "mailto:", "tel:", "data:", "blob:", "about:", "sms:", "callto:")
# Words that say nothing about where a link leads; a better text for the same address replaces them.
_EMPTY_WORDS = frozenset(("", *NAMES["wordless"].split(", ")))
_KEPT_FRAGMENTS = ("!", "/")  # some script pages keep the whole address in the fragment
_HEADINGS = frozenset(numbered(f"h{level}" for level in range(1, 7)))
_AROUND = frozenset(numbered(("li", "p", "td", "dt", "dd")))


def collect_links(ways: list[LexborNode]) -> tuple[Link, ...]:
    """Links in reading order, one per address (fragments do not make a new address)."""
    found: dict[str, Link] = {}
    settled: set[str] = set()  # addresses whose words are good, and raw ones that lead nowhere
    heading: LexborNode | None = None
    read: dict[int, str] = {}
    for node in ways:
        if node.tag_id in _HEADINGS:
            heading = node
            continue
        attributes = node.attributes
        raw = attributes.get("href") or attributes.get("src") or ""
        if raw[:1] == "#" and raw[1:2] not in _KEPT_FRAGMENTS:
            continue  # within the page; a third of the links of a manual
        page, mark, fragment = raw.partition("#")
        if mark and not fragment.startswith(_KEPT_FRAGMENTS):
            raw = page
        if raw in settled or not raw:
            continue
        href = raw.strip()
        if not href or href in settled or (":" in href and href.lower().startswith(_NOWHERE)):
            settled.add(raw)
            continue
        if href not in found and len(found) >= MAX_LINKS:
            break
        text = _words(node, attributes)
        good = text.lower() not in _EMPTY_WORDS
        if good:
            settled.update((raw, href))
        if good or href not in found:
            nofollow = "nofollow" in (attributes.get("rel") or "").lower()
            found[href] = Link(href, text, _context(node, text, heading, read), nofollow)
    return tuple(found.values())


def _words(node: LexborNode, attributes: dict[str, str | None]) -> str:
    if text := collapse(node.text_lexbor()):
        return text[:_MAX_WORDS]
    for name in ("title", "aria-label", "alt", "name"):
        if value := attributes.get(name):
            return collapse(value)[:_MAX_WORDS]
    image = node.css_first("img[alt]")
    return collapse(image.attributes.get("alt") or "")[:_MAX_WORDS] if image is not None else ""


def _context(node: LexborNode, text: str, heading: LexborNode | None, read: dict[int, str]) -> str:
    """The list item or paragraph around the link when it says more, else the heading above."""
    parent = node.parent
    if parent is not None and parent.tag_id in _AROUND:
        around = _start(parent, read)
        if len(around) > len(text) + 3:
            return around
    return "" if heading is None else _start(heading, read)


def _start(node: LexborNode, read: dict[int, str]) -> str:
    """The first words of an element; `read` remembers them, for many links share a paragraph or a heading."""
    number = node.mem_id
    if number not in read:
        read[number] = collapse(node.text_lexbor())[:_MAX_WORDS]
    return read[number]
