"""Find the sections of a site that may answer, and the links that may lead there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from answerable.language.asked import Asked
from answerable.language.embed import nearness as nearness_of
from answerable.language.ranking import (
    Embedder,
    Fit,
    Section,
    coverage,
    direction,
    idf,
    rank_sections,
    stems_of,
)
from answerable.language.sentences import unnumbered
from answerable.language.usual import tells_how_to_reach, told_behind
from answerable.sources.website.favour import Favour
from answerable.sources.website.nearest import NearestPassages
from answerable.store.pages import Hit, StoredPage, TenantPages

# Passages looked at closely per question, by words and by meaning each. Chosen, not measured; the weights
# in language/ranking.py were fitted with about as many.
CANDIDATES = 60
# A section longer than this many passages (about 1,000 characters each) is cut, so that evidence stays
# readable.
PASSAGES_PER_SECTION = 6
# A section is a menu when so much of its text is links or numbered headings. Chosen by looking at sites.
MENU = 0.7
# A block on so many different pages is furniture. Chosen: two can be a coincidence (a shared warning).
FURNITURE_PAGES = 3


# What the share of a question's words that a link says counts beside its nearness in meaning, and what a page gains
# that answers or lists many things and whose link says none of them. With both, and the words around a link left out
# where its own are nearer, the right page was among the 60 read for 0.89 instead of 0.83 of 160 questions on six sites
# (of PostgreSQL 0.79 instead of 0.67; simulated). From 0.3 to 0.6 and from 0.3 to 0.5 within a question.
SAID, SIGNPOST = 0.4, 0.3
# What a link gains behind which every organisation tells what is asked. Chosen, not measured: more than a word of the
# question gains, and enough to be promising (stages/plan/by_rule.py) whatever else it says.
BEHIND = 0.5
# What a link gains that speaks of what the operator's instruction names. Chosen, not measured: as a signpost does, less
# than the words of the question.
FAVOURED = 0.3

_INDEX = r"(?:(?:general|concept|book|subject|alphabetical) )?index"
_SIGNPOST = re.compile(
    r"\b(?:faqs?|frequently[- ]asked|troubleshooting|häufige fragen|fragen und antworten|problemlösung)\b"
    rf"|^\W*(?:{_INDEX}|(?:table of )?contents|site ?map|reference"
    r"|inhalt(?:sverzeichnis)?|stichwortverzeichnis|übersicht|(?:part|teil)\b.*|(?:all|alle) \w+)\W*$",
    re.I,
)
_CONTENTS = re.compile(
    rf"(?:table of )?contents|inhalt(?:sverzeichnis)?|on this page|auf dieser seite|stichwortverzeichnis"
    rf"|{_INDEX}|(?:function|operator) index",
    re.I,
)
_LETTER = re.compile(r"\w|symbols?|symbole|numbers|zahlen|0\W9", re.I)  # what stands under an index
# The extractor keeps 200 characters of a link's words; bullets and numbers may stand beside them.
_LINK_LINE = 400
_NO_LETTERS = re.compile(r"[\W\d_]+")
_NUMBERED = re.compile(
    r"\s*(?:-\s+)?(?:chapter |kapitel |appendix |anhang )?(?:\d+|[A-Z])(?:\.\d+)+\.?\s+\S", re.I
)


@dataclass(frozen=True)
class Found:
    """A section with its place on the site and how it fits."""

    hits: tuple[Hit, ...]
    fit: Fit


class SiteSearch:
    """Searches what one tenant has read of a site."""

    def __init__(self, pages: TenantPages, embedder: Embedder, instruction: str = "") -> None:
        self._pages = pages
        self._embedder = embedder
        self._favour = Favour(instruction, embedder)
        self._nearest = NearestPassages(pages, embedder)

    def look(self, asked: Asked, pages: Sequence[StoredPage], *, most: int | None = None) -> list[Found]:
        """The sections that fit the question, best first; `most` spares work when only so many are wanted."""
        ids = [page.id for page in pages]
        spoken = _spoken(asked)
        ranks = dict(self._pages.search(spoken, ids, limit=CANDIDATES))
        towards = direction(asked, self._embedder)
        nearness = self._nearest.measure(towards, ids)
        near = nearness.best(CANDIDATES)
        known = {page.id: page for page in pages}
        found = self._pages.passages([*ranks, *(i for i in near if i not in ranks)], known)
        groups = _without_menus(
            _sections(self._pages.under({(hit.page.id, hit.path) for hit in found}, known))
        )
        furniture = _furniture(groups)
        sections = [
            Section(
                hits[0].id,
                hits[0].path or (hits[0].page.title,),
                tuple(text for hit in hits if (text := _without(hit, furniture))),
                max(ranks.get(hit.id, 0.0) for hit in hits),
                # As it was embedded: with its headings, and whole.
                nearness.nearest_of([hit.id for hit in hits]) if _as_kept(hits, furniture) else None,
            )
            for hits in groups
        ]
        sections = [section for section in sections if section.passages]
        by_id = {hits[0].id: hits for hits in groups}
        weights = self.weights(asked, ids)
        return [
            Found(by_id[fit.section.id], fit)
            for fit in rank_sections(asked, sections, weights, self._embedder, most=most)
        ]

    def weights(self, asked: Asked, page_ids: Sequence[int]) -> dict[str, float]:
        """How much each stem of the question tells on this site."""
        total = self._pages.count(page_ids)
        counts = self._pages.counts(_spoken(asked), page_ids)
        return {root: idf(count, total) for root, count in zip(asked.stems, counts, strict=True)}

    def lead_scores(self, asked: Asked, links: Mapping[str, str]) -> dict[str, float]:
        """How promising each link is, by its words, what stands around them, and its address."""
        if not links:
            return {}
        named = [
            (*unnumbered(said).partition(" — ")[::2], _address_words(url)) for url, said in links.items()
        ]
        bare = [f"{words} {address}" for words, _, address in named]
        whole = [" ".join(parts) for parts in named]
        towards = direction(asked, self._embedder)
        # A heading that stands above a hundred links says nothing about one of them: whichever is nearer counts.
        near = nearness_of(self._embedder.embed([*bare, *whole]), towards).reshape(2, -1).max(axis=0)
        even = dict.fromkeys(asked.stems, 1.0)
        behind = told_behind(f"{asked.text} {asked.setting}", bare)
        wished = self._favour.of(bare)
        return {
            url: float(value)
            + SAID * coverage(even, stems_of(text, asked.language))
            + max(SIGNPOST * bool(_SIGNPOST.search(words)), BEHIND * usual)
            + FAVOURED * wish
            for url, text, (words, *_), value, usual, wish in zip(
                links, whole, named, near, behind, wished, strict=True
            )
        }

    def wished(self, found: Sequence[Found]) -> list[float]:
        """How far each section stands where the instruction wants to look: by its page, its headings, its address."""
        firsts = [one.hits[0] for one in found]
        return self._favour.of(
            [" ".join([hit.page.title, *hit.path, _address_words(hit.page.url)]) for hit in firsts]
        )


def _sections(hits: Sequence[Hit]) -> list[tuple[Hit, ...]]:
    """Passages under one heading of one page, in reading order, cut where a section is very long."""
    grouped: dict[tuple[int, tuple[str, ...], int], list[Hit]] = {}
    ordered = sorted(hits, key=lambda hit: (hit.page.id, hit.place))
    seen: dict[tuple[int, tuple[str, ...]], int] = {}
    for hit in ordered:
        count = seen.get((hit.page.id, hit.path), 0)
        grouped.setdefault((hit.page.id, hit.path, count // PASSAGES_PER_SECTION), []).append(hit)
        seen[hit.page.id, hit.path] = count + 1
    return [tuple(group) for group in grouped.values()]


def _without_menus(groups: Sequence[tuple[Hit, ...]]) -> list[tuple[Hit, ...]]:
    words: dict[int, frozenset[str]] = {}  # by page: what its links say, without numbering

    def link_words(page: StoredPage) -> frozenset[str]:
        if page.id not in words:
            words[page.id] = frozenset(_letters(said.split(" — ", 1)[0]) for _, said in page.links)
        return words[page.id]

    return [hits for hits in groups if not _is_menu(hits, link_words)]


def _is_menu(hits: Sequence[Hit], link_words: Callable[[StoredPage], frozenset[str]]) -> bool:
    """A table of contents or menu: it says so, or nearly all it says are link words or numbered headings."""
    named = [heading.strip() for heading in hits[0].path if not _LETTER.fullmatch(heading.strip())]
    if named and _CONTENTS.fullmatch(named[-1]):
        return True
    lines = [line for hit in hits for line in hit.text.split("\n") if line.strip()]
    enough = MENU * sum(map(len, lines))
    short = [line for line in lines if len(line) <= _LINK_LINE or _NUMBERED.match(line)]
    if sum(map(len, short)) < enough:
        return False  # whatever the page links to
    links = link_words(hits[0].page)
    return sum(len(line) for line in short if _letters(line) in links or _NUMBERED.match(line)) >= enough


def _letters(text: str) -> str:
    """Words without numbering, bullets and case, so that "8.1. APT" and its link "APT" are alike."""
    return _NO_LETTERS.sub("", text.lower())


def _furniture(groups: Sequence[Sequence[Hit]]) -> dict[str, int]:
    """Blocks that stand on several pages (banners, "previous, next"), and the page on which one is content after all.

    Opening hours and telephone numbers often stand on every page and nowhere else: the first that was read tells them.
    """
    pages: dict[str, set[int]] = {}
    for hits in groups:
        for hit in hits:
            for block in hit.text.split("\n\n"):
                pages.setdefault(block, set()).add(hit.page.id)
    return {
        block: min(on) if tells_how_to_reach(block) else 0
        for block, on in pages.items()
        if len(on) >= FURNITURE_PAGES
    }


def _as_kept(hits: Sequence[Hit], furniture: Mapping[str, int]) -> bool:
    return bool(hits[0].path) and all(_without(hit, furniture) == hit.text for hit in hits)


def _without(hit: Hit, furniture: Mapping[str, int]) -> str:
    page = hit.page.id
    return "\n\n".join(block for block in hit.text.split("\n\n") if furniture.get(block, page) == page)


def _spoken(asked: Asked) -> list[str]:
    """The words as the index holds them: German is indexed as stems, English stemmed by the index itself."""
    return list(asked.stems) if asked.language == "de" else list(asked.words)


def _address_words(url: str) -> str:
    path = url.split("://", 1)[-1].partition("/")[2].rsplit(".", 1)[0]
    return " ".join(path.replace("-", " ").replace("_", " ").replace("/", " ").split())
