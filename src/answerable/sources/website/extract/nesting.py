"""Keeps the parser's work linear: tags nested absurdly deep are dropped, their text is kept."""

from __future__ import annotations

import re

# Browsers stop at 512 levels. The parser looks up the whole stack for each block: 100,000 open divs took 14 s.
MAX_LEVELS = 512
# Pages with more tags than this are looked at tag by tag; smaller ones only where their tags do not balance.
# 20,000 tags can nest 10,000 levels (stray end tags hide it), which costs the parser 0.15 s.
_MANY_TAGS = 20_000
_FEW_TAGS = 2_000
_SLICES = 16

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
# These close by themselves or never open, so that writing many in a row nests nothing.
_FLAT = frozenset(
    "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot "
    "option optgroup colgroup rp rt".split()
)


def flatten(html: str) -> str:
    """`html` itself, or without its tags beyond `MAX_LEVELS`."""
    tags = html.count("<")
    if tags < _FEW_TAGS and tags - 2 * html.count("</") < MAX_LEVELS:
        return html
    if tags < _MANY_TAGS and _steepest(html) < MAX_LEVELS:
        return html
    return _cut_deep(html)


def _steepest(html: str) -> int:
    """How many more tags open than close over any stretch, measured in slices: an upper bound of the depth."""
    step = len(html) // _SLICES + 1
    depth = lowest = steepest = 0
    for start in range(0, len(html), step):
        depth += html.count("<", start, start + step) - 2 * html.count("</", start, start + step)
        lowest = min(lowest, depth)
        steepest = max(steepest, depth - lowest)
    return steepest


def _cut_deep(html: str) -> str:
    depth, done = 0, 0
    kept: list[str] = []
    for found in _TAG.finditer(html):
        if found[2].lower() in _FLAT:
            continue
        depth = max(0, depth - 1) if found[1] else depth + 1
        if depth > MAX_LEVELS or (found[1] and depth == MAX_LEVELS):
            kept += (html[done : found.start()], " ")
            done = found.end()
    kept.append(html[done:])
    return "".join(kept) if done else html
