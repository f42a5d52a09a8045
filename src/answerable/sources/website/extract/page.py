"""What a fetched page holds: its passages, its links and what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


# Tuples, because a page has dozens of each: a frozen dataclass takes four times as long to make.
class Link(NamedTuple):
    """A way on: the address as the page wrote it, its words, and the words around it."""

    href: str
    text: str
    context: str = ""
    rel_nofollow: bool = False


class Passage(NamedTuple):
    """One section, or a part of a long one, with the headings above it."""

    path: tuple[str, ...]
    anchor: str
    text: str


@dataclass(frozen=True)
class PageContent:
    """A page as the rest of the house sees it; addresses are as written, not resolved."""

    title: str = ""
    language: str = ""
    description: str = ""
    passages: tuple[Passage, ...] = ()
    footer: tuple[Passage, ...] = ()  # what it says below its content, often on every page of the site
    links: tuple[Link, ...] = ()
    base: str = ""
    canonical: str = ""
    refresh: str = ""
    noindex: bool = False
    script_only: bool = False

    @cached_property
    def main_text(self) -> str:
        """The whole text in reading order, each heading once, without the page's own title (h1)."""
        parts: list[str] = []
        shown: tuple[str, ...] = ()
        for passage in self.passages:
            known = 0
            while known < min(len(shown), len(passage.path)) and shown[known] == passage.path[known]:
                known += 1
            parts.extend(heading for heading in passage.path[known:] if heading not in self.title)
            parts.append(passage.text)
            shown = passage.path
        return "\n\n".join(parts)

    @cached_property
    def main_bytes(self) -> bytes:
        """The same in UTF-8, for digests."""
        return self.main_text.encode("utf-8", "surrogatepass")
