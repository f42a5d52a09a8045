"""An outcome as plain text for doors that have nothing else: its words, its tables, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def as_text(outcome: Mapping[str, Any]) -> str:
    shown = [block for block in map(as_block, outcome["elements"]) if block]
    return "\n\n".join([outcome["text"], *shown]) + as_footnotes(outcome["citations"])


def as_block(element: Mapping[str, Any]) -> str:
    """A table as Markdown, an image as its words; text stands in the outcome's own, charts cannot be written."""
    if element["type"] == "table":
        rows = [element["columns"], ["---"] * len(element["columns"]), *element["rows"]]
        return "\n".join("| " + " | ".join(map(_cell, row)) + " |" for row in rows)
    if element["type"] == "image":
        return f"{element.get('alt') or 'Image'}: {element['url']}"
    return ""


def as_footnotes(citations: Sequence[Mapping[str, Any]]) -> str:
    """One line per citation, behind an empty one."""
    lines = [
        f"[{one['id']}] {one['title'] or one['source']}: {one['url'] or one['locator']}" for one in citations
    ]
    return "\n\n" + "\n".join(lines) if lines else ""


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")
