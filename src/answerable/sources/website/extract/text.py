"""Reads plain text and Markdown."""

from __future__ import annotations

import re

from answerable.sources.website.extract.blocks import Block, BlockKind
from answerable.sources.website.extract.page import Link, PageContent
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.words import collapse, visible

_MAX_CHARS = 2_000_000
_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_ITEM = re.compile(r"^(\s*)(?:[-*+]|(\d{1,4})[.)])\s+(.*)$")
_RULE = re.compile(r"^(=+|-+)\s*$")
_LINK = re.compile(r"\[([^\]\[]{1,300})\]\(\s*<?([^)\s>]{1,2000})>?[^)]{0,300}\)")
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,2000}\)")
_MARKUP = re.compile(r"(\*\*|__|`+|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w))")
_FENCE = ("```", "~~~")


def read_text(text: str) -> PageContent:
    """Plain text: paragraphs between blank lines, indented lines as code."""
    text = visible(text[:_MAX_CHARS].replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n"))
    blocks: list[Block] = []
    for part in re.split(r"\n\s*\n", text):
        lines = part.strip("\n").split("\n")
        if all(line.startswith(("    ", "\t")) for line in lines if line):
            code = "\n".join(f"    {line.expandtabs(4)[4:]}".rstrip() for line in lines)
            blocks.append(Block(BlockKind.CODE, code))
        elif joined := "\n".join(collapse(line) for line in lines):
            blocks.append(Block(BlockKind.TEXT, joined))
    blocks = [block for block in blocks if block.text.strip()]
    title = blocks[0].text.split("\n")[0].strip()[:120] if blocks else ""
    return PageContent(title=title, passages=to_passages(blocks))


def read_markdown(text: str) -> PageContent:
    """Markdown: its headings, lists, code and links, as the same page in HTML would give."""
    text = visible(text[:_MAX_CHARS].replace("\r\n", "\n").replace("\r", "\n"))
    links: dict[str, Link] = {}
    for words, href in _LINK.findall(_IMAGE.sub("", text)):
        if not href.startswith(("#", "mailto:", "javascript:")):
            links.setdefault(href.split("#")[0], Link(href.split("#")[0], collapse(_plain(words))))
    blocks = _Markdown().read(text.split("\n"))
    title = next((block.text for block in blocks if block.kind is BlockKind.HEADING), "")
    return PageContent(title=title, passages=to_passages(blocks), links=tuple(links.values()))


class _Markdown:
    """Reads line by line; `open_lines` is the paragraph, item or table under way."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.open_lines: list[str] = []
        self.kind = BlockKind.TEXT

    def read(self, lines: list[str]) -> list[Block]:
        fence: str | None = None
        for line in lines:
            if fence is not None:
                if line.strip().startswith(fence):
                    self.close()
                    fence = None
                else:
                    self.open_lines.append(f"    {line}".rstrip())
            elif line.strip().startswith(_FENCE):
                self.close()
                fence, self.kind = line.strip()[:3], BlockKind.CODE
            else:
                self.line(line)
        self.close()
        return self.blocks

    def line(self, line: str) -> None:
        if not line.strip():
            if self.kind is not BlockKind.CODE:
                self.close()
        elif found := _HEADING.match(line):
            self.close()
            self.blocks.append(
                Block(BlockKind.HEADING, collapse(_plain(found[2])), len(found[1]), _slug(found[2]))
            )
        elif self.kind is BlockKind.TEXT and len(self.open_lines) == 1 and (rule := _RULE.match(line)):
            title = collapse(_plain(self.open_lines.pop()))
            self.blocks.append(Block(BlockKind.HEADING, title, 1 if rule[1][0] == "=" else 2, _slug(title)))
        elif found := _ITEM.match(line):
            self.close()
            mark = f"{found[2]}. " if found[2] else "- "
            self.kind = BlockKind.ITEM
            self.open_lines = ["  " * (len(found[1].expandtabs(4)) // 2) + mark + found[3]]
        elif line.lstrip().startswith("|"):
            self.row(line)
        elif line.startswith(("    ", "\t")) and self.kind is not BlockKind.ITEM:
            if self.kind is not BlockKind.CODE:
                self.close()
            self.kind = BlockKind.CODE
            self.open_lines.append(f"    {line.expandtabs(4)[4:]}".rstrip())
        else:
            if self.kind in (BlockKind.CODE, BlockKind.TABLE):
                self.close()
            self.open_lines.append(line.lstrip("> ") if line.startswith(">") else line)

    def row(self, line: str) -> None:
        if self.kind is not BlockKind.TABLE:
            self.close()
            self.kind = BlockKind.TABLE
        cells = [collapse(_plain(cell)) for cell in line.strip().strip("|").split("|")]
        if not all(set(cell) <= set("-: ") for cell in cells):
            self.open_lines.append(" | ".join(cells))

    def close(self) -> None:
        lines, kind = self.open_lines, self.kind
        self.open_lines, self.kind = [], BlockKind.TEXT
        if kind is BlockKind.TEXT:
            text = collapse(_plain(" ".join(lines)))
        elif kind is BlockKind.ITEM:
            indent = len(lines[0]) - len(lines[0].lstrip())
            text = " " * indent + collapse(_plain(" ".join(lines)))
        else:
            text = "\n".join(lines).strip("\n")
        if text.strip():
            self.blocks.append(Block(kind, text))


def _plain(text: str) -> str:
    return _MARKUP.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text)))


def _slug(title: str) -> str:
    """The fragment that common Markdown sites give a heading."""
    return re.sub(r"[^\w\- ]", "", _plain(title).lower()).strip().replace(" ", "-")
