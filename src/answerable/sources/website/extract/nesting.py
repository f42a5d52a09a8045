"""Keeps the parser's work linear: absurdly deep tags and absurdly long attribute lists are dropped."""

from __future__ import annotations

import re
from collections import Counter

from answerable.lists import listed
from answerable.sources.website.extract.tags import NAMES

# Browsers stop at 512 levels. The parser climbs the whole stack for each block: 100,000 open divs took 14 s.
MAX_LEVELS = 512
# Pages with more tags are read tag by tag, smaller ones only where their tags do not balance. 30,000 tags
# can hide 15,000 levels behind stray end tags, which took at most 1.4 s.
_MANY_TAGS = 30_000

# The parser compares each attribute with all before it: 200,000 on one tag took 94 s. Real ones: 64.
_MAX_ATTRIBUTES = 300
_LONG_TAG = 4_096  # characters without a ">"; shorter tags cannot hold enough attributes to matter

# Comments and raw text first, so that tags written inside them do not count; then tags with their attributes.
_RAW = "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"
_RAW_TEXT = "|".join(rf"{tag}\b[^<]*+(?:<(?!/{tag})[^<]*+)*+" for tag in _RAW)
_TOKEN = re.compile(
    r"<(?:"
    r"!--[^-]*+(?:-(?!->)[^-]*+)*+"
    rf"|(?:{_RAW_TEXT})"
    r"|(/?[a-z][^\s/>]*+)[^>=]*+(?:=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z))?+[^>=]*+)*+(?:>|\Z)"
    r")",
    re.I,
)
# These close by themselves or never open, so that writing many in a row nests nothing.
_FLAT = listed(NAMES["flat"])
# Start tags of these stay in force until closed, however the blocks around them end, and the parser writes
# all of them anew into every block: 20,000 open ones took 3.7 GB. Authors nest two or three.
_FORMATTING = listed(NAMES["formatting"])
_MAX_FORMATTING = 16
# An end tag inside one of these closes nothing that was opened outside: <div><table></div></table> leaves the
# div open.
_BARRIERS = frozenset(("applet", "caption", "marquee", "object", "table", "template", "foreignobject"))
_BARRIER_ENDS = frozenset("/" + tag for tag in _BARRIERS)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LOOK_BACK = 32  # an end tag that matches nothing this near is stray


def flatten(html: str) -> str:
    """`html` itself, or without the start tags and attributes that the parser would choke on."""
    tags = html.count("<")
    deep = tags >= _MANY_TAGS or abs(tags - 2 * html.count("</")) >= MAX_LEVELS
    return _cut(html) if deep or _crowded(html, tags) else html


def _crowded(html: str, tags: int) -> bool:
    """Whether some tag may hold thousands of attributes: it is very long, or "=" is far too frequent."""
    if html.count("=") > 3 * tags + 2_000:
        return True
    opened = -1  # where the tag that is still open began
    for start in range(0, len(html), _LONG_TAG):
        end = html.rfind(">", start, start + _LONG_TAG)
        if end < 0 and opened >= 0 and html[opened + 1 : opened + 2].isalpha():
            # Nothing but this tag for thousands of characters: one long value, or very many attributes?
            if _attributes(html[start : start + _LONG_TAG]) > _MAX_ATTRIBUTES // 4:
                return True
        else:
            begin = html.rfind("<", start, start + _LONG_TAG)
            opened = begin if begin > end else -1
    return False


def _cut(html: str) -> str:
    done = 0
    kept: list[str] = []
    open_tags = _OpenTags()
    for found in _TOKEN.finditer(html):
        name = (found[1] or "").lower()
        tag = name.lstrip("/")
        if (
            found.end() - found.start() > 2 * _MAX_ATTRIBUTES
            and tag
            and _attributes(found[0]) > _MAX_ATTRIBUTES
        ):
            kept += (html[done : found.start()], f"<{tag}>")
            done = found.end()
        elif not tag or tag in _FLAT:
            continue
        elif name[0] == "/":
            open_tags.close(name)
        elif not open_tags.open(tag):
            kept += (html[done : found.start()], " ")
            done = found.end()
    kept.append(html[done:])
    return "".join(kept) if done else html


def _attributes(tag: str) -> int:
    """About how many attributes a tag has; they may be set apart by blanks, by slashes or by nothing."""
    bare = _QUOTED.sub("", tag).replace("/", " ")
    return max(len(bare.split()), bare.count("="))


class _OpenTags:
    """What is open at one place of the source, much as the parser sees it: end tags that are awaited."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.formatting: Counter[str] = Counter()

    def open(self, tag: str) -> bool:
        """Whether one more may open here."""
        end = "/" + tag
        if tag in _FORMATTING:
            if self.formatting[end] >= _MAX_FORMATTING:
                return False
            self.formatting[end] += 1
        if len(self.stack) >= MAX_LEVELS:
            return False
        self.stack.append(end)
        return True

    def close(self, end: str) -> None:
        stack = self.stack
        if self.formatting.get(end):
            self.formatting[end] -= 1
        if stack and stack[-1] == end:
            stack.pop()
            return
        for place in range(len(stack) - 1, max(-1, len(stack) - 1 - _LOOK_BACK), -1):
            if stack[place] == end:
                del stack[place:]
                return
            if stack[place] in _BARRIER_ENDS:
                return
