"""Settings in, objects out: the only file that knows concrete classes. It has no loop."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from answerable.domain.budget import Budget, Limits
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.language.ranking import Embedder
from answerable.net import AddressRules, Door, FetchLimits, Pace, canonical, host_of
from answerable.settings import Settings, read_settings
from answerable.sources.website.crawl import Crawler, CrawlLimits
from answerable.sources.website.scope import Scope
from answerable.sources.website.search import SiteSearch
from answerable.sources.website.source import WebsiteSource
from answerable.stages.act import TaskActor
from answerable.stages.draft import RuleDrafter
from answerable.stages.guard import QuestionGuard
from answerable.stages.plan import RulePlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.weigh import RuleWeigher
from answerable.store import Store


class House:
    """Everything one process needs to answer: settings, the store, and engines made from them."""

    def __init__(self, settings: Settings, store: Store, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.store = store
        self._embedder = embedder

    @classmethod
    def open(cls, settings: Settings | None = None) -> House:
        """Open the house on these settings (by default those of the environment and the home folder)."""
        settings = settings or read_settings()
        return cls(settings, Store.open(settings.home))

    def budget(self) -> Budget:
        """A fresh purse for one question."""
        website, budget = self.settings.website, self.settings.budget
        limits = Limits(
            rounds=website.max_iterations + 1,  # the start pages, then so many explorations
            pages=website.max_pages,
            seconds=budget.seconds,
            model_calls=budget.model_calls,
            tokens_in=budget.tokens_in,
            tokens_out=budget.tokens_out,
            cost_usd=budget.cost_usd,
        )
        return Budget(limits, time.monotonic)

    @asynccontextmanager
    async def engine(self, question: Question) -> AsyncIterator[Engine]:
        """An engine for one question, with its door to the internet open as long as it walks."""
        starts = check_starts(question.starts)
        scope = Scope(starts, self.settings.website.allowed_domains)
        async with self.door(starts) as door:
            source = self._website(door, question.user.tenant.id, starts, scope)
            yield Engine(
                guard=QuestionGuard(),
                recall=TurnRecall(),
                plan=RulePlanner([source.card]),
                act=TaskActor({source.card.name: source}),
                weigh=RuleWeigher(),
                draft=RuleDrafter(),
                verify=Verifier(),
                settle=Settler(about=", ".join(dict.fromkeys(host_of(url) for url in starts))),
            )

    def door(self, starts: Sequence[str]) -> Door:
        """The one way out; private addresses only where the operator named them."""
        net = self.settings.net
        return Door(
            agent=net.user_agent,
            rules=AddressRules.for_starts(starts, allow_private=net.allow_private),
            limits=FetchLimits(max_bytes=net.max_bytes, seconds=net.page_seconds),
            pace=Pace(per_host=net.per_host, overall=net.at_once),
        )

    def crawler(self, door: Door, tenant: str) -> Crawler:
        """A crawler for one tenant."""
        website = self.settings.website
        limits = CrawlLimits(
            max_links_per_page=website.max_links_per_page,
            max_depth=website.max_depth,
            fresh_seconds=website.fresh_seconds,
            at_once=self.settings.net.at_once,
        )
        return Crawler(door, self.store.pages(tenant), limits, time.time)

    def _website(self, door: Door, tenant: str, starts: Sequence[str], scope: Scope) -> WebsiteSource:
        pages = self.store.pages(tenant)
        return WebsiteSource(
            self.crawler(door, tenant),
            SiteSearch(pages, self._embedder),
            pages,
            starts=starts,
            scope=scope,
            leads_at_once=self.settings.website.max_urls_per_iteration,
        )


def check_starts(starts: Sequence[str]) -> tuple[str, ...]:
    """The start pages in canonical form; says what is wrong with one that is no web address."""
    checked = []
    for start in starts:
        url = canonical(start)
        if url is None:
            hint = f"Write it with its scheme: https://{start}" if "://" not in start else "Use http:// or https://."
            raise SettingsError("site", f"{start!r} is not a web address.", hint=hint)
        checked.append(url)
    return tuple(checked)
