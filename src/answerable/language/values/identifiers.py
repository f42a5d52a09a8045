"""Things that are one exact string: URLs, e-mail addresses, paths, flags, versions, ids, phone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerable.language.values.value import Value
from answerable.lists import listed

_TLD = (
    "com|org|net|ch|de|at|eu|io|dev|info|uk|fr|it|es|nl|edu|gov|app|co|ai|biz|li|us|example|test|invalid|shop"
    "|online"
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(
    rf"(?:(?:https?|ftp|git|ssh)://|www\.)[^\s<>\"'“”„|]+|(?<![\w@./-])(?:[\w-]+\.)+(?:{_TLD})\b(?:/[^\s<>\"'“”„|]*)?",
    re.I,
)
_PHONE = re.compile(r"(?<![\w.,/-])(?:\+|00|0|\(0)[\d()\u00a0 ./-]{7,18}\d(?![\w/-])")
_NOT_WORDS = listed("e.g i.e a.m p.m u.s z.b d.h u.a o.ä a.d u.s.a ph.d b.sc m.sc")
_NO = r"(?<![\w./@-])"
# 4.712.875 is a number in German, and 4.712 may be one.
_NO_GERMAN = r"(?!\d{1,3}(?:\.\d{3})+(?:,\d+)?(?!\w|[.-]\w))"
# Each behind a cheap look for what it cannot do without: most sentences are spared the search.
_PATTERNS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(needed), re.compile(pattern))
    for needed, pattern in (
        (r"`", r"`([^`\n]{1,80})`"),
        (r"/\w|/\.", _NO + r"(?:~|\.{1,2})?/(?:[\w.+@~*-]+/?)+"),  # /etc/passwd, ~/.ssh
        (r":\\\\", _NO + r"[A-Za-z]:\\[\w.\\ -]*[\w\\]"),
        (r"-[A-Za-z]", _NO + r"--?[A-Za-z][\w-]*(?:=[\w./-]+)?"),  # --force-yes, -e
        (r"[A-Z][-\s]\d", _NO + r"(?:CVE|RFC|ISO|DIN|EN|IEC|SN)[-\s]\d[\d:.-]*\d\b"),
        (r"\d\.\d", _NO + _NO_GERMAN + r"[vV]?\d+(?:\.\d+){2,}(?:[-+~][\w.]+)?(?!\w)"),  # 1.2.3
        (r"v\d", r"\bv\d+(?:\.\d+)*(?!\w)"),
        (r"_\w", _NO + r"\$?\w*[^\W_]_[^\W_]\w*(?:[.-]\w+)*(?:\(\))?"),  # overcommit_memory
        (r"\$[A-Z]|\w\(\)", r"\$[A-Z_][A-Z_0-9]*\b|\b[a-zA-Z]\w*\(\)"),  # $HOME, run()
        # BK-1042, libssl1.1
        (r"[^\W\d][-:/.]?\d", _NO + r"[^\W\d_]+(?:[-.:/][^\W_]+)*[-:/]?\d\w*(?:[-.:/]\w+)*"),
        (r"\d[-/.]?[A-Za-z]", _NO + r"(?:\d+[-/.]?[A-Za-z]+\w*\d[\w-]*|\d+-[A-Z]{1,4}\b(?:-\w+)*)"),  # 3F9A
        (r"\d-\d", _NO + r"\d+(?:-\d+){2,}(?!\w)"),  # part numbers 880-12-4
        # rc.local
        (r"\.[A-Za-z]", _NO + r"(?:\.?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+(?![\w(])|\.[a-z]{2,}\w*)"),
        (r"#\d", _NO + r"#\d+\b"),
    )
)
_CAMEL = re.compile(r"\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b")
_HYPHENED = re.compile(r"(?<![\w./-])[a-z][a-z]+(?:-[a-z]{2,})+(?![\w/-])")
# A unit or ordinal glued to its number is no identifier: 30-day, 5kg, 3rd, 10am.
_GLUED = re.compile(
    r"\d+(?:[.,]\d+)?-?(?:[a-zA-Zµ]{1,3}|day|days|hour|week|month|year|minute|page|fold|jährig\w*|tägig\w*)"
)


def find_addresses(text: str) -> Iterator[Value]:
    """E-mail addresses and URLs, without the sentence's own punctuation."""
    for match in _EMAIL.finditer(text):
        surface = match.group().rstrip(".-")
        yield Value("email", surface, surface.casefold(), match.start())
    for match in _URL.finditer(text):
        surface = _trim(match.group())
        yield Value("url", surface, url_form(surface), match.start())


def find_identifiers(text: str) -> Iterator[Value]:
    """Every exact string."""
    for match in _PHONE.finditer(text) if "0" in text or "+" in text else ():
        if sum(c.isdigit() for c in match.group()) >= 9:
            yield Value("identifier", match.group(), "tel " + _phone(match.group()), match.start())
    for needed, pattern in _PATTERNS:
        for match in pattern.finditer(text) if needed.search(text) else ():
            surface = match.group() if match.group()[0] == "`" else match.group().rstrip(".:-,")
            if (
                surface.casefold() not in _NOT_WORDS
                and not _GLUED.fullmatch(surface)
                and surface.strip("-/.~")
            ):
                yield Value("identifier", surface, id_form(surface), match.start())
    for match in _CAMEL.finditer(text):
        yield Value("identifier", match.group(), id_form(match.group()), match.start())


def find_hyphened(text: str) -> Iterator[Value]:
    """Hyphened plain words; weak, since "long-term" is written like "apt-get"."""
    for match in _HYPHENED.finditer(text):
        yield Value("identifier", match.group(), match.group(), match.start(), weak=True)


def url_form(url: str) -> str:
    """A URL as it is compared: no scheme, no www, no closing slash, no fragment."""
    bare = re.sub(r"^[a-z]+://", "", url, flags=re.I)
    bare = bare.split("#", 1)[0].removeprefix("www.").rstrip("/")
    host, slash, rest = bare.partition("/")
    return host.casefold() + slash + rest


def id_form(surface: str) -> str:
    """An identifier as it is compared; flags and paths keep their case."""
    bare = surface.strip("`").rstrip(".,;:")
    if bare.startswith(("-", "/", "~", ".", "$")):
        return bare
    return re.sub(r"^v(?=\d)", "", bare.casefold())


def _trim(url: str) -> str:
    url = url.rstrip(".,;:!?…")
    while url.endswith(")") and url.count("(") < url.count(")"):
        url = url[:-1].rstrip(".,;:!?")
    return url.rstrip("]}>*`")


def _phone(text: str) -> str:
    """The last nine digits: the same with and without a country's prefix."""
    return "".join(c for c in text if c.isdigit())[-9:]
