"""From what a page holds to the rows that are kept of it: the page, its passages, its other names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from answerable.language.usual import tells_how_to_reach
from answerable.language.words import stems
from answerable.net import Fetched, host_of, page_key
from answerable.sources.website.extract import PageContent, Passage
from answerable.sources.website.scope import plain_host
from answerable.store.pages import StoredPage, StoredPassage

_DIGITS = b"0123456789"
_ITEM = re.compile(
    r"^- [^\d:@,]{1,40}$\n?", re.MULTILINE
)  # an item of a footer that only names where it leads


def page_row(
    fetched: Fetched,
    content: PageContent,
    links: tuple[tuple[str, str], ...],
    *,
    depth: int,
    at: float,
    whole: bool,
) -> StoredPage:
    """The page under the address where it was really read."""
    key = page_key(fetched.url)
    return StoredPage(
        key=key,
        url=fetched.url,
        host=plain_host(host_of(fetched.url)),
        title=content.title,
        language=content.language,
        digest=_digest(content, key) if whole else "",
        fetched_at=at,
        etag=fetched.etag,
        last_modified=fetched.last_modified,
        depth=depth,
        links=links,
    )


def other_names(hops: Sequence[str], url: str, *, depth: int, at: float) -> tuple[StoredPage, ...]:
    """A row for each address that led to the page, so that none of them is asked for again soon."""
    key = page_key(url)
    keys = dict.fromkeys(page_key(hop) for hop in hops)
    return tuple(
        StoredPage(
            key=other,
            url=url,
            host=plain_host(host_of(other)),
            title="",
            language="",
            digest="",
            fetched_at=at,
            depth=depth,
            twin_of=key,
        )
        for other in keys
        if other != key
    )


def passage_rows(content: PageContent) -> list[StoredPassage]:
    """The passages with the words that feed the index; none when the page asks not to be indexed.

    Of a footer (read on start pages) what says how the organisation is reached: some sites say it nowhere else.
    """
    if content.noindex:
        return []
    german = content.language == "de"  # the index stems English only; German words go in as stems
    below = [passage._replace(text=_ITEM.sub("", passage.text).strip()) for passage in content.footer]
    reached = [passage for passage in below if tells_how_to_reach(passage.text)]
    return [_passage_row(passage, content.title, german=german) for passage in (*content.passages, *reached)]


def _passage_row(passage: Passage, title: str, *, german: bool) -> StoredPassage:
    heading, body = " ".join(passage.path) or title, passage.text
    if german:
        heading, body = " ".join(stems(heading, "de")), " ".join(stems(body, "de"))
    return StoredPassage(passage.path, passage.anchor, passage.text, heading, body)


def likeness(content: PageContent) -> bytes:
    """Equal for pages that differ in nothing but numbers."""
    return hashlib.blake2b(content.main_bytes.translate(None, _DIGITS), digest_size=8).digest()


def _digest(content: PageContent, key: str) -> str:
    # A page of which no text is kept has a digest of its own: it is nobody's twin. So is one of another site: there a
    # copy answers for itself, whichever was read first.
    nothing = content.noindex or not content.passages
    text, site = (
        (key.encode(), "") if nothing else (content.main_bytes, ".".join(key.split("/")[2].split(".")[-2:]))
    )
    return hashlib.blake2b(text, digest_size=16, key=site.encode()[-64:]).hexdigest()
