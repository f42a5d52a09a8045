"""What a site says it holds: sitemaps and their indexes, as XML, plain text or gzip.

Read with a bounded pattern, not with an XML parser: nothing is expanded or included.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from answerable.errors import FetchRefused, SourceError, SourceUnreachable
from answerable.net import unpack
from answerable.net.fetch import Door, Permitted
from answerable.net.url import LONGEST_URL, canonical

MOST_ENTRIES = 10_000
MOST_FILES = 50  # one index may name 50,000 more; a question has no time for them
DEEPEST = 2  # an index of indexes is followed, and no further

# No two parts of this pattern can match the same text, so that it runs in linear time on anything.
_LOC = re.compile(
    rf"<loc>(?:\s{{0,40}}<!\[CDATA\[([^\]<]{{1,{LONGEST_URL}}})\]\]>\s{{0,40}}|([^<]{{1,{LONGEST_URL}}}))</",
    re.I,
)


@dataclass(frozen=True, slots=True)
class SitemapPart:
    """One sitemap file: the pages it names, or the further files."""

    pages: tuple[str, ...] = ()
    nested: tuple[str, ...] = ()


def read_sitemap(
    body: bytes, url: str, *, most: int = MOST_ENTRIES, max_bytes: int = 5_000_000
) -> SitemapPart:
    """Read one sitemap file. Raises `FetchRefused` for a file with a DOCTYPE or beyond the size."""
    if body.startswith(b"\x1f\x8b"):
        body = _unpacked(body, url, max_bytes)
    text = _text(body)
    if "<!doctype" in text[:10_000].lower() or "<!entity" in text.lower():
        raise FetchRefused(url, "its sitemap declares a DOCTYPE or entities, which no sitemap needs.")
    if not text.lstrip("\ufeff \t\r\n").startswith("<"):
        return SitemapPart(tuple(_fetchable(text.splitlines()[: 2 * most], url, most)))
    locs = (
        quoted or html.unescape(plain) for quoted, plain in (found.groups() for found in _LOC.finditer(text))
    )
    named = tuple(_fetchable(locs, url, most))
    index = re.search(r"<sitemapindex\b", text[:10_000], re.I)
    return SitemapPart(nested=named) if index else SitemapPart(named)


async def walk_sitemaps(
    door: Door, urls: Iterable[str], *, permitted: Permitted, most: int = MOST_ENTRIES
) -> AsyncIterator[str]:
    """The pages that sitemaps and the sitemaps in them name; a file that cannot be had is passed over."""
    waiting = [(url, 0) for url in urls]
    seen: set[str] = set()
    given = 0
    while waiting and len(seen) < MOST_FILES and given < most:
        url, depth = waiting.pop(0)
        if url in seen:
            continue
        seen.add(url)
        try:
            fetched = await door.fetch(url, permitted=permitted)
            if fetched.status != 200:
                continue
            part = read_sitemap(fetched.body, fetched.url, most=most, max_bytes=door.limits.max_bytes)
        except SourceError:  # a sitemap is a hint, not evidence: what it would have named is found by links
            continue
        for page in part.pages[: most - given]:
            given += 1
            yield page
        if depth < DEEPEST:
            waiting.extend((nested, depth + 1) for nested in part.nested[:MOST_FILES])


def _fetchable(locs: Iterable[str], url: str, most: int) -> Iterable[str]:
    seen: set[str] = set()
    for loc in filter(None, map(str.strip, locs)):
        target = canonical(loc, url)
        if target is not None and target not in seen:
            seen.add(target)
            yield target
            if len(seen) >= most:
                return


def _text(body: bytes) -> str:
    marked = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return body.decode("utf-16" if marked else "utf-8-sig", "replace")


def _unpacked(body: bytes, url: str, max_bytes: int) -> bytes:
    plain = bytearray()
    try:
        for piece in unpack.Unpacker("gzip").feed(body):
            plain += piece
            if len(plain) > max_bytes:
                raise FetchRefused(url, f"its sitemap unpacks to more than {max_bytes} bytes.")
    except unpack.Garbled as exc:
        raise SourceUnreachable(url, str(exc)) from exc
    return bytes(plain)
