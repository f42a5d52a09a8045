"""Reads the main content of a page in order: headings, paragraphs, items, code and tables as plain blocks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.blocks import Block, BlockKind, code_block, indented
from answerable.sources.website.extract.marks import all_bold, anchor_of, gap_before, heading_text, is_note
from answerable.sources.website.extract.outline import HEADINGS, Outline
from answerable.sources.website.extract.tags import BLOCK_TAGS, COMMENT, TEXT, number_of, numbered
from answerable.sources.website.extract.unmarked import with_headings
from answerable.sources.website.extract.words import LINE_BREAK, collapse, lines_of, visible

# Deeper than this the tree is read as flat text. The deepest of 181 article pages nests 48 blocks.
_MAX_DEPTH = 120
MAX_BLOCKS = 20_000
# "term: definition" fits one line up to here: two lines of a terminal or a chat window.
_SHORT_DEFINITION = 200
# A bold paragraph longer than this is emphasis, not a heading: 99 % of python3-doc's headings have <= 62.
_BOLD_HEADING = 100
# A cell longer than this is a column of the page's layout, not a fact: 2 of postgresql-doc's 29,151 cells.
_LONG_CELL = 2_000
# "Note", "Warning", "Tip": titles of boxes that name no topic.
_LABEL = 14

_DEEPEST_HEADING = 6
# Looking up an enum member is slow where it happens for every block.
_TEXT, _ITEM, _HEADING, _CLOSE = BlockKind.TEXT, BlockKind.ITEM, BlockKind.HEADING, BlockKind.CLOSE
_UNREAD = frozenset((COMMENT, *numbered(("script", "style", "template", "noscript"))))
_A, _DD, _DIV, _DT, _LI, _OL, _SECTION, _TR = map(
    number_of, ("a", "dd", "div", "dt", "li", "ol", "section", "tr")
)
_CELLS = frozenset(numbered(("td", "th")))
_ROWS = frozenset(numbered(("thead", "tbody", "tfoot")))


def read_blocks(node: LexborNode, outline: Outline) -> list[Block]:
    """All blocks under `node` that its outline has not dropped."""
    reader = _Reader(outline)
    reader.container(node, 0)
    blocks = reader.blocks[:MAX_BLOCKS]
    return blocks if reader.headings > 1 else with_headings(blocks)


class _Reader:
    """Walks the tree once; `inline` gathers loose text until a block ends it."""

    def __init__(self, outline: Outline) -> None:
        self.blocks: list[Block] = []
        self.inline: list[str] = []
        self.pending = ""  # id of the section just entered, for the heading that follows
        self.floor = _DEEPEST_HEADING  # headings made from terms, summaries and bold text lie below it
        self.headings = 0  # how many so far
        self.boxed = False  # inside a note, whose title is no heading of the page
        self.texts = outline.texts
        self.holders, self.layout, self.dropped = outline.holders, outline.layout, outline.dropped

    def walk(self, node: LexborNode, depth: int) -> None:
        """Read the children of `node` in order."""
        inline, holders = self.inline, self.holders
        for child in node.iter(include_text=True, skip_empty=True):
            number = child.tag_id
            if number == TEXT:
                inline.append(child.text_content or "")
                continue
            visit = _VISIT.get(number)
            if visit is not None:
                if inline:
                    self.flush()
                if len(self.blocks) > MAX_BLOCKS:
                    break
                if child.mem_id not in self.dropped:
                    visit(self, child, depth + 1)
            elif number in _UNREAD:
                continue
            elif child.mem_id in holders:
                self.container(child, depth + 1)
            else:
                if inline:
                    inline.append(gap_before(child))
                elif number == _A and (name := child.id or child.attributes.get("name")):
                    self.pending = name
                inline.append(child.text_lexbor())
        if inline:
            self.flush()

    def flush(self) -> None:
        """End the loose text gathered so far as a paragraph."""
        text = lines_of("".join(self.inline))
        self.inline.clear()
        if text:
            self.blocks.append(Block(_TEXT, text))

    def leaf(self, node: LexborNode) -> str:
        """The text of a block that holds no other."""
        known = self.texts.get(node.mem_id)
        return lines_of(node.text_lexbor()) if known is None else known

    def capture(self, node: LexborNode, depth: int) -> list[Block]:
        """The blocks inside `node`, kept apart from the rest."""
        outer, self.blocks = self.blocks, []
        self.container(node, depth)
        inner, self.blocks = self.blocks, outer
        return inner

    def container(self, node: LexborNode, depth: int) -> None:
        if node.mem_id not in self.holders:
            if text := self.leaf(node):
                self.blocks.append(Block(_TEXT, text))
            return
        if depth > _MAX_DEPTH or len(self.blocks) > MAX_BLOCKS:
            self.inline.append(node.text(separator=" ", skip_empty=True))
            self.flush()
            return
        self.pending = node.id or self.pending
        self.walk(node, depth)

    def division(self, node: LexborNode, depth: int) -> None:
        """A div or section: a note keeps its title to itself, a section ends its heading."""
        start = len(self.blocks)
        if node.mem_id not in self.holders or self.boxed:
            self.container(node, depth)
            return
        section = node.tag_id == _SECTION
        self.boxed = not section and is_note(node.attributes.get("class") or "")
        self.container(node, depth)
        level = self.floor + 1 if self.boxed else 0
        self.boxed = False
        if section and len(self.blocks) > start and self.blocks[start].kind is _HEADING:
            level = self.blocks[start].level
        if level > 1:  # the page's own title holds for the whole page
            self.blocks.append(Block(_CLOSE, "", level))

    def paragraph(self, node: LexborNode, depth: int) -> None:
        if node.mem_id in self.holders:
            self.container(node, depth)
            return
        text = self.leaf(node)
        if not text:
            self.pending = anchor_of(node) or self.pending
        elif len(text) <= _BOLD_HEADING and all_bold(node, text):
            self.title(text, self.floor + 1, anchor_of(node))
        else:
            self.blocks.append(Block(_TEXT, text))

    def title(self, text: str, level: int, anchor: str) -> None:
        """A heading; the title of a note is one only if it names a topic."""
        if self.boxed and len(text) <= _LABEL:
            self.blocks.append(Block(_TEXT, text))
            return
        self.blocks.append(Block(_HEADING, text, level, anchor or self.pending))
        self.headings += 1
        self.pending = ""

    def heading(self, node: LexborNode, _: int) -> None:
        if text := heading_text(node, self.texts.get(node.mem_id)):
            level = self.floor + 1 if self.boxed else HEADINGS[node.tag or ""]
            self.title(text, level, anchor_of(node))

    def code(self, node: LexborNode, _: int) -> None:
        if block := code_block(visible(node.text_lexbor().replace(LINE_BREAK, "\n"))):
            self.blocks.append(block)

    def listing(self, node: LexborNode, depth: int) -> None:
        if depth > _MAX_DEPTH:
            self.container(node, depth)
            return
        ordered = node.tag_id == _OL
        start = node.attributes.get("start") or "" if ordered else ""
        count = int(start) if start.isdecimal() and len(start) < 6 else 1
        for child in node.iter():
            if len(self.blocks) > MAX_BLOCKS:
                break
            number = child.tag_id
            if number != _LI:
                if child.mem_id not in self.dropped:
                    _VISIT.get(number, _Reader.container)(self, child, depth + 1)
            elif child.mem_id not in self.dropped:
                self.item(child, f"{count}. " if ordered else "- ", depth)
                count += 1

    def item(self, node: LexborNode, mark: str, depth: int) -> None:
        if node.mem_id not in self.holders:
            if text := self.leaf(node):
                self.blocks.append(Block(_ITEM, mark + text.replace("\n", " ")))
            return
        blocks, start, headings = self.blocks, len(self.blocks), self.headings
        self.container(node, depth + 1)
        if self.headings != headings:
            return
        for place in range(start, len(blocks)):
            block = blocks[place]
            if mark and block.kind is _TEXT:
                blocks[place] = Block(_ITEM, mark + block.text.replace("\n", " "))
            else:
                blocks[place] = Block(_ITEM, indented(block.text))
            mark = ""

    def single_item(self, node: LexborNode, depth: int) -> None:
        self.item(node, "- ", depth)

    def definitions(self, node: LexborNode, depth: int) -> None:
        """A term with an id is a heading over its definition; other terms are lines."""
        terms: list[tuple[str, str]] = []
        for child in node.iter():
            number = child.tag_id
            if len(self.blocks) > MAX_BLOCKS:
                break
            if child.mem_id in self.dropped:
                continue
            if number == _DT:
                terms.append((heading_text(child, self.texts.get(child.mem_id)), anchor_of(child)))
            elif number == _DD:
                term = ", ".join(text for text, _ in terms if text)
                anchor = next((anchor for _, anchor in terms if anchor), "")
                terms.clear()
                if term and anchor:
                    self.entry(term, anchor, child, depth)
                else:
                    self.define(term, child, depth)
            elif number == _DIV and depth <= _MAX_DEPTH:
                self.definitions(child, depth + 1)
            else:
                self.container(child, depth + 1)
        self.blocks.extend(Block(_ITEM, text) for text, _ in terms if text)

    def entry(self, term: str, anchor: str, node: LexborNode, depth: int) -> None:
        level = self.floor + 2  # below a bold paragraph that heads the whole list
        self.blocks.append(Block(_HEADING, term, level, anchor))
        self.headings += 1
        outer, self.floor = self.floor, level
        self.container(node, depth + 1)
        self.floor = outer
        self.blocks.append(Block(_CLOSE, "", level))

    def define(self, term: str, node: LexborNode, depth: int) -> None:
        headings = self.headings
        inner = self.capture(node, depth + 1)
        if self.headings != headings:
            self.blocks += [Block(_TEXT, term)] * bool(term) + inner
        elif len(inner) == 1 and inner[0].kind is _TEXT and len(inner[0].text) <= _SHORT_DEFINITION:
            line = inner[0].text.replace("\n", " ")
            self.blocks.append(Block(_ITEM, f"- {term}: {line}" if term else f"- {line}"))
        else:
            self.blocks += [Block(_ITEM, term)] * bool(term)
            self.blocks += [Block(_ITEM, indented(block.text)) for block in inner]

    def table(self, node: LexborNode, depth: int) -> None:
        if node.mem_id in self.layout or node.attributes.get("role") == "presentation":
            self.container(node, depth)
            return
        rows = [row for part in node.iter() for row in self.rows(part, depth)]
        filled = max((sum(map(bool, row)) for row in rows), default=0)
        if filled < 2 or max(len(cell) for row in rows for cell in row) > _LONG_CELL:
            self.container(node, depth)
            return
        captions = [
            text for part in node.iter() if part.tag == "caption" and (text := collapse(part.text_lexbor()))
        ]
        self.blocks += [Block(_TEXT, text) for text in captions]
        if lines := [" | ".join(row) for row in rows if any(row)]:
            self.blocks.append(Block(BlockKind.TABLE, "\n".join(lines)))

    def rows(self, part: LexborNode, depth: int) -> list[list[str]]:
        number = part.tag_id
        if number == _TR:
            return [[self.cell(cell, depth) for cell in part.iter() if cell.tag_id in _CELLS]]
        if number in _ROWS:
            return [row for tr in islice(part.iter(), MAX_BLOCKS) for row in self.rows(tr, depth)]
        return []

    def cell(self, node: LexborNode, depth: int) -> str:
        if node.mem_id not in self.holders:
            text = self.leaf(node)
            return collapse(text) if "\n" in text else text
        return " ".join(collapse(block.text) for block in self.capture(node, depth + 3))

    def summary(self, node: LexborNode, _: int) -> None:
        if text := heading_text(node):
            self.title(text, self.floor, anchor_of(node))

    def details(self, node: LexborNode, depth: int) -> None:
        """A folded part: its summary is a heading that ends with it."""
        self.floor += 1
        self.container(node, depth)
        self.blocks.append(Block(_CLOSE, "", self.floor))
        self.floor -= 1


_NAMED: dict[str, Callable[[_Reader, LexborNode, int], None]] = {
    **dict.fromkeys(BLOCK_TAGS, _Reader.container),
    **dict.fromkeys(HEADINGS, _Reader.heading),
    **dict.fromkeys(("pre", "xmp", "listing"), _Reader.code),
    **dict.fromkeys(("ul", "ol", "menu"), _Reader.listing),
    **dict.fromkeys(("div", "section", "aside"), _Reader.division),
    "li": _Reader.single_item,
    "p": _Reader.paragraph,
    "dl": _Reader.definitions,
    "table": _Reader.table,
    "summary": _Reader.summary,
    "details": _Reader.details,
}
_VISIT = {number: _NAMED[tag] for number, tag in numbered(_NAMED).items()}
