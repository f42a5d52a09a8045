"""Makes text readable and honest: white space collapsed, characters that show nothing removed."""

from __future__ import annotations

import re

# Stands for <br> inside a text; str.split() treats it as white space, so a forgotten one does no harm.
LINE_BREAK = "\u2028"

# Code points that show nothing: controls, zero-width, bidi, invisible operators, tags, variation selectors,
# private use (icon fonts).
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ue000-\uf8ff"
    "\U000f0000-\U0010ffff]"
)
_BLANK_LINES = re.compile(r"\n{3,}")


def visible(text: str) -> str:
    """`text` without characters that show nothing; line ends and tabs stay."""
    if text.isascii() and text.replace("\n", "").isprintable():  # most code; half the time of the pattern
        return text
    return _INVISIBLE.sub("", text)


def collapse(text: str) -> str:
    """One line: white space runs become one space, invisible characters go."""
    text = text.replace("\n", " ").strip()
    printable = text.isprintable()  # no tab, no control, no blank but the plain one
    if not printable or "  " in text:
        text = " ".join(text.split())
        printable = printable or text.isprintable()
    if printable:
        if text.isascii():
            return text
        try:
            # Nearly all western text passes here, many times faster than the pattern below. What else shows
            # nothing and yet counts as printable (fillers, variation selectors) is not in this charset.
            text.encode("cp1252")
        except UnicodeEncodeError:
            pass
        else:
            return text
    return _INVISIBLE.sub("", text).strip()


def lines_of(text: str) -> str:
    """Like `collapse`, but a <br> stays a line end and two of them a blank line."""
    if LINE_BREAK not in text:
        return collapse(text)
    lines = "\n".join(collapse(line) for line in text.split(LINE_BREAK))
    return _BLANK_LINES.sub("\n\n", lines).strip()
