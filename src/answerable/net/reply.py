"""What came back from a website, in our words: the page, its headers, and what went wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

import aiohttp

from answerable.errors import SourceUnreachable

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:+-]+)", re.I)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came back: any status but 429 and 503, which raise. `url` is where the hops ended."""

    url: str
    asked: str
    hops: tuple[str, ...]  # every URL asked in order, the first is the canonical `asked`
    status: int
    content_type: str  # lower case, without parameters
    charset: str  # from the header; "" when it says nothing
    body: bytes
    etag: str
    last_modified: str
    seconds: float
    unchanged: bool = False  # the server says our copy is current; the body is empty


@lru_cache(maxsize=512)
def content_type_of(header: str) -> tuple[str, str]:
    charset = _CHARSET.search(header)
    return header.partition(";")[0].strip().lower(), charset.group(1).lower() if charset else ""


def seconds_to_wait(header: str, now: datetime | None = None) -> float | None:
    """How long the server asks to be left alone; None when it does not say so readably."""
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header[:9])  # nine digits are thirty years; more would only be a large number to print
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def readable(header: str) -> str:
    """A header as browsers read it: bytes that are not UTF-8 (surrogates, from the parser) are Latin-1."""
    try:
        header.encode()
    except UnicodeEncodeError:
        return header.encode("utf-8", "surrogateescape").decode("latin-1")
    return header


def printable(value: str) -> str:
    """A validator as the server gave it, without anything that could start a new header."""
    return "".join(character for character in value if character.isprintable())


def translated(url: str, error: Exception, connect_seconds: float) -> SourceUnreachable:
    """The vendor's error in our words."""
    match error:
        case aiohttp.ClientConnectorDNSError():
            why = "its host name is not known."
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError():
            why = "its certificate could not be verified."
        case aiohttp.ServerTimeoutError():
            why = f"did not accept a connection within {connect_seconds:g} s."
        case aiohttp.ClientConnectorError():
            why = "refused the connection."
        case aiohttp.ClientPayloadError():
            why = "its body ended before its stated length."
        case aiohttp.ClientResponseError():
            why = "sent something that is not readable as HTTP."
        case aiohttp.ServerDisconnectedError() | aiohttp.ClientOSError():
            why = "closed the connection without an answer."
        case _:
            why = f"could not be asked ({type(error).__name__})."
    return SourceUnreachable(url, why)
