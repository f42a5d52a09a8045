"""Reads a PDF: one section per page, so that a citation can point at it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract.blocks import Block, BlockKind
from answerable.sources.website.extract.page import PageContent
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.words import collapse, visible

PROGRAM = Path(__file__).with_name("pdf_pages.py")
# It gives up by itself after 1.5 s, between two pages; one page that takes longer is ended from here. Chosen: time
# for the start on a busy machine.
MAX_SECONDS = 6.0
KEPT_VARIABLES = (
    "PATH",
    "HOME",
    "LANG",
    "TMPDIR",
    "PYTHONPATH",
    "SYSTEMROOT",
)  # no key of ours: files break out


def read_pdf(body: bytes, url: str) -> PageContent:
    """The text of each page under the path ("Page 3",) and the anchor "page=3". Starts a process: use a thread."""
    read = _taken_apart(body, url)
    if why := read.get("why"):
        raise SourceUnreachable(url, why)
    blocks: list[Block] = []
    for number, text in read["pages"]:
        blocks.append(Block(BlockKind.HEADING, f"Page {number}", 1, f"page={number}"))
        blocks.extend(Block(BlockKind.TEXT, part) for part in _paragraphs(text))
    if not any(block.kind is BlockKind.TEXT for block in blocks):
        raise SourceUnreachable(url, "the PDF holds no text (it may be a scan)")
    return PageContent(title=collapse(read["title"]) or _first_line(blocks), passages=to_passages(blocks))


def _taken_apart(body: bytes, url: str) -> dict[str, Any]:
    # -P: the folder of the program holds files named as parts of Python are (html.py, text.py).
    command = [sys.executable, "-P", str(PROGRAM)]
    env = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    try:
        done = subprocess.run(
            command, input=body, capture_output=True, check=True, timeout=MAX_SECONDS, env=env
        )
        read: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise SourceUnreachable(url, "the PDF takes too long to read") from error
    except (subprocess.CalledProcessError, ValueError) as error:
        raise SourceUnreachable(url, "the PDF cannot be read") from error
    return read


def _paragraphs(text: str) -> list[str]:
    text = visible(
        text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "-\n").replace("\x02", "")
    )
    text = re.sub(r"(?<=\w)-\n(?=[a-zà-ÿ])", "", text)  # a word cut at the line end
    return [joined for part in re.split(r"\n\s*\n", text) if (joined := collapse(part))]


def _first_line(blocks: list[Block]) -> str:
    return next((block.text[:120] for block in blocks if block.kind is BlockKind.TEXT), "")
