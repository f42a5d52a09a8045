"""The search source: search the web for words, or read the pages that results lead to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Locator
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.language.words import content_words, stem, words
from answerable.sources.base import Card
from answerable.sources.search.engine import EngineChain, SearchResult

# Results asked for per query. Chosen: the first page of an engine.
RESULTS = 10
# Passages taken of one page, those nearest to the query first, and then in reading order. Chosen: a long article's
# sections beyond this are seldom about what was asked.
PASSAGES = 12
# What a result says of a page is believed less than the page itself.
RESULT_TRUST, PAGE_TRUST = 0.6, 0.8
# A page whose links mostly lead to made-up addresses of its own site may be a tar pit. Chosen: forums and newspapers
# number their pages too, so it is only trusted less.
ODD_TRUST, ODD_SHARE, ODD_LINKS = 0.62, 0.6, 5
# Links of a page that are told as ways on.
LINKS = 40


@dataclass(frozen=True)
class ReadPassage:
    """A piece of a page under its headings."""

    path: tuple[str, ...]
    anchor: str
    text: str


@dataclass(frozen=True)
class ReadPage:
    """A page as it was read."""

    url: str
    title: str
    passages: tuple[ReadPassage, ...]
    links: tuple[tuple[str, str], ...] = ()  # address, words
    at: float = 0.0


class PageReading(Protocol):
    """Reads pages; what cannot be read is a gap."""

    async def __call__(
        self, urls: Sequence[str], budget: Budget, tell: Tell
    ) -> tuple[list[ReadPage], list[Gap]]: ...


class SearchSource:
    """Engines for words and a reader for addresses, as one source of one run."""

    def __init__(self, engines: EngineChain, read: PageReading, *, leads_at_once: int = 6) -> None:
        self._engines, self._read = engines, read
        self.card = Card(
            "search",
            "Web search with " + ", ".join(engines.names) + ", and the pages it finds",
            follows_leads=True,
            leads_at_once=leads_at_once,
        )
        self.engines = engines.names
        self._seen: set[str] = set()  # pages that were shown or read, for one question

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Search for the task's words ("search"), or read the pages it names ("follow")."""
        if task.verb == "follow":
            return await self._follow(task, budget, tell)
        budget.spend("queries")
        query = str(task.arguments.get("query") or task.question)
        searched = await self._engines.search(query, RESULTS, str(task.arguments.get("engine") or ""))
        language = question.language
        evidence = tuple(
            _result_evidence(result, query, language) for result in searched.results if result.text
        )
        leads = tuple(
            Lead(result.url, result.title or result.text[:120], 1.0 - place / (RESULTS + 1), "search")
            for place, result in enumerate(searched.results)
        )
        self._seen.update(result.url for result in searched.results if result.text)
        return Findings(evidence, searched.gaps, leads, len(self._seen))

    async def _follow(self, task: Task, budget: Budget, tell: Tell) -> Findings:
        pages, gaps = await self._read(task.targets, budget, tell)
        evidence = tuple(piece for page in pages for piece in page_evidence(page, task.question))
        leads = tuple(lead for page in pages for lead in _page_leads(page, task.question))
        self._seen.update(page.url for page in pages)
        return Findings(evidence, tuple(gaps), leads, len(self._seen))


def _result_evidence(result: SearchResult, query: str, language: str) -> Evidence:
    fit = _fit(result.text + " " + result.title, query, language)
    where = Locator("search", result.url, path=(result.title,) if result.title else ())
    identity = f"s{_digest(result.url, result.text)}"
    # When a result was written nobody knows; what is known is when it was seen.
    return Evidence(
        identity, result.text, result.title, where, datetime.now(UTC), score=fit, trust=RESULT_TRUST
    )


def page_evidence(page: ReadPage, query: str, language: str = "en") -> list[Evidence]:
    """A page's passages as evidence: those that fit the query best, in reading order."""
    ranked = sorted(
        page.passages, key=lambda passage: -_fit(passage.text + " ".join(passage.path), query, language)
    )
    kept = ranked[:PASSAGES]
    when = datetime.fromtimestamp(page.at, UTC)
    trust = ODD_TRUST if _odd(page) else PAGE_TRUST
    return [
        Evidence(
            f"p{_digest(page.url, '/'.join(passage.path), passage.text)}",
            passage.text,
            page.title or (passage.path[0] if passage.path else page.url),
            Locator("search", page.url, passage.anchor, passage.path or (page.title,)),
            when,
            score=_fit(passage.text + " " + " ".join(passage.path), query, language),
            trust=trust,
        )
        for passage in page.passages
        if passage in kept
    ]


def _odd(page: ReadPage) -> bool:
    """Whether most of a page's links lead to numbered or random addresses."""
    ends = [url.rstrip("/").rsplit("/", 1)[-1].split(".")[0].split("?")[0] for url, _ in page.links]
    odd = [end for end in ends if re.fullmatch(r"\d{2,}|[0-9a-f]{8,}|(?=\w*\d)(?=\w*[a-z])\w{12,}", end)]
    return len(odd) >= ODD_LINKS and len(odd) >= ODD_SHARE * len(ends)


def _page_leads(page: ReadPage, query: str) -> list[Lead]:
    """Links of a page, the nearer to the query the better; never better than an engine's own results."""
    ways = {url: said for url, said in page.links if said.strip() and url.startswith(("http", "file"))}
    scored = [
        (0.5 * _fit(said + " " + re.sub(r"\W+", " ", url.rsplit("/", 1)[-1]), query, "en"), url, said)
        for url, said in ways.items()
    ]
    best = sorted(scored, key=lambda way: (-way[0], way[1]))[:LINKS]
    return [Lead(url, said[:120], score, "search") for score, url, said in best]


def _fit(text: str, query: str, language: str) -> float:
    """The share of the query's words that a text has."""
    wanted = {stem(word, language) for word in content_words(query, language)}
    return len(wanted & {stem(word, language) for word in words(text)}) / len(wanted) if wanted else 0.0


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()
