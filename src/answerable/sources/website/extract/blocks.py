"""Reads a piece of a page's tree in order and gives it as plain blocks: headings, paragraphs, items, code, rows."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.outline import BLOCK_TAGS, HEADINGS, Outline
from answerable.sources.website.extract.words import LINE_BREAK, collapse, lines_of, visible

# Deeper than this the tree is read as flat text. The deepest page of the article corpus nests 41 blocks.
_MAX_DEPTH = 120
MAX_BLOCKS = 20_000

# "term: definition" fits one line up to here; the longest one-line entries of debian-faq have about 160.
_SHORT_DEFINITION = 200
# A bold paragraph longer than this is emphasis, not a heading (longest heading of postgresql-doc: 96).
_BOLD_HEADING = 100

# A cell longer than this is a column of the page's layout, not a fact (longest cell of postgresql-doc: 880).
_LONG_CELL = 1_000
_DEEPEST_HEADING = 6
_SKIPPED = frozenset(("-comment", "script", "style", "template", "noscript", "hr"))


class Kind(Enum):
    """What a block is; `CLOSE` ends the headings of its level and carries no text."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    CODE = "code"
    TABLE = "table"
    CLOSE = "close"


class Block(NamedTuple):
    """One readable piece in document order."""

    kind: Kind
    text: str
    level: int = 0
    anchor: str = ""


def read_blocks(node: LexborNode, outline: Outline) -> list[Block]:
    """All blocks under `node` that its outline has not dropped."""
    reader = _Reader(outline)
    reader.walk(node, 0)
    reader.flush()
    return reader.blocks[:MAX_BLOCKS]


class _Reader:
    """Walks the tree once; `inline` gathers loose text until a block ends it."""

    def __init__(self, outline: Outline) -> None:
        self.blocks: list[Block] = []
        self.inline: list[str] = []
        self.pending = ""  # id of the section just entered, for the heading that follows
        self.floor = _DEEPEST_HEADING  # headings made from dt, summary and bold text lie below this level
        self.outline = outline
        self.holders, self.layout, self.dropped = outline.holders, outline.layout, outline.dropped

    def walk(self, node: LexborNode, depth: int) -> None:
        """Read the children of `node` in order."""
        for child in node.iter(include_text=True):
            tag = child.tag or ""
            if tag == "-text":
                text = child.text_content or ""
                if self.inline or not text.isspace():
                    self.inline.append(text)
            elif tag in BLOCK_TAGS:
                self.flush()
                if child.mem_id not in self.dropped and len(self.blocks) < MAX_BLOCKS:
                    _VISIT.get(tag, _Reader.container)(self, child, depth + 1)
            elif tag in _SKIPPED:
                continue
            elif child.mem_id in self.holders:
                self.container(child, depth + 1)
            else:
                if tag == "a" and not self.inline and (name := child.id or child.attributes.get("name")):
                    self.pending = name
                self.inline.append(child.text())

    def flush(self) -> None:
        """End the loose text gathered so far as a paragraph."""
        if self.inline:
            if text := lines_of("".join(self.inline)):
                self.blocks.append(Block(Kind.TEXT, text))
            self.inline.clear()

    def leaf(self, node: LexborNode) -> str:
        """The text of `node` on one line (or lines, where it has <br>)."""
        return self.outline.text(node)

    def capture(self, node: LexborNode, depth: int) -> list[Block]:
        """The blocks inside `node`, kept apart from the rest."""
        outer, self.blocks = self.blocks, []
        if node.mem_id in self.holders:
            self.walk(node, depth)
            self.flush()
        elif text := self.leaf(node):
            self.blocks.append(Block(Kind.TEXT, text))
        inner, self.blocks = self.blocks, outer
        return inner

    def container(self, node: LexborNode, depth: int) -> None:
        if depth > _MAX_DEPTH:
            self.inline.append(node.text(separator=" "))
            self.flush()
        elif node.mem_id in self.holders:
            if name := node.id:
                self.pending = name
            self.walk(node, depth)
            self.flush()
        elif text := self.leaf(node):
            self.blocks.append(Block(Kind.TEXT, text))

    def paragraph(self, node: LexborNode, depth: int) -> None:
        if node.mem_id in self.holders:
            self.container(node, depth)
            return
        text = self.leaf(node)
        if not text:
            return
        first = node.first_child
        if first is not None and first.tag in ("b", "strong") and len(text) <= _BOLD_HEADING:
            if "\n" not in text and collapse(first.text()) == text and text[-1] not in ".,;":
                self.heading_block(text, self.floor + 1, node.id or first.id or "")
                return
        self.blocks.append(Block(Kind.TEXT, text))

    def heading_block(self, text: str, level: int, anchor: str) -> None:
        self.blocks.append(Block(Kind.HEADING, text, level, anchor or self.pending))
        self.pending = ""

    def heading(self, node: LexborNode, depth: int) -> None:
        if text := _heading_text(node):
            self.heading_block(text, HEADINGS[node.tag or ""], _anchor(node))

    def code(self, node: LexborNode, depth: int) -> None:
        text = visible(node.text().replace(LINE_BREAK, "\n").expandtabs(8)).strip("\n")
        if text.strip():
            lines = (f"    {line}".rstrip() for line in text.split("\n"))
            self.blocks.append(Block(Kind.CODE, "\n".join(lines)))

    def listing(self, node: LexborNode, depth: int) -> None:
        number = 0
        numbered = node.tag == "ol"
        for child in node.iter():
            if child.tag != "li":
                self.container(child, depth)
                continue
            number += 1
            self.item(child, f"{number}. " if numbered else "- ", depth)

    def item(self, node: LexborNode, mark: str, depth: int) -> None:
        inner = self.capture(node, depth)
        if any(block.kind is Kind.HEADING for block in inner):
            self.blocks.extend(inner)
            return
        for block in inner:
            if mark and block.kind is Kind.TEXT:
                self.blocks.append(Block(Kind.ITEM, mark + block.text.replace("\n", " ")))
            else:
                self.blocks.append(Block(Kind.ITEM, _indent(block.text)))
            mark = ""

    def single_item(self, node: LexborNode, depth: int) -> None:
        self.item(node, "- ", depth)

    def definitions(self, node: LexborNode, depth: int) -> None:
        """A term with an id is a heading over its definition; other terms are lines."""
        terms: list[tuple[str, str]] = []
        for child in node.iter():
            if child.tag == "dt":
                terms.append((_heading_text(child), _anchor(child)))
            elif child.tag == "dd":
                term = ", ".join(text for text, _ in terms if text)
                anchor = next((anchor for _, anchor in terms if anchor), "")
                terms.clear()
                if term and anchor:
                    self.entry(term, anchor, child, depth)
                else:
                    self.define(term, child, depth)
            elif child.tag == "div":
                self.definitions(child, depth)
            else:
                self.container(child, depth)
        self.blocks.extend(Block(Kind.ITEM, text) for text, _ in terms if text)

    def entry(self, term: str, anchor: str, node: LexborNode, depth: int) -> None:
        level = self.floor + 2
        self.heading_block(term, level, anchor)
        outer, self.floor = self.floor, level
        self.container(node, depth)
        self.floor = outer
        self.blocks.append(Block(Kind.CLOSE, "", level))

    def define(self, term: str, node: LexborNode, depth: int) -> None:
        inner = self.capture(node, depth)
        if any(block.kind is Kind.HEADING for block in inner):
            self.blocks.append(Block(Kind.TEXT, term))
            self.blocks.extend(inner)
            return
        if len(inner) == 1 and inner[0].kind is Kind.TEXT and len(inner[0].text) <= _SHORT_DEFINITION:
            line = inner[0].text.replace("\n", " ")
            self.blocks.append(Block(Kind.ITEM, f"{term}: {line}" if term else line))
            return
        if term:
            self.blocks.append(Block(Kind.ITEM, term))
        self.blocks.extend(Block(Kind.ITEM, _indent(block.text)) for block in inner)

    def table(self, node: LexborNode, depth: int) -> None:
        if node.mem_id in self.layout or node.attributes.get("role") == "presentation":
            self.container(node, depth)
            return
        rows = [row for part in node.iter() for row in self._rows(part, depth)]
        if max((len(row) for row in rows), default=0) < 2 or any(len(c) > _LONG_CELL for row in rows for c in row):
            self.container(node, depth)
            return
        if lines := [" | ".join(row) for row in rows if any(row)]:
            self.blocks.append(Block(Kind.TABLE, "\n".join(lines)))

    def _rows(self, part: LexborNode, depth: int) -> list[list[str]]:
        if part.tag == "tr":
            return [[self.cell(cell, depth) for cell in part.iter() if cell.tag in ("td", "th")]]
        if part.tag in ("thead", "tbody", "tfoot"):
            return [row for tr in part.iter() for row in self._rows(tr, depth)]
        if part.tag == "caption" and (text := self.leaf(part)):
            self.blocks.append(Block(Kind.TEXT, text))
        return []

    def cell(self, node: LexborNode, depth: int) -> str:
        if node.mem_id not in self.holders:
            return collapse(node.text())
        return " ".join(collapse(block.text) for block in self.capture(node, depth + 1))

    def summary(self, node: LexborNode, depth: int) -> None:
        if text := _heading_text(node):
            self.heading_block(text, self.floor + 1, node.id or "")

    def details(self, node: LexborNode, depth: int) -> None:
        self.container(node, depth)
        self.blocks.append(Block(Kind.CLOSE, "", self.floor + 1))


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" if line else line for line in text.split("\n"))


def _heading_text(node: LexborNode) -> str:
    text = collapse(node.text())
    if text and text[-1] in "¶#§🔗":
        text = text.rstrip("¶§🔗 ")
        if text.endswith("#") and node.css_first('a[href^="#"]') is not None:
            text = text.rstrip("# ")
    return text


def _anchor(node: LexborNode) -> str:
    """The id a #fragment can jump to: the element's own, or that of a mark inside it."""
    if own := node.id:
        return own
    inside = node.css_first("[id], a[name]")
    if inside is None:
        return ""
    return inside.id or inside.attributes.get("name") or ""


_VISIT: dict[str, Callable[[_Reader, LexborNode, int], None]] = {
    **dict.fromkeys(HEADINGS, _Reader.heading),
    **dict.fromkeys(("pre", "xmp", "listing"), _Reader.code),
    **dict.fromkeys(("ul", "ol", "menu"), _Reader.listing),
    "li": _Reader.single_item,
    "p": _Reader.paragraph,
    "dl": _Reader.definitions,
    "table": _Reader.table,
    "summary": _Reader.summary,
    "details": _Reader.details,
}
