"""The engine of an assistant that answers from web pages."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from answerable.assistants import Assistant
from answerable.build.late import late
from answerable.build.rooms import Rooms
from answerable.build.thinking import SURE, by_model, thinking
from answerable.domain.question import Question, Tenant
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits
from answerable.net import AddressRules, Door, FetchLimits, Pace, canonical, host_of, origin_of
from answerable.settings import Settings
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


@dataclass(frozen=True)
class Ways:
    """Who plans, who writes, and the verifier that knows which prompts must not leak."""

    plan: Planner
    draft: Drafter
    verify: Verify


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine for one question, with its door to the internet open as long as it walks."""
    settings, tenant = rooms.settings, question.user.tenant.id
    starts = check_starts(question.starts)
    async with (
        open_door(settings, trusted(settings, tenant, starts)) as door,
        LateRenderer(door, open_browser) as renderer,
        thinking(settings.model, rooms.patience, rooms.model) as model,
    ):
        crawler = open_crawler(rooms, door, tenant, renderer)
        source = website_source(rooms, crawler, tenant, starts)
        ways = _ways(rooms, source.card, model, assistant.instructions or settings.website.instruction)
        yield Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=ways.plan,
            act=TaskActor({source.card.name: source}, gives_orders),
            weigh=RuleWeigher(rooms.embedder),
            draft=ways.draft,
            verify=ways.verify,
            settle=Settler(about=", ".join(dict.fromkeys(host_of(url) for url in starts))),
        )


def _ways(rooms: Rooms, card: Card, model: MeteredModel | None, instruction: str) -> Ways:
    """By rule, by model, or the cascade of both."""
    plan, draft = RulePlanner([card]), RuleDrafter(rooms.embedder)
    if model is None:
        return Ways(plan, draft, Verifier())
    website = rooms.settings.website
    limits = ShownLimits(
        content_max_chars=website.content_max_chars,
        links_max_chars=website.links_max_chars,
        url_truncation_buffer=website.url_truncation_buffer,
        max_links_per_page=website.max_links_per_page,
    )
    planning, drafting = by_model("plan"), by_model("draft")
    planner = planning.ModelPlanner(plan, [card], model, limits, instruction=instruction)
    drafter = drafting.ModelDrafter(draft, model, limits, instruction=instruction)
    prompts = (planning.PROMPT, drafting.PROMPT)
    verify = Verifier(["\n".join(p.sections.values()) for p in prompts], [p.canary for p in prompts])
    if rooms.settings.model.way == "model":
        return Ways(planner, drafter, verify)
    return Ways(CascadePlanner(plan, planner, sure=SURE), CascadeDrafter(draft, drafter, sure=SURE), verify)


def trusted(settings: Settings, tenant: str, starts: Sequence[str]) -> tuple[str, ...]:
    """The start pages that may lead to private addresses.

    All of them where this machine's own user named them; where somebody else's key did, only the sites that
    the operator opened, as a tenant must not look around in the operator's network.
    """
    if tenant == Tenant().id:
        return tuple(starts)
    opened = {origin_of(site) for site in check_starts(settings.net.open_sites)}
    return tuple(start for start in starts if origin_of(start) in opened)


def open_door(settings: Settings, starts: Sequence[str]) -> Door:
    """The one way out; private addresses only where the operator named them."""
    net = settings.net
    return Door(
        agent=net.user_agent,
        rules=AddressRules.for_starts(starts, allow_private=net.allow_private),
        limits=FetchLimits(max_bytes=net.max_bytes, seconds=net.page_seconds),
        pace=Pace(per_host=net.per_host, overall=net.at_once),
    )


def open_crawler(rooms: Rooms, door: Door, tenant: str, renderer: LateRenderer | None = None) -> Crawler:
    """A crawler for one tenant; with a renderer it reads pages that are written by their scripts."""
    website, net = rooms.settings.website, rooms.settings.net
    limits = CrawlLimits(
        max_links_per_page=website.max_links_per_page,
        max_depth=website.max_depth,
        fresh_seconds=website.fresh_seconds,
        at_once=net.at_once,
        per_host=net.per_host,
    )
    browser = renderer if website.use_browser else None
    return Crawler(door, rooms.store.pages(tenant), limits, time.time, browser)


def website_source(rooms: Rooms, crawler: Crawler, tenant: str, starts: Sequence[str]) -> WebsiteSource:
    """The pages of these sites, as the stages read them."""
    pages, website = rooms.store.pages(tenant), rooms.settings.website
    return WebsiteSource(
        crawler,
        SiteSearch(pages, rooms.embedder),
        pages,
        starts=starts,
        scope=Scope(starts, website.allowed_domains),
        leads_at_once=website.max_urls_per_iteration,
    )


def open_browser(door: Door) -> Any:
    """Chromium through this door, or None where it or its package is not installed."""
    if find_spec("playwright") is None:
        return None
    browser = late("answerable.sources.website.browser", setting="website.use_browser", extra="browser")
    return browser.open_renderer(door)


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
