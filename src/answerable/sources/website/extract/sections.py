"""Groups blocks into passages: a section is the unit, long ones are split, tiny ones joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from answerable.sources.website.extract.blocks import Block, Kind
from answerable.sources.website.extract.page import Passage

# About 300 tokens: one answer's worth of text. Asked for by the passage index, which ranks whole passages.
TARGET = 1_200
# Code and tables stay whole up to here; a longer one is cut between lines.
WHOLE = 2_000
# A section shorter than this answers nothing alone and joins its neighbours.
TINY = 80


@dataclass
class _Section:
    path: tuple[str, ...]
    anchor: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(len(block.text) for block in self.blocks)

    @property
    def title(self) -> str:
        return self.path[-1] if self.path else ""


def to_passages(blocks: list[Block]) -> tuple[Passage, ...]:
    """The passages of one page, in reading order."""
    return tuple(passage for section in _joined(_sections(blocks)) for passage in _split(section))


def _sections(blocks: list[Block]) -> list[_Section]:
    open_headings: list[tuple[int, str, str]] = []  # level, title, anchor
    sections = [_Section((), "")]
    for block in blocks:
        if block.kind is Kind.HEADING or block.kind is Kind.CLOSE:
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            anchor = open_headings[-1][2] if open_headings else ""
            if block.kind is Kind.HEADING:
                anchor = block.anchor or anchor
                open_headings.append((block.level, block.text, anchor))
            sections.append(_Section(tuple(title for _, title, _ in open_headings), anchor))
        else:
            sections[-1].blocks.append(block)
    return sections


def _joined(sections: list[_Section]) -> list[_Section]:
    """Tiny introductions go into the section below them; tiny siblings become lines under their parent."""
    kept: list[_Section] = []
    carried: list[Block] = []  # a tiny introduction, on its way into the first section below it
    for place, section in enumerate(sections):
        following = sections[place + 1] if place + 1 < len(sections) else None
        if section.size >= TINY:
            section.blocks[:0] = carried
            carried = []
            kept.append(section)
        elif following is not None and _leads_to(section, following):
            carried += section.blocks
        elif section.path:
            section.blocks[:0] = carried
            carried = []
            _join_tiny(section, kept, following)
        elif section.blocks:
            kept.append(section)
    if carried:
        kept.append(_Section(sections[-1].path, sections[-1].anchor, carried))
    return kept


def _leads_to(section: _Section, following: _Section) -> bool:
    return following.path[: len(section.path)] == section.path


def _join_tiny(section: _Section, kept: list[_Section], following: _Section | None) -> None:
    """Lay a tiny section beside its siblings; one that stands alone keeps its own path."""
    parent = section.path[:-1]
    last = kept[-1] if kept else None
    text = " ".join(block.text for block in section.blocks)
    line = Block(Kind.ITEM, f"{section.title}: {text}" if text else section.title)
    if last is not None and last.path == parent and last.size + len(line.text) < TARGET:
        last.blocks.append(line)
    elif following is not None and following.path[:-1] == parent and following.size < TINY:
        kept.append(_Section(parent, section.anchor, [line]))
    elif section.blocks:
        kept.append(section)
    elif section.size == 0:
        kept.append(_Section(parent, section.anchor, [line]))


def _split(section: _Section) -> Iterator[Passage]:
    pieces = [piece for block in section.blocks for piece in _cut(block)]
    text, size = "", 0
    before: Block | None = None
    for piece in pieces:
        if text and size + len(piece.text) > TARGET:
            yield Passage(section.path, section.anchor, text)
            text, size, before = "", 0, None
        text += _joint(before, piece) + piece.text
        size = len(text)
        before = piece
    if text:
        yield Passage(section.path, section.anchor, text)


def _joint(before: Block | None, block: Block) -> str:
    if before is None:
        return ""
    return "\n" if before.kind is Kind.ITEM and block.kind is Kind.ITEM else "\n\n"


def _cut(block: Block) -> Iterator[Block]:
    """The block, or its parts when it alone is too long."""
    limit = WHOLE if block.kind in (Kind.CODE, Kind.TABLE) else TARGET
    if len(block.text) <= limit:
        yield block
        return
    lines = _short_lines(block.text) if limit == WHOLE else _sentences(block.text)
    glue = "\n" if limit == WHOLE else " "
    head = lines[0] + glue if block.kind is Kind.TABLE and len(lines[0]) <= TARGET // 4 else ""
    part = lines[0]
    for line in lines[1:]:
        if len(part) + len(line) > TARGET:
            yield block._replace(text=part)
            part = head + line
        else:
            part += glue + line
    yield block._replace(text=part)


def _short_lines(text: str) -> list[str]:
    return [
        line[at : at + WHOLE] for line in text.split("\n") for at in range(0, max(1, len(line)), WHOLE)
    ]


def _sentences(text: str) -> list[str]:
    """Where a long paragraph may be cut: after sentence ends, else between words."""
    pieces: list[str] = []
    for sentence in text.replace(". ", ".\0").split("\0"):
        while len(sentence) > TARGET:
            at = sentence.rfind(" ", 0, TARGET)
            at = at if at > 0 else TARGET
            pieces.append(sentence[:at])
            sentence = sentence[at:].lstrip()
        pieces.append(sentence)
    return pieces
