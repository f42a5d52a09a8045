"""A web page as it is kept: its own row, its passages, and what a crawl must know before it asks again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class StoredPassage(NamedTuple):
    """One passage as it is kept; `heading` and `body` are the words that feed the index."""

    path: tuple[str, ...]
    anchor: str
    text: str
    heading: str
    body: str


@dataclass(frozen=True)
class StoredPage:
    """One page as it is kept. An empty digest: it was not read whole, and is asked for again next time."""

    key: str
    url: str
    host: str
    title: str
    language: str
    digest: str
    fetched_at: float
    etag: str = ""
    last_modified: str = ""
    depth: int = 0
    links: tuple[tuple[str, str], ...] = ()
    twin_of: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class KnownPage:
    """What decides whether a page is asked for again, and how."""

    fetched_at: float
    etag: str
    last_modified: str
    whole: bool
