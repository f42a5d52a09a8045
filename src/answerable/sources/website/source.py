"""The website as a source: look at what is known of the site, or follow leads and look again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Locator
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.language.asked import Asked, understand
from answerable.language.words import detect_language
from answerable.net import page_key
from answerable.sources.base import Card
from answerable.sources.website.crawl import Crawler, Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.sources.website.search import Found, SiteSearch
from answerable.store.pages import StoredPage, TenantPages

# Evidence per look. The drafter uses at most a handful; the rest lets verify and the reader see what else
# was near.
EVIDENCE = 12
# What a follow-up gains for standing where the last answer came from. With 0.8 for the page instead of 0.3 more of what
# 41 recorded follow-ups quote stood on a right page (0.55 instead of 0.49); 23 instead of 22 were right.
SAME_SECTION, SAME_PAGE = 0.3, 0.8
# What a section gains for standing where the instruction wants to look, which decides among those that fit alike.
# Chosen, not measured: a third of it reaches the sentences that a drafter quotes (language/excerpt.py), enough there.
FAVOURED = 1.0
# What a section gains for being in the question's language, so that of a site in two languages those are among the
# evidence: the vectors know both. Chosen as for a translation (language/excerpt.py).
SPOKEN = 2.5
# And a link for being in it where most are in another: enough to be promising (stages/plan/by_rule.py). Chosen.
SPOKEN_LINK = 0.35
# Leads told per look; far more than one question may follow.
LEADS = 60


class WebsiteSource:
    """One site (or several) for one tenant, read on demand."""

    def __init__(
        self,
        crawler: Crawler,
        search: SiteSearch,
        pages: TenantPages,
        *,
        starts: Sequence[str],
        scope: Scope,
        leads_at_once: int = 5,
    ) -> None:
        self._crawler, self._search, self._pages = crawler, search, pages
        self._starts, self._scope = tuple(starts), scope
        self.card = Card(
            "website",
            "Pages of " + ", ".join(sorted(scope.hosts)),
            follows_leads=True,
            leads_at_once=leads_at_once,
        )
        self._listed: list[str] = []

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Read what the task names (the start pages if it names nothing), then search everything known."""
        site = Site(self._scope, budget, tell)
        gaps = await self._read_pages(task, site)
        known = self._known()
        asked = understand(question.text, question.language, setting=question.setting)
        nearest = _merged([self._look(one, known) for one in dict.fromkeys([asked, *asked.apart()])])[
            :EVIDENCE
        ]
        return Findings(_again(nearest, question), tuple(gaps), self._leads(asked, known), len(known))

    def _look(self, asked: Asked, known: Sequence[StoredPage]) -> list[Evidence]:
        best = self._search.look(asked, known, most=2 * EVIDENCE)
        found = [_evidence(one, wish) for one, wish in zip(best, self._search.wished(best), strict=True)]
        ours = {piece.id for piece in found if detect_language(piece.text, asked.language) == asked.language}
        gained = [replace(piece, score=piece.score + SPOKEN * (piece.id in ours)) for piece in found]
        return sorted(gained, key=lambda piece: -piece.score)

    async def _read_pages(self, task: Task, site: Site) -> list[Gap]:
        if task.verb == "follow":
            depths = self._depths(self._known())
            targets = [Target(url, depths.get(url, 1)) for url in task.targets]
            return await self._crawler.crawl(targets, site, follow=False)
        gaps = await self._crawler.crawl([Target(url) for url in self._starts], site, follow=False)
        for start in self._starts:
            self._listed += await self._crawler.sitemap(start, site)
        return gaps

    def _known(self) -> list[StoredPage]:
        return [
            page for page in self._pages.of_hosts(self._scope.hosts) if not self._scope.objection(page.url)
        ]

    @staticmethod
    def _depths(known: Sequence[StoredPage]) -> dict[str, int]:
        depths: dict[str, int] = {}
        for page in known:
            for url, _ in page.links:
                depths[url] = min(page.depth + 1, depths.get(url, page.depth + 1))
        return depths

    def _leads(self, asked: Asked, known: Sequence[StoredPage]) -> tuple[Lead, ...]:
        read = {page.key for page in known}
        ways: dict[str, str] = {}
        for page in known:
            for url, words in page.links:
                if len(words) > len(ways.get(url, "")):
                    ways[url] = words
        for url in self._listed:
            ways.setdefault(url, "")
        fresh = {url: words for url, words in ways.items() if page_key(url) not in read}
        scores = self._search.lead_scores(asked, fresh)
        mostly = detect_language(" ".join(ways.values()))
        for url, words in fresh.items() if asked.language != mostly else ():
            scores[url] += SPOKEN_LINK * (detect_language(words, mostly) == asked.language)
        best = sorted(fresh, key=lambda url: (-scores[url], url))[:LEADS]
        return tuple(Lead(url, fresh[url], scores[url], self.card.name) for url in best)


def _merged(each: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """What was found for each part of a question, best first; the best for each is as good as the best of all."""
    top = max((found[0].score for found in each if found), default=0.0)
    level = [replace(piece, score=piece.score + top - found[0].score) for found in each for piece in found]
    best = {piece.id: piece for piece in sorted(level, key=lambda piece: piece.score)}
    return sorted(best.values(), key=lambda piece: -piece.score)


def _again(found: Sequence[Evidence], question: Question) -> tuple[Evidence, ...]:
    """A follow-up is likelier answered where the last answer came from: its section, then its page."""
    if not (question.setting and question.turns):
        return tuple(found)
    sections = {piece.id for piece in question.turns[-1].evidence}
    pages = {piece.locator.url for piece in question.turns[-1].evidence}
    return tuple(
        replace(
            piece,
            score=piece.score
            + SAME_SECTION * (piece.id in sections)
            + SAME_PAGE * (piece.locator.url in pages),
        )
        for piece in found
    )


def _evidence(found: Found, wish: float) -> Evidence:
    first = found.hits[0]
    where = Locator("website", first.page.url, first.anchor, first.path or (first.page.title,))
    when = datetime.fromtimestamp(first.page.fetched_at, UTC)
    fit = found.fit
    return Evidence(
        f"w{first.id}",
        fit.section.text,
        first.page.title,
        where,
        when,
        score=fit.score + FAVOURED * wish,
        near=fit.meaning,
    )
