"""Turns the bytes of a page into text, whatever its charset claims to be."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

# Browsers look for a <meta> charset in the first 1,024 bytes; pages with long heads write it later.
_HEAD_BYTES = 4_096
_META = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.I
)

# The web's own rule: pages that say Latin-1 or ASCII are read as windows-1252.
_READ_AS = {"iso8859-1": "cp1252", "ascii": "cp1252"}
# Python knows codecs that no page is written in (idna, hex, unicode_escape); these families are all there is.
_ON_THE_WEB = re.compile(
    r"utf-(?:8|16|32)|utf_8_sig|ascii|iso8859|iso2022|cp\d|koi8|gb|hz|big5|euc|shift|johab|mac|tis|ptcp|kz"
)


def decode(body: bytes, charset: str = "") -> str:
    """The text of `body`: header first, then byte order mark, then <meta>, then a guess."""
    for name in (_known(charset), _marked(body), _declared(body)):
        if name and (text := _try(body, name)) is not None:
            return text
    try:
        return body.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return _guess(body)


@lru_cache(maxsize=256)
def _known(charset: str) -> str:
    """The codec's own name, or "" when no page can be written in it."""
    try:
        codec = codecs.lookup(charset.strip().strip("\"'"))
    except (LookupError, ValueError):
        return ""
    return _READ_AS.get(codec.name, codec.name) if _ON_THE_WEB.match(codec.name) else ""


def _marked(body: bytes) -> str:
    return next((name for mark, name in _BOMS if body.startswith(mark)), "")


def _declared(body: bytes) -> str:
    if not (found := _META.search(body, 0, _HEAD_BYTES)):
        return ""
    name = _known(found[1].decode("ascii", "replace"))
    # A page that can be read as ASCII up to here cannot be UTF-16, whatever it says.
    return "utf-8" if name.startswith("utf-16") or name.startswith("utf-32") else name


def _try(body: bytes, name: str) -> str | None:
    """Decoded text, or None when the bytes show that the name is a lie."""
    if name.startswith(("utf-16", "utf-32")) and not _marked(body) and 0 not in body[:200]:
        return None  # markup in these charsets is full of NULs
    try:
        text = body.decode(name)
    except UnicodeDecodeError:
        # One torn character (a cut page) is no lie; many are.
        text = body.decode(name, "replace")
        if text.count("\ufffd") > max(3, len(text) // 1_000):
            return None
    except (ValueError, LookupError):
        return None
    return text.removeprefix("\ufeff")


def _guess(body: bytes) -> str:
    """UTF-8 with a few torn characters stays UTF-8; everything else is read as windows-1252."""
    text = body.decode("utf-8", "replace")
    torn = text.count("\ufffd")
    high = sum(1 for byte in body[:20_000] if byte > 0x7F)
    if torn <= 3 and high > torn * 4:
        return text
    return body.decode("cp1252", "replace")
