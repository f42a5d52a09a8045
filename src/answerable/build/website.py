"""Web pages as a source: the door to the internet, the crawler, and what they have read."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from answerable.build.late import late
from answerable.build.rooms import Given, Rooms
from answerable.domain.question import Tenant
from answerable.errors import SettingsError
from answerable.net import AddressRules, Door, FetchLimits, Pace, canonical, origin_of
from answerable.settings import Settings
from answerable.sources.website.crawl import Crawler, CrawlLimits
from answerable.sources.website.rendering import LateRenderer
from answerable.sources.website.scope import Scope
from answerable.sources.website.search import SiteSearch
from answerable.sources.website.source import WebsiteSource


@asynccontextmanager
async def open_source(given: Given) -> AsyncIterator[WebsiteSource]:
    """The site that a question names, with its door to the internet open as long as the question walks."""
    rooms, tenant = given.rooms, given.question.user.tenant.id
    starts, website = check_starts(given.question.starts), rooms.settings.website
    pages = rooms.store.pages(tenant)
    async with (
        open_door(rooms.settings, trusted(rooms.settings, tenant, starts)) as door,
        LateRenderer(door, open_browser) as renderer,
    ):
        yield WebsiteSource(
            open_crawler(rooms, door, tenant, renderer),
            SiteSearch(pages, rooms.embedder, given.assistant.instructions or website.instruction),
            pages,
            starts=starts,
            scope=Scope(starts, website.allowed_domains),
            leads_at_once=website.max_urls_per_iteration,
        )


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


def open_browser(door: Door) -> Any:
    """Chromium through this door, or None where it or its package is not installed."""
    if find_spec("playwright") is None:
        return None
    browser = late("answerable.sources.website.browser", setting="website.use_browser", extra="browser")
    return browser.open_renderer(door)


_spelled = lru_cache(maxsize=1_024)(canonical)  # everybody asks about the same few start pages


def check_starts(starts: Sequence[str]) -> tuple[str, ...]:
    """The start pages in canonical form; says what is wrong with one that is no web address."""
    checked = []
    for start in starts:
        url = _spelled(start)
        if url is None:
            bare = "://" not in start
            hint = f"Write it with its scheme: https://{start}" if bare else "Use http:// or https://."
            raise SettingsError("site", f"{start!r} is not a web address.", hint=hint)
        checked.append(url)
    return tuple(checked)
