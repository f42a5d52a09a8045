"""What a link means: the one spelling that is fetched, and the key that makes two spellings one page.

Parsing is the WHATWG standard's (as browsers do it), so that the host we check is the host we connect to.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ada_url import idna_to_unicode, join_url, normalize_url

from answerable.lists import listed, read_list

# Longer addresses are filters, calendars and tar pits; many servers stop at 4 to 8 kB of request line anyway.
LONGEST_URL = 4_000

_LISTED = read_list(__package__, "parameters.toml")
_VISIT = listed(f"{_LISTED['tracking']} {_LISTED['session']}")
_TRACKING_FAMILIES = tuple(_LISTED["tracking_families"].split())
_PERHAPS_SESSION = listed(_LISTED["perhaps_session"])
_RANDOM = re.compile(
    r"(?=[a-z]*[0-9])[0-9a-z]{24,}|[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I
)
_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/?;]*", re.I)

_HOST = re.compile(
    r"https?://(?=[^/]{1,260}$)"
    r"(?:\[[0-9a-f:.]+\]|(?=[^:/]{1,254}(?::|$))[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?)"
    r"(?::[1-9][0-9]*)?"
)
_INDEX = re.compile(r"/(?:index\.(?:html?|xhtml|php|aspx?)|default\.(?:html?|aspx?))$", re.I)
_UNRESERVED = re.compile(r"%(4[1-9A-Fa-f]|5[0-9Aa]|6[1-9A-Fa-f]|7[0-9AaEe]|3[0-9]|2[DdEe]|5[Ff])")
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
_PORT = re.compile(r":[0-9]+$")
# Folders and a file of letters, digits and a few signs that mean themselves, perhaps above the page's own folder.
_PLAIN = re.compile(r"(?:\.\./)*+(?:[a-z0-9_-][a-z0-9._-]*+/)*+[a-z0-9_-][a-z0-9._-]*+", re.I | re.A)
# What `canonical` gave lately: spelling such a URL again changes nothing, and each page asks thrice.
_spelled: set[str] = set()
_SPELLED_KEPT = 16_384
_DEFAULT_PORTS = {"http": 80, "https": 443}


def canonical(href: str, base: str | None = None) -> str | None:
    """The one spelling of a link that is fetched; None when it cannot be (scheme, userinfo, host)."""
    if base in _spelled and _PLAIN.fullmatch(href):
        return _beside(href, base)
    try:
        url = normalize_url(href) if base is None else join_url(base, href)
    except ValueError:
        return None
    if not url.startswith(("http://", "https://")) or len(url) > LONGEST_URL:
        return None
    url = url.partition("#")[0]
    path_at = url.index("/", 8)
    if not _fetchable(url[:path_at]):
        return None
    if "?" in url or ";" in url:
        url = _without_marks(url)
    return _remembered(url)


def _beside(href: str, base: str) -> str | None:
    """A plain relative link, resolved without the parser: most links are such, and it takes a fifth of the time."""
    root = base.index("/", 8) + 1
    folder = base.partition("?")[0]
    folder = folder[: folder.rindex("/") + 1]
    while href.startswith("../"):
        href = href[3:]
        folder = folder[: max(root, folder.rindex("/", 0, -1) + 1)]
    url = folder + href
    return _remembered(url) if len(url) <= LONGEST_URL else None


def _remembered(url: str) -> str:
    if len(_spelled) >= _SPELLED_KEPT:
        _spelled.clear()
    _spelled.add(url)
    return url


@lru_cache(maxsize=16_384)
def page_key(url: str) -> str:
    """What makes two URLs one page: `/a`, `/a/`, `/a#x`, `/a?utm_source=1`, `/a/index.html` share a key."""
    if url not in _spelled:
        url = canonical(url) or url
    path, mark, query = url.partition("?")
    path = _INDEX.sub("/", path).rstrip("/") if path.count("/") > 2 else path
    if "%" in path:
        path = _ESCAPE.sub(lambda found: found.group().upper(), _UNRESERVED.sub(_plain, path))
    if ".:" in path or "./" in path or path.endswith("."):
        path = _without_root_dot(path)
    return path + mark + query


def host_of(url: str) -> str:
    """The host as the connection will see it: lower case, punycode, numbers resolved; IPv6 in brackets."""
    return origin_of(url)[1]


@lru_cache(maxsize=16_384)
def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of a URL that `canonical` accepts."""
    fetchable = url if url in _spelled else canonical(url)
    if fetchable is None:
        raise ValueError(f"{url!r} has no origin; give an http or https URL that `canonical` accepts.")
    return _origin(fetchable[: fetchable.index("/", 8)])


@lru_cache(maxsize=8_192)
def _origin(prefix: str) -> tuple[str, str, int]:
    """Take apart what stands before the path; safe only because `canonical` wrote it."""
    scheme, _, authority = prefix.partition("://")
    host, _, port = authority.rpartition(":") if _PORT.search(authority) else (authority, "", "")
    return scheme, host, int(port or _DEFAULT_PORTS[scheme])


@lru_cache(maxsize=8_192)
def _fetchable(origin: str) -> bool:
    """Whether DNS could know this host: no userinfo, no odd characters, no empty or endless labels."""
    if _HOST.fullmatch(origin) is None:
        return False
    # Decoding leaves a label that is not true punycode as it was, and no registry gives such names out.
    return "xn--" not in origin or "xn--" not in idna_to_unicode(_origin(origin)[1])


def _without_marks(url: str) -> str:
    path, _, query = url.partition("?")
    if ";" in path:
        path = _PATH_SESSION.sub("", path)
    if not query:
        return path
    kept = [part for part in query.split("&") if part and not _marks_a_visit(part)]
    return f"{path}?{'&'.join(kept)}" if kept else path


@lru_cache(maxsize=8_192)
def _marks_a_visit(part: str) -> bool:
    """Whether a query part names the visit (tracking, session) and not the page."""
    name, _, value = part.partition("=")
    name = name.lower()
    if name in _VISIT or name.startswith(_TRACKING_FAMILIES):
        return True
    return name in _PERHAPS_SESSION and _RANDOM.fullmatch(value) is not None


def _plain(escape: re.Match[str]) -> str:
    return chr(int(escape.group(1), 16))


def _without_root_dot(path: str) -> str:
    scheme, _, rest = path.partition("://")
    authority, slash, rest = rest.partition("/")
    host, colon, port = authority.partition(":")
    return f"{scheme}://{host.rstrip('.')}{colon}{port}{slash}{rest}"
