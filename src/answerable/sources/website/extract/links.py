"""Collects the ways on: every distinct address on a page with the best words for it."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.page import Link
from answerable.sources.website.extract.words import collapse

MAX_LINKS = 2_000
_MAX_WORDS = 200  # characters of anchor text or context worth keeping; more is a whole paragraph
_NOWHERE = ("javascript:", "mailto:", "tel:", "data:", "blob:", "about:", "sms:", "callto:")
# Words that say nothing about where a link leads; a better text for the same address replaces them.
_EMPTY_WORDS = frozenset(
    (
        "", "¶", "#", "§", "»", "«", "›", "‹", ">", "<", "…", "...", "more", "here", "link",
        "details", "next",
        "previous", "prev", "up", "home", "weiter", "zurück", "mehr", "hier", "start",
        "read more", "click here",
        "learn more", "more info", "mehr lesen", "weiterlesen", "mehr erfahren",
    )
)  # fmt: skip


def collect_links(ways: list[LexborNode]) -> tuple[Link, ...]:
    """Links in reading order, one per address (fragments do not make a new address)."""
    found: dict[str, Link] = {}
    settled: set[str] = set()  # addresses whose words are good, and raw ones that lead nowhere
    heading = ""
    for node in ways:
        tag = node.tag or ""
        if tag[0] == "h":
            heading = collapse(node.text())[:_MAX_WORDS]
            continue
        attributes = node.attributes
        raw = attributes.get("href") or attributes.get("src") or ""
        if raw in settled or (raw[:1] == "#" and raw[1:2] not in ("!", "/")):
            continue
        href = _address(raw)
        if not href or href in settled:
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
            found[href] = Link(href, text, _context(node, text, heading), nofollow)
    return tuple(found.values())


def _address(href: str) -> str:
    href = href.strip()
    if ":" in href and href.lower().startswith(_NOWHERE):
        return ""
    page, mark, fragment = href.partition("#")
    # Some script pages keep the whole address in the fragment.
    return href if mark and fragment.startswith(("!", "/")) else page


def _words(node: LexborNode, attributes: dict[str, str | None]) -> str:
    if text := collapse(node.text()):
        return text[:_MAX_WORDS]
    for name in ("title", "aria-label", "alt", "name"):
        if value := attributes.get(name):
            return collapse(value)[:_MAX_WORDS]
    image = node.css_first("img[alt]")
    return collapse(image.attributes.get("alt") or "")[:_MAX_WORDS] if image is not None else ""


def _context(node: LexborNode, text: str, heading: str) -> str:
    """The list item or paragraph around the link when it says more, else the heading above."""
    parent = node.parent
    if parent is not None and parent.tag in ("li", "p", "td", "dt", "dd"):
        around = collapse(parent.text())[:_MAX_WORDS]
        if len(around) > len(text) + 3:
            return around
    return heading
