"""Whom of the pages to believe on a subject: who scrambles, who stands apart, and who only copied another."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import Telling, inconsistent, opens_with, scrambled, scrambles
from answerable.facts.fact import Fact, Hop, Step
from answerable.facts.labelled import fields, owner
from answerable.facts.names import folded, mentions, names_in
from answerable.facts.phrases import type_of
from answerable.facts.read import continues, read_facts, speaks_of
from answerable.facts.relations import RELATIONS
from answerable.facts.trust import PLAIN, SCRAMBLED, TRUST, alike, kind_of, site_of, trust_alone
from answerable.language.sentences import units
from answerable.language.words import detect_language, words

# What a site that scrambles one subject counts on another. Chosen, not measured.
HARDLY = 0.2
_PLAINLY = 0.7  # how directly a page must say what it is compared by. Chosen
_IS_NAMED = re.compile(
    r"(?!\w+e[nrsm]?\s)[A-ZÄÖÜ]\w+(?:\s[A-ZÄÖÜ][\w-]+)+|.*\bvo[nm]\s\w+(?:\s[A-ZÄÖÜ][\w-]+)+"
)
_FILLED = re.compile(r"\d+|\b[A-ZÄÖÜ]\w+")
cached = lru_cache(maxsize=60_000)(read_facts)


class Witnesses:
    """The pages of one run; what is found out about a site counts for all that is asked later."""

    def __init__(self, pieces: Sequence[Evidence]) -> None:
        self._by_id = {piece.id: piece for piece in pieces}
        self._sites, copied = copies(pieces)
        own = [piece for piece in pieces if piece.id not in copied]
        # Two of one name have two headings: "Kilian Escher (organ builder)".
        told = [(site_of(p.locator.url), heading(p), p.locator.url, p.text) for p in own]
        whose = {heading(p): owner(p.title, p.locator.path) for p in own}
        lies = ((site, whose[head]) for site, head in scrambled(told))
        self.doubted: dict[tuple[str, str], float] = dict.fromkeys(lies, SCRAMBLED)
        self._own = own
        self._scattered = scattered(own)
        sites = Counter(map(site_of, self._scattered))
        self._scatters = {site for site, count in sites.items() if count > 1}

    def trust(self, fact: Fact, whose: str) -> float:
        """How far a fact is believed; a copy no further than whom it was taken from."""
        if fact.url in self._scattered:
            return SCRAMBLED
        trust = trust_alone(fact, self._by_id[fact.evidence], whose)
        for site in self._who(fact):
            # A site that scrambles one subject is hardly believed on others.
            lies = site in self._scatters or any(liar == site for liar, _ in self.doubted)
            elsewhere = HARDLY if lies else 1.0
            known = self.doubted.get((site, whose), self.doubted.get((site, fact.subject), elsewhere))
            trust = min(trust, known)
        return trust

    def doubt(self, fact: Fact, subject: str) -> float:
        """What a site is believed at most on the subject after all were compared."""
        return min(self.doubted.get((site, subject), 1.0) for site in self._who(fact))

    def _who(self, fact: Fact) -> Sequence[str]:
        """Whose words they are: its site, whom that copied, or both where nobody can tell."""
        return self._sites.get(fact.evidence, (fact.site,))

    def notice(self, facts: Iterable[Fact], step: Step) -> None:
        """Doubt sites whose own pages give several values of what can be only one, or share none of many."""
        own = [fact for fact in facts if fact.site in self._who(fact)]
        relation = step.hop.relation
        for site in inconsistent(own, 3 if relation.varies and not step.hop.many else 2):
            self.doubted.setdefault((site, step.subject), SCRAMBLED)

    def examine(self, subject: str, hop: Hop) -> None:
        """Compare what each site says about the subject with what all others say; a scrambler is found out."""
        kind = hop.wants if hop.inverse else hop.relation.of
        about = {piece.id: speaks_of(subject, piece) for piece in self._own}
        pages = [piece for piece in self._own if about[piece.id] or mentions(subject, piece.text)]
        said, sites = self._told(subject, kind, pages, about)
        for site in sites:
            if scrambles(site, said, sites):
                self.doubted[site, subject] = SCRAMBLED

    @staticmethod
    def _told(
        subject: str, kind: str, pages: Sequence[Evidence], about: Mapping[str, bool]
    ) -> tuple[Telling, dict[str, float]]:
        """Every listed relation of such a subject as each site tells it, and how far sites are believed alone."""
        said: Telling = {}
        sites: dict[str, float] = {}
        for relation in RELATIONS.values():
            if relation.many or relation.name == "age" or relation.of != kind or kind == "any":
                continue
            for piece in pages:
                for fact in cached(piece, subject, Hop(relation), ()):
                    opens = about[piece.id] or opens_with(subject, fact.quote)
                    if not fact.former and fact.direct >= _PLAINLY and opens:
                        by_page = said.setdefault(relation.name, {}).setdefault(fact.site, {})
                        by_page.setdefault(fact.url, set()).add(fact.canonical)
                        trust = TRUST[kind_of(fact.url, piece.title)] * min(1.0, piece.trust / PLAIN)
                        sites[fact.site] = min(trust, sites.get(fact.site, 1.0))
        return said, sites


def scattered(pieces: Sequence[Evidence]) -> set[str]:
    """Pages most of whose sentences tell of names that none of them ties to whom the page is about."""
    pages: dict[str, list[tuple[set[tuple[str, ...]], bool]]] = defaultdict(list)
    for piece in pieces:
        pages[piece.locator.url] += _named_with(piece)
    found = set()
    for url, groups in pages.items():
        linked = set[tuple[str, ...]]().union(*(names for names, own in groups if own))
        size = -1
        while size < len(linked):
            size = len(linked)
            linked.update(*(names for names, _ in groups if names & linked))
        apart = sum(not own and not names & linked for names, own in groups)
        if apart > 1 and 2 * apart > len(groups):
            found.add(url)
    return found


def _named_with(piece: Evidence) -> Iterator[tuple[set[tuple[str, ...]], bool]]:
    """The full names of each sentence, and whether it speaks of whom the page is about.

    Two nouns in a row have capitals in German too: there a name opens the sentence, or "von" leads to it.
    """
    whose = {word for text in (piece.title, *piece.locator.path) for word in folded(text)}
    for unit in units(piece.text):
        if unit.kind != "sentence" or fields(unit):
            continue
        every, english = names_in(unit.text), detect_language(unit.text) == "en"
        opens = (n for n in every if english or _IS_NAMED.fullmatch(unit.text[: n.end]))
        names = {n.words for n in opens if len(n.words) > 1}
        if names:
            kind = any(map(type_of, words(unit.text)))  # "… leads the company"
            yield names, kind or continues(unit.text) or any(whose & set(name.words) for name in every)


def copies(pieces: Sequence[Evidence]) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """Whose words pieces are that repeat another site's text, names and figures too; and those that count no more.

    Who copied calls itself so, or shares texts with more others.
    """
    by_head: dict[str, list[Evidence]] = defaultdict(list)
    for piece in pieces:
        by_head[heading(piece)].append(piece)
    pairs = [
        (one, other)
        for together in by_head.values()
        for one, other in combinations(together, 2)
        if site_of(one.locator.url) != site_of(other.locator.url) and _repeats(one.text, other.text)
    ]
    shares: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        left, right = site_of(one.locator.url), site_of(other.locator.url)
        shares[left].add(right)
        shares[right].add(left)

    def rank(piece: Evidence) -> tuple[bool, int]:
        return kind_of(piece.locator.url) == "copied", len(shares[site_of(piece.locator.url)])

    whose, spare = dict[str, tuple[str, ...]](), set[str]()
    for pair in pairs:
        first, copy = sorted(pair, key=lambda piece: (rank(piece), piece.locator.url))
        sites = (site_of(first.locator.url), site_of(copy.locator.url))
        if rank(first) == rank(copy):
            whose.setdefault(first.id, sites)
            whose.setdefault(copy.id, sites)
        else:
            whose[copy.id] = sites[:1]
            spare.add(copy.id)
    return whose, spare


@lru_cache(maxsize=16_384)
def _repeats(one: str, other: str) -> bool:
    left, right = set(_FILLED.findall(one)), set(_FILLED.findall(other))
    return (left <= right or right <= left) and alike(one, other)


def heading(piece: Evidence) -> str:
    """What a page calls its subject."""
    return piece.locator.path[0] if piece.locator.path else re.split(r"\s[|–—·]\s", piece.title)[0]
