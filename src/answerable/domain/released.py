"""An answer in the pieces it is released in: sentence by sentence, and each table or chart whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from answerable.domain.outcome import Answer

# Where a sentence ends, with the quotation marks and citations behind it; or a line. An abbreviation that is
# taken for an end does no harm: the pieces are checked text and give the whole when put together.
_END = re.compile(r"[.!?…][\"'”’)\]]*(?: ?\[\d+\])*+(?:\s+|\Z)|\n+")


def released(answer: Answer) -> Iterator[dict[str, Any]]:
    """The elements of an answer, its text in sentences; joined they are the text to the letter."""
    for piece in _sentences(answer.text):
        yield {"type": "text", "text": piece}
    yield from (element for element in answer.elements if element["type"] != "text")


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        if end > start:
            yield text[start:end]
        start = end
