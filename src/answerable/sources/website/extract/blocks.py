"""The pieces a page is read into, before they are grouped into passages."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class BlockKind(Enum):
    """What a block is; `CLOSE` ends the headings of its level and below, and carries no text."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    CODE = "code"
    TABLE = "table"
    CLOSE = "close"


class Block(NamedTuple):
    """One readable piece in document order."""

    kind: BlockKind
    text: str
    level: int = 0
    anchor: str = ""


def indented(text: str) -> str:
    """`text` two spaces further in, as the continuation of an item."""
    if "\n" not in text:
        return "  " + text if text else text
    return "\n".join(f"  {line}" if line else line for line in text.split("\n"))


def code_block(text: str) -> Block | None:
    """Lines of code, each four spaces in; None when there is nothing to see."""
    lines = [f"    {line}".rstrip() for line in text.expandtabs(8).strip("\n").split("\n")]
    return Block(BlockKind.CODE, "\n".join(lines)) if any(lines) else None
