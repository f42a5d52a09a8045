"""Headings that no tag marks: site builders set them as boxes of text like any other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from answerable.sources.website.extract.blocks import Block, BlockKind

# Longer ones tell something. Chosen by what menus, cards and price lists are titled with.
_LONGEST, _MOST_WORDS = 40, 5
_LONGEST_QUESTION = 100
# One title, or that of the page and one below it; of more in a row nobody knows what they head: a menu, a poem.
_MOST = 2
# One short line may be anything, two of them above other text are a way to write.
_FEWEST = 2
_TOP = 2
_TOLD = re.compile(r"[\d@€$£:|]|[.,;!…]$")


def with_headings(blocks: Sequence[Block]) -> list[Block]:
    """The blocks of a page that marks none of its headings; short lines above others become headings."""
    runs = [(titled, list(run)) for titled, run in groupby(blocks, _like_a_title)]
    heading = [
        titled and len(run) <= _MOST for titled, run in runs[:-1]
    ]  # what nothing follows heads nothing
    if sum(heading) < _FEWEST:
        return list(blocks)
    return [
        Block(BlockKind.HEADING, block.text, _TOP + _MOST - len(run) + place) if heads else block
        for heads, (_, run) in zip([*heading, False], runs, strict=True)
        for place, block in enumerate(run)
    ]


def _like_a_title(block: Block) -> bool:
    text = block.text
    if block.kind is not BlockKind.TEXT or not text[:1].isupper() or "\n" in text:
        return False
    if text.endswith("?"):
        return len(text) <= _LONGEST_QUESTION
    return len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS and not _TOLD.search(text)
