"""Settings in, objects out: the only file that knows concrete classes. It has no loop."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.language.embed import shared_vectors
from answerable.language.ranking import Embedder
from answerable.models import Model
from answerable.models.choose import key_variable, open_model
from answerable.models.metered import MeteredModel
from answerable.models.retry import Patience
from answerable.models.shown import ShownLimits
from answerable.net import AddressRules, Door, FetchLimits, Pace, canonical, host_of
from answerable.settings import ModelSettings, Settings, read_settings
from answerable.sources.base import Card
from answerable.sources.website.crawl import Crawler, CrawlLimits
from answerable.sources.website.rendering import LateRenderer
from answerable.sources.website.scope import Scope
from answerable.sources.website.search import SiteSearch
from answerable.sources.website.source import WebsiteSource
from answerable.stages.act import TaskActor
from answerable.stages.base import Drafter, Planner, Verify
from answerable.stages.draft import RuleDrafter
from answerable.stages.draft.cascade import CascadeDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan import RulePlanner
from answerable.stages.plan.cascade import CascadePlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.weigh import RuleWeigher
from answerable.store import Store

# From this confidence of a weighing that is enough, the cascade asks no model. It equals the weigher's own "enough".
SURE = 0.85


@dataclass(frozen=True)
class Ways:
    """Who plans, who writes, and the verifier that knows which prompts must not leak."""

    plan: Planner
    draft: Drafter
    verify: Verify


class House:
    """Everything one process needs to answer: settings, the store, and engines made from them.

    A model that is handed in is used whatever the settings name, and is never closed here.
    """

    def __init__(
        self, settings: Settings, store: Store, embedder: Embedder, model: Model | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self._embedder = embedder
        self._model = model
        # Kept here, so that what one question learns of a busy model holds for the next.
        self._patience = Patience(settings.model.name)

    @classmethod
    def open(cls, settings: Settings | None = None) -> House:
        """Open the house on these settings (by default those of the environment and the home folder)."""
        settings = settings or read_settings()
        return cls(settings, Store.open(settings.home), shared_vectors())

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
        async with (
            self.door(starts) as door,
            LateRenderer(door, open_browser) as renderer,
            self._thinking() as model,
        ):
            crawler = self.crawler(door, question.user.tenant.id, renderer)
            source = self._website(crawler, question.user.tenant.id, starts, scope)
            ways = self._ways(source.card, model)
            yield Engine(
                guard=QuestionGuard(),
                recall=TurnRecall(),
                plan=ways.plan,
                act=TaskActor({source.card.name: source}, gives_orders),
                weigh=RuleWeigher(self._embedder),
                draft=ways.draft,
                verify=ways.verify,
                settle=Settler(about=", ".join(dict.fromkeys(host_of(url) for url in starts))),
            )

    @asynccontextmanager
    async def _thinking(self) -> AsyncIterator[Model | None]:
        """The model the operator named, open for as long as one question walks; or none."""
        settings = self.settings.model
        if settings.way == "rule" or not (self._model or settings.name):
            yield None
        elif self._model:
            yield self._model
        else:
            # One per question: its connections belong to the event loop that runs the question.
            model = open_named(settings, self._patience)
            try:
                yield model
            finally:
                await model.close()

    def _ways(self, card: Card, model: Model | None) -> Ways:
        """By rule, by model, or the cascade of both."""
        plan, draft = RulePlanner([card]), RuleDrafter(self._embedder)
        if model is None:
            return Ways(plan, draft, Verifier())
        settings, website = self.settings.model, self.settings.website
        asked = MeteredModel(model=model, seconds=settings.seconds, max_tokens=settings.max_tokens)
        limits = ShownLimits(
            content_max_chars=website.content_max_chars,
            links_max_chars=website.links_max_chars,
            url_truncation_buffer=website.url_truncation_buffer,
            max_links_per_page=website.max_links_per_page,
        )
        planning, drafting = by_model("plan"), by_model("draft")
        planner = planning.ModelPlanner(plan, [card], asked, limits, instruction=website.instruction)
        drafter = drafting.ModelDrafter(
            draft, asked, limits, instruction=website.instruction, decided=planner.decided
        )
        prompts = (planning.PROMPT, drafting.PROMPT)
        verify = Verifier(["\n".join(p.sections.values()) for p in prompts], [p.canary for p in prompts])
        if settings.way == "model":
            return Ways(planner, drafter, verify)
        return Ways(
            CascadePlanner(plan, planner, sure=SURE), CascadeDrafter(draft, drafter, sure=SURE), verify
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

    def crawler(self, door: Door, tenant: str, renderer: LateRenderer | None = None) -> Crawler:
        """A crawler for one tenant; with a renderer it reads pages that are written by their scripts."""
        website = self.settings.website
        limits = CrawlLimits(
            max_links_per_page=website.max_links_per_page,
            max_depth=website.max_depth,
            fresh_seconds=website.fresh_seconds,
            at_once=self.settings.net.at_once,
            per_host=self.settings.net.per_host,
        )
        browser = renderer if website.use_browser else None
        return Crawler(door, self.store.pages(tenant), limits, time.time, browser)

    def _website(self, crawler: Crawler, tenant: str, starts: Sequence[str], scope: Scope) -> WebsiteSource:
        pages = self.store.pages(tenant)
        return WebsiteSource(
            crawler,
            SiteSearch(pages, self._embedder),
            pages,
            starts=starts,
            scope=scope,
            leads_at_once=self.settings.website.max_urls_per_iteration,
        )


def open_browser(door: Door) -> Any:
    """Chromium through this door, or None where it or its package is not installed."""
    if find_spec("playwright") is None:
        return None
    return importlib.import_module("answerable.sources.website.browser").open_renderer(door)


def open_named(settings: ModelSettings, patience: Patience) -> Model:
    """Open the model of the settings; its key stands in the environment, under the vendor's own name."""
    name = full_name(settings)
    return open_model(name, api_key=os.environ.get(key_variable(name)), patience=patience)


def full_name(settings: ModelSettings) -> str:
    """The model's name with its server's address, wherever the operator wrote that."""
    apart = settings.base_url and "@" not in settings.name
    return f"{settings.name}@{settings.base_url}" if apart else settings.name


def by_model(stage: str) -> Any:
    """A stage's model way, loaded only where a model is used: without one nobody needs what it imports."""
    try:
        return importlib.import_module(f"answerable.stages.{stage}.by_model")
    except ModuleNotFoundError as error:
        raise SettingsError(
            "model.name",
            f"needs the package {error.name!r}, which is not installed.",
            hint="Install it with: pip install 'answerable[models]', or set model.way to rule.",
        ) from None


def check_starts(starts: Sequence[str]) -> tuple[str, ...]:
    """The start pages in canonical form; says what is wrong with one that is no web address."""
    checked = []
    for start in starts:
        url = canonical(start)
        if url is None:
            hint = (
                f"Write it with its scheme: https://{start}"
                if "://" not in start
                else "Use http:// or https://."
            )
            raise SettingsError("site", f"{start!r} is not a web address.", hint=hint)
        checked.append(url)
    return tuple(checked)
