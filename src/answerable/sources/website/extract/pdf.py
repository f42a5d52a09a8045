"""Reads a PDF: one section per page, so that a citation can point at it."""

from __future__ import annotations

import re

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract.apart import taken_apart
from answerable.sources.website.extract.blocks import Block, BlockKind
from answerable.sources.website.extract.page import PageContent
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.words import collapse, visible


def read_pdf(body: bytes, url: str) -> PageContent:
    """The text of each page under the path ("Page 3",) and the anchor "page=3". Starts a process: use a thread."""
    read = taken_apart("pdf_pages.py", body, url)
    blocks: list[Block] = []
    for number, text in read["pages"]:
        blocks.append(Block(BlockKind.HEADING, f"Page {number}", 1, f"page={number}"))
        blocks.extend(Block(BlockKind.TEXT, part) for part in _paragraphs(text))
    if not any(block.kind is BlockKind.TEXT for block in blocks):
        raise SourceUnreachable(url, "the PDF holds no text (it may be a scan)")
    return PageContent(title=collapse(read["title"]) or _first_line(blocks), passages=to_passages(blocks))


def _paragraphs(text: str) -> list[str]:
    text = visible(
        text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "-\n").replace("\x02", "")
    )
    text = re.sub(r"(?<=\w)-\n(?=[a-zà-ÿ])", "", text)  # a word cut at the line end
    return [joined for part in re.split(r"\n\s*\n", text) if (joined := collapse(part))]


def _first_line(blocks: list[Block]) -> str:
    return next((block.text[:120] for block in blocks if block.kind is BlockKind.TEXT), "")
