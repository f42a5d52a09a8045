"""Groups blocks into passages: a section is the unit, long ones are split, tiny ones joined."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.sources.website.extract.blocks import Block, BlockKind
from answerable.sources.website.extract.page import Passage

# About 300 tokens: one answer's worth of text. Asked for by the passage index, which ranks whole passages.
TARGET = 1_200
# Code and tables stay whole up to here; a longer one is cut between lines.
WHOLE = 2_000
# A section shorter than this answers nothing alone and joins its neighbours.
TINY = 80
# A longer first row is no header worth repeating on each part of a cut table.
_LONGEST_HEADER = 300


_LOOK_BACK = 50  # sections; the start of one that returns from its sub-sections is rarely further up


class _Section:
    """The blocks under one heading, before the next."""

    __slots__ = ("anchor", "blocks", "path", "size")

    def __init__(self, path: tuple[str, ...], anchor: str) -> None:
        self.path, self.anchor = path, anchor
        self.blocks: list[Block] = []
        self.size = 0

    def add(self, block: Block) -> None:
        self.blocks.append(block)
        self.size += len(block.text)

    def add_all(self, blocks: list[Block]) -> None:
        for block in blocks:
            self.add(block)

    def put_first(self, blocks: list[Block]) -> None:
        if blocks:
            self.blocks[:0] = blocks
            self.size += sum(len(block.text) for block in blocks)


def to_passages(blocks: list[Block]) -> tuple[Passage, ...]:
    """The passages of one page, in reading order."""
    return tuple(passage for section in _joined(_sections(blocks)) for passage in _split(section))


def _sections(blocks: list[Block]) -> list[_Section]:
    heading, close = (
        BlockKind.HEADING,
        BlockKind.CLOSE,
    )  # looking up an enum member is slow where it happens for every block
    open_headings: list[tuple[int, str, str]] = []  # level, title, anchor
    section = _Section((), "")
    sections = [section]
    for block in blocks:
        kind, text, level, own_anchor = block
        if kind is not heading and kind is not close:
            section.blocks.append(block)
            section.size += len(text)
            continue
        while open_headings and open_headings[-1][0] >= level:
            open_headings.pop()
        anchor = open_headings[-1][2] if open_headings else ""
        if kind is heading:
            anchor = own_anchor or anchor
            open_headings.append((level, text, anchor))
        path = tuple([title for _, title, _ in open_headings])
        if kind is heading or path != section.path:
            section = _Section(path, anchor)
            sections.append(section)
    return sections


def _joined(sections: list[_Section]) -> list[_Section]:
    """Tiny introductions go into the section below them; tiny siblings become lines under their parent."""
    kept: list[_Section] = []
    carried: list[Block] = []  # a tiny introduction, on its way into the first section below it
    for place, section in enumerate(sections):
        following = sections[place + 1] if place + 1 < len(sections) else None
        if section.size >= TINY:
            section.put_first(carried)
            carried = []
            kept.append(section)
        elif following is not None and following.path[: len(section.path)] == section.path:
            carried += section.blocks
        elif section.path:
            section.put_first(carried)
            carried = []
            _join_tiny(section, kept, following)
        elif section.blocks:
            kept.append(section)
    if carried:
        sections[-1].blocks = carried
        kept.append(sections[-1])
    return kept


def _join_tiny(section: _Section, kept: list[_Section], following: _Section | None) -> None:
    """Lay a tiny section beside its siblings; one that stands alone keeps its own path."""
    if _returns(section, kept):
        return
    parent = section.path[:-1]
    last = kept[-1] if kept else None
    if last is not None and last.path == parent and last.size + section.size < TARGET:
        last.add_all(_titled(section))
    elif section.blocks and not (
        following is not None and following.path[:-1] == parent and following.size < TINY
    ):
        kept.append(section)
    else:
        group = _Section(parent, section.anchor)
        group.add_all(_titled(section))
        kept.append(group)


def _titled(section: _Section) -> list[Block]:
    """The section with its heading as text: "heading: words" where it is one line of words."""
    title, blocks = section.path[-1], section.blocks
    if len(blocks) == 1 and blocks[0].kind is BlockKind.TEXT and "\n" not in blocks[0].text:
        return [Block(BlockKind.ITEM, f"{title}: {blocks[0].text}")]
    return [Block(BlockKind.TEXT if blocks else BlockKind.ITEM, title), *blocks]


def _returns(section: _Section, kept: list[_Section]) -> bool:
    """Whether this is the rest of a section whose heading already stands above: it joins what is there."""
    known = next(
        (k for k in reversed(kept[-_LOOK_BACK:]) if k.path[: len(section.path)] == section.path), None
    )
    if known is None:
        return False
    if section.blocks:
        if known.path == section.path:
            known.add_all(section.blocks)
        else:
            kept.append(section)
    return True


def _split(section: _Section) -> Iterator[Passage]:
    if section.size <= TARGET - 2 * len(section.blocks):
        yield Passage(section.path, section.anchor, _together(section.blocks))
        return
    part: list[Block] = []
    size = 0
    for block in section.blocks:
        for piece in (block,) if len(block.text) <= TARGET else _cut(block):
            if part and size + len(piece.text) > TARGET:
                yield Passage(section.path, section.anchor, _together(part))
                part, size = [], 0
            part.append(piece)
            size += len(piece.text) + 2
    yield Passage(section.path, section.anchor, _together(part))


def _together(blocks: list[Block]) -> str:
    """Blocks stand apart by a blank line, items of a list by a line end."""
    item = BlockKind.ITEM
    parts = [blocks[0].text]
    before = blocks[0].kind
    for block in blocks[1:]:
        kind = block.kind
        parts.append("\n" if before is item and kind is item else "\n\n")
        parts.append(block.text)
        before = kind
    return "".join(parts)


def _cut(block: Block) -> Iterator[Block]:
    """The block, or its parts when it alone is too long."""
    by_line = block.kind in (BlockKind.CODE, BlockKind.TABLE)
    if len(block.text) <= (WHOLE if by_line else TARGET):
        yield block
        return
    lines = _short_lines(block.text) if by_line else _sentences(block.text)
    glue = "\n" if by_line else " "
    head = lines[0] + glue if block.kind is BlockKind.TABLE and len(lines[0]) <= _LONGEST_HEADER else ""
    part = lines[0]
    for line in lines[1:]:
        if len(part) + len(line) > TARGET:
            yield block._replace(text=part)
            part = head + line
        else:
            part += glue + line
    yield block._replace(text=part)


def _short_lines(text: str) -> list[str]:
    return [piece for line in text.split("\n") for piece in _pieces(line, WHOLE)]


def _pieces(line: str, limit: int) -> Iterator[str]:
    """`line`, or parts of it that are cut between words where there are any."""
    while len(line) > limit:
        at = line.rfind(" ", 1, limit)
        at = at if at > limit // 2 else limit
        yield line[:at]
        line = line[at:].lstrip()
    yield line


def _sentences(text: str) -> list[str]:
    """Where a long paragraph may be cut: after sentence ends, else between words."""
    sentences = text.replace(". ", ".\0").split("\0")
    return [piece for sentence in sentences for piece in _pieces(sentence, TARGET)]
