"""Reads a PDF: one section per page, so that a citation can point at it."""

from __future__ import annotations

import re
import time

import pypdfium2  # type: ignore[import-untyped]  # ships no types

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract.blocks import Block, Kind
from answerable.sources.website.extract.page import PageContent
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.words import collapse, visible

MAX_PAGES = 300
MAX_CHARS = 1_000_000
MAX_SECONDS = 1.5  # a page may cost two seconds in all


def read_pdf(body: bytes, url: str) -> PageContent:
    """The text of each page under the path ("Page 3",) and the anchor "page=3"."""
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        why = (
            "the PDF is locked with a password"
            if "password" in str(error).lower()
            else "the PDF cannot be read"
        )
        raise SourceUnreachable(url, why) from error
    try:
        title = collapse(document.get_metadata_dict().get("Title") or "")
        blocks = _blocks(document)
    finally:
        document.close()
    if not any(block.kind is Kind.TEXT for block in blocks):
        raise SourceUnreachable(url, "the PDF holds no text (it may be a scan)")
    return PageContent(title=title or _first_line(blocks), passages=to_passages(blocks))


def _blocks(document: pypdfium2.PdfDocument) -> list[Block]:
    stop = time.monotonic() + MAX_SECONDS
    blocks: list[Block] = []
    chars = 0
    for number in range(min(len(document), MAX_PAGES)):
        if chars > MAX_CHARS or time.monotonic() > stop:
            break
        try:
            page = document[number]
            text = page.get_textpage().get_text_bounded()
            page.close()
        except pypdfium2.PdfiumError:
            continue  # one broken page; the others stand
        chars += len(text)
        blocks.append(Block(Kind.HEADING, f"Page {number + 1}", 1, f"page={number + 1}"))
        blocks.extend(Block(Kind.TEXT, part) for part in _paragraphs(text))
    return blocks


def _paragraphs(text: str) -> list[str]:
    text = visible(
        text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "-\n").replace("\x02", "")
    )
    text = re.sub(r"(?<=\w)-\n(?=[a-zà-ÿ])", "", text)  # a word cut at the line end
    return [joined for part in re.split(r"\n\s*\n", text) if (joined := collapse(part))]


def _first_line(blocks: list[Block]) -> str:
    return next((block.text[:120] for block in blocks if block.kind is Kind.TEXT), "")
