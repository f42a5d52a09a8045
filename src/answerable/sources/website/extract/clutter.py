"""The names by which sites call their furniture, and those by which they call their text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from answerable.lists import listed
from answerable.sources.website.extract.tags import NAMES

FURNITURE_TAGS = frozenset(("nav", "footer", "aside", "dialog", "menu", "search"))
FURNITURE_ROLES = listed(NAMES["roles"])


def _words(words: str) -> re.Pattern[str]:
    """A pattern for any of `words` as whole parts of class names and ids, but not for "with-sidebar"."""
    unlike = "".join(f"(?<!{word}[-_])" for word in ("with", "has", "no", "w", "hide", "show"))
    return re.compile(rf"(?:^|[\s_-]){unlike}(?:{'|'.join(words.split())})(?=$|[\s_-])")


_ALWAYS, _IF_LINKED, _IN_ARTICLES, _CONTENTS = (
    _words(NAMES["furniture"][name]) for name in ("always", "if_linked", "in_articles", "contents")
)
# Readers' comments can be longer than the text they are about.
_COMMENTS = re.compile(
    r"(?:^|\s)(?:comments?|disqus|respond)(?:[-_]?(?:list|section|area|container|s|thread|wrap\w*))?(?=$|\s)"
)
# Names by which templates call the node that holds the text.
_BODY = re.compile(
    r"article[-_]*(?:body|text|content|main|story)"
    r"|(?:entry|post|story|page|single|news|main|blog|rich)[-_]*(?:content|body|text|entry|article|story)"
    r"|\b(?:article|post|story|entry)\b|(?:^|\s)(?:content|main)(?:\s|$)"
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Meaning(NamedTuple):
    """What a class attribute or an id says about its block."""

    body: bool = False
    always: bool = False
    if_linked: bool = False
    in_articles: bool = False
    comments: bool = False
    contents: bool = False


NO_MEANING = Meaning()


# A site's pages share their names: nearly every look-up after the first page is a hit.
@lru_cache(maxsize=8_192)
def meaning(name: str) -> Meaning:
    """Read a class attribute or an id; commentsContainer reads comments-Container."""
    # Lowered once: patterns that ignore case took twice as long on names never seen before.
    name = name if name.islower() else _HUMP.sub("-", name).lower()
    patterns = (_BODY, _ALWAYS, _IF_LINKED, _IN_ARTICLES, _COMMENTS, _CONTENTS)
    said = [pattern.search(name) is not None for pattern in patterns]
    return Meaning(*said) if any(said) else NO_MEANING
