"""How far a page is believed: what kind of site it is, first-hand or copied, and how it fares beside others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from urllib.parse import unquote, urlsplit

from answerable.domain.evidence import Evidence
from answerable.facts.fact import Fact
from answerable.facts.names import folded
from answerable.language.words import words
from answerable.lists import read_list

_SITES = read_list(__package__, "sites.toml")
_WORDS = {kind: frozenset(row["words"].split()) for kind, row in _SITES.items()}
TRUST: dict[str, float] = {kind: row["trust"] for kind, row in _SITES.items()}
# What a source gives an ordinary page; one it found odd has less, one that only a result showed has less.
PLAIN = 0.8
# The kinds as they are looked for; "/wiki/" in an address makes nobody an encyclopaedia, "/forum/" is one.
_LESSER = ("copied", "personal")
_KINDS = (*_LESSER, "official", "reference", "news", "trade")
# The subject's own site, on itself. Chosen between a register and an encyclopaedia.
FIRST_HAND = 0.86
# A site that disagrees with itself or with everybody else on what can be compared is believed this little.
SCRAMBLED = 0.05
# Two texts that share this much of their word groups are one text. Chosen: rewritten news share under a fifth.
ALIKE = 0.5
# Word groups of this length; a text with fewer than so many of them is too short to be called a copy.
_GROUP, _FEW = 5, 12
_NO_HOST = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|[0-9a-f:]*:[0-9a-f:]*|.*\.(?:test|local|localhost|internal)|)$"
)
_HOSTLIKE = re.compile(r"^(?:[a-z0-9-]+\.)+[a-z]{2,}$", re.I)
_FILE = re.compile(r"\.(?:html?|xhtml|md|txt|pdf|php|aspx?)$", re.I)


@lru_cache(maxsize=16_384)
def site_of(url: str) -> str:
    """Whose page it is: the host; in a dump or on a local server the folder that is named like a host."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    if not _NO_HOST.match(host):
        return host
    folders = [segment.lower() for segment in unquote(parts.path).split("/")[:-1] if segment]
    for segment in folders:
        if _HOSTLIKE.match(segment) and not _FILE.search(segment):
            return segment.removeprefix("www.")
    # Without such a folder the first one on a server is taken for the site; in a folder of files the one they stand in.
    folder = folders[0] if folders and host else "/".join(folders)
    return f"{host}:{parts.port or ''}/{folder}"


@lru_cache(maxsize=4_096)
def kind_of(url: str, title: str = "") -> str:
    """The kind of a site by the words of its address and of the name its titles end with."""
    site = site_of(url)
    named = re.split(r"\s[|–—·-]\s", title)[-1] if re.search(r"\s[|–—·-]\s", title) else ""
    path = " ".join(unquote(urlsplit(url).path).split("/")[1:3])
    for text, kinds in ((site, _KINDS), (named, _KINDS), (path, _LESSER)):
        found = set(words(text.replace("-", " ").replace("_", " ").replace(".", " ")))
        label = text.lower().rsplit(".", 1)[0]
        for kind in kinds:
            if found & _WORDS[kind] or (
                text is site and any(len(w) > 4 and label.endswith(w) for w in _WORDS[kind])
            ):
                return kind
    return "unknown"


def trust_alone(fact: Fact, piece: Evidence, owner: str) -> float:
    """How far a site is believed about this subject before anything is compared; `owner` is whose fact it is."""
    name = "".join(folded(owner))
    site = re.sub(r"[^a-z0-9]", "", fact.site.split(".")[0] if "." in fact.site else "")
    own = len(name) >= 4 and len(site) >= 4 and (site in name or name in site)
    trust = FIRST_HAND if own else TRUST[kind_of(fact.url, piece.title)]
    return trust * fact.direct * min(1.0, piece.trust / PLAIN)


@lru_cache(maxsize=4_096)
def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """A text's groups of words, without its numbers: a copy with changed figures is still a copy."""
    said = [word for word in words(text) if not word.isdigit()]
    return frozenset(zip(*(said[i:] for i in range(_GROUP)), strict=False))


def alike(one: str, other: str) -> bool:
    """Whether one text is a near-copy of the other."""
    left, right = shingles(one), shingles(other)
    small = min(len(left), len(right))
    if small < _FEW:
        return small > 0 and left == right  # of a short text only the very same words are a copy
    return len(left & right) >= ALIKE * small


def voices(facts: Iterable[Fact], texts: dict[str, str]) -> list[Fact]:
    """One fact for each independent source, the most trusted: a site speaks once, near-copies speak once."""
    kept: list[Fact] = []
    for fact in sorted(facts, key=lambda fact: (-fact.trust, fact.evidence)):
        if not any(
            fact.site == other.site or alike(texts[fact.evidence], texts[other.evidence]) for other in kept
        ):
            kept.append(fact)
    return kept


def together(trusts: Sequence[float]) -> float:
    """The chance that at least one of several independent sources is right."""
    return 1 - prod(1 - min(trust, 0.98) for trust in trusts)
