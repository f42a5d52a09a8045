"""Who said this value: the user, a trusted read on the same subject, or a text that must not decide anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from answerable.domain.calls import Call
from answerable.store.permits import USED, StoredCall
from answerable.tools.tool import Tool

# Reads values out of the user's words in the writing that tools use ("1043" → "BK-1043").
Hear = Callable[[str], Iterable[str]]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def untrusted(
    tool: Tool, call: Call, said: Sequence[str], earlier: Sequence[StoredCall], hear: Hear
) -> list[str]:
    """The arguments that neither the user said nor a trusted read on the same subject gave."""
    wanted = [name for name in tool.trusted if name in call.arguments]
    if not wanted:
        return []
    heard = {value.casefold() for text in said for value in hear(text)}
    words = [" ".join(text.casefold().split()) for text in said]
    known = {value for read in earlier if _on_subject(tool, call, read) for value in _values(read)}
    return [
        name
        for name in wanted
        if not all(_said(piece, heard, words) or piece in known for piece in pieces(call.arguments[name]))
    ]


def pieces(value: Any) -> list[str]:
    """A value as comparable words; a list is several."""
    if isinstance(value, list | tuple):
        return [piece for inner in value for piece in pieces(inner)]
    return [f"{value:g}" if isinstance(value, float) else str(value).casefold()]


def _said(piece: str, heard: set[str], words: Sequence[str]) -> bool:
    if piece in heard:
        return True
    pattern = re.compile(rf"(?<!\w){re.escape(' '.join(piece.split()))}(?!\w)")
    if any(pattern.search(text) for text in words):
        return True
    if not _NUMBER.fullmatch(piece):
        return False
    figures = {float(found.replace(",", ".")) for text in words for found in _NUMBER.findall(text)}
    return float(piece.replace(",", ".")) in figures


def _on_subject(tool: Tool, call: Call, read: StoredCall) -> bool:
    """Whether an earlier call was about the same thing: all arguments its rules call the subject are equal."""
    subject = {name for rule in tool.requires for name in rule.same} or set(call.arguments)
    shared = [name for name in subject if name in read.arguments and name in call.arguments]
    return read.state == USED and all(read.arguments[name] == call.arguments[name] for name in shared)


def _values(read: StoredCall) -> Iterator[str]:
    """What a call gave, without the words of others; what it was given may itself come from anywhere."""
    for record in (read.gave.get("facts", {}), *read.gave.get("rows", ())):
        yield from pieces(list(record.values()))
