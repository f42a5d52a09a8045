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

# Results asked for per query. Chosen: a page and a half of an engine; who disagrees is seldom on the first one.
RESULTS = 16
# Passages taken of one page, those nearest to the query first, and then in reading order. Chosen: a long article's
# sections beyond this are seldom about what was asked.
PASSAGES = 12
# What a result says of a page is believed less than the page itself.
RESULT_TRUST, PAGE_TRUST = 0.6, 0.8
# A page whose links mostly lead to made-up addresses may be a tar pit. Chosen: forums and newspapers number their pages
# too, so it is only trusted less; where the words of the links are numbers as well, hardly.
ODD_TRUST, MAZE_TRUST, ODD_SHARE, ODD_LINKS = 0.62, 0.2, 0.6, 5
_ODD = re.compile(r"(?:[a-z]{1,8}[-_])?\d{2,}|[0-9a-f]{8,}|(?=\w*\d)(?=\w*[a-z])\w{12,}")
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
    kept, ways = ranked[:PASSAGES], _ways(page)
    when = datetime.fromtimestamp(page.at, UTC)
    trust = _trust(page)
    return [
        Evidence(
            f"p{_digest(page.url, '/'.join(passage.path), passage.text)}",
            _told(passage.text, ways),
            page.title or (passage.path[0] if passage.path else page.url),
            Locator("search", page.url, passage.anchor, passage.path or (page.title,)),
            when,
            score=_fit(passage.text + " " + " ".join(passage.path), query, language),
            trust=trust,
        )
        for passage in page.passages
        if passage in kept
    ]


def _ways(page: ReadPage) -> re.Pattern[str]:
    """Any of the words of a page's links, longest first."""
    said = sorted({" ".join(said.split()) for _, said in page.links if said.strip()}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, said))})(?!\w)" if said else "(?!)")


def _told(text: str, ways: re.Pattern[str]) -> str:
    """A passage without lines that are nothing but several links in a row: they lead on and tell nothing."""
    lines = text.split("\n")
    rest = [ways.subn("", line) if " | " not in line else (line, 0) for line in lines]
    kept = [
        line for line, (left, count) in zip(lines, rest, strict=True) if count < 2 or re.search(r"\w", left)
    ]
    return "\n".join(kept)


def _trust(page: ReadPage) -> float:
    """How far a page is believed by its links: less where most lead to numbered or random addresses."""
    ends = [url.rstrip("/").rsplit("/", 1)[-1].split(".")[0].split("?")[0] for url, _ in page.links]
    odd = [said for end, (_, said) in zip(ends, page.links, strict=True) if _ODD.fullmatch(end)]
    if len(odd) < max(ODD_LINKS, ODD_SHARE * len(ends)):
        return PAGE_TRUST
    numbers = sum(re.fullmatch(r"\D{0,12}\d+", said.strip()) is not None for said in odd)
    return MAZE_TRUST if numbers >= ODD_LINKS else ODD_TRUST


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
