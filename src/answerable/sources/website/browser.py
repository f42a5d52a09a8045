"""Chromium, for pages that are written by their own scripts.

The browser never reaches the network itself: each request of a page is held up, put to the same rule as every
fetch, fetched through the one door, and answered with what the door returned. So addresses, robots.txt, sizes
and times are bounded for scripts as they are for us. Import this module only where playwright is installed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Self

from playwright.async_api import Browser, Request, Route, async_playwright
from playwright.async_api import Error as BrowserError
from playwright.async_api import TimeoutError as NotSettled

from answerable.errors import FetchRefused, SourceError, SourceUnreachable
from answerable.net import Door, Fetched
from answerable.sources.website.reading import Permitted

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Kinds of request that can write text. Pictures, fonts, styles, sockets and beacons cannot, and stay out.
WRITING = frozenset(("document", "script", "xhr", "fetch"))
# Whatever is not held up (prefetching, sockets, WebRTC, the browser's errands) finds no name and no way out.
ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--max-old-space-size=256",
)
PAGES_AT_ONCE = 2  # scripts keep a core busy; more at once would only make each page later
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "TMPDIR")  # no key of ours may be read by a page that breaks out


@dataclass(frozen=True, kw_only=True)
class RenderLimits:
    """How much one page may cost."""

    seconds: float = 10.0
    settle_seconds: float = 5.0  # how long its scripts may go on asking before it is taken as it is
    requests: int = 60  # the sandbox's page needs 2; one that needs more than this is a program, not a page
    bytes: int = 20_000_000


def open_renderer(door: Door, limits: RenderLimits | None = None) -> ChromiumRenderer | None:
    """A renderer that fetches through this door, or None where Chromium is not installed."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    return None if program is None else ChromiumRenderer(door, program, limits or RenderLimits())


class ChromiumRenderer:
    """One browser, started when the first page needs it. Use as `async with`, inside that of its door."""

    def __init__(self, door: Door, program: str, limits: RenderLimits) -> None:
        self._door, self._program, self._limits = door, program, limits
        self._browser: Browser | None = None
        self._starting, self._room = asyncio.Lock(), asyncio.Semaphore(PAGES_AT_ONCE)
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._browser = None
        await self._open.aclose()

    async def render(self, url: str, permitted: Permitted) -> bytes:
        """The page as HTML in UTF-8 once its scripts have written it. Raises `SourceError`."""
        requests = _Requests(self._door, permitted, self._limits)
        try:
            browser = await self._started()
            async with self._room, asyncio.timeout(self._limits.seconds):
                html = await self._show(browser, url, requests)
        except TimeoutError as error:
            why = f"its scripts were not done after {self._limits.seconds:g} s."
            raise SourceUnreachable(url, why) from error
        except BrowserError as error:
            why = f"the browser could not show it ({error.message.splitlines()[0]})."
            raise requests.refused_page or SourceUnreachable(url, why) from error
        body = html.encode("utf-8", "replace")
        if len(body) > self._door.limits.max_bytes:
            raise FetchRefused(url, f"its scripts write more than {self._door.limits.max_bytes} bytes.")
        return body

    async def _show(self, browser: Browser, url: str, requests: _Requests) -> str:
        context = await browser.new_context(
            user_agent=self._door.agent, service_workers="block", accept_downloads=False
        )
        try:
            await context.route("**/*", requests.answer)
            await context.route_web_socket("**/*", lambda socket: socket.close())
            page = await context.new_page()
            with suppress(NotSettled):  # one that never stops asking is taken as it is by then
                await page.goto(url, wait_until="networkidle", timeout=self._limits.settle_seconds * 1000)
            return await page.content()
        finally:
            await context.close()

    async def _started(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                driver = await self._open.enter_async_context(async_playwright())
                root = os.geteuid() == 0  # Chromium's own sandbox does not work for root
                self._browser = await driver.chromium.launch(
                    executable_path=self._program,
                    headless=True,
                    chromium_sandbox=not root,
                    args=list(ARGUMENTS),
                    env={name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ},
                )
                self._open.push_async_callback(self._browser.close)
            return self._browser


class _Requests:
    """Answers the requests of one page through the door."""

    def __init__(self, door: Door, permitted: Permitted, limits: RenderLimits) -> None:
        self._door, self._permitted, self._limits = door, permitted, limits
        self._count = self._bytes = 0
        self._page_served = False
        self.refused_page: SourceError | None = None

    async def answer(self, route: Route, request: Request) -> None:
        navigation = request.is_navigation_request()
        if request.method != "GET" or request.resource_type not in WRITING:
            await route.abort("blockedbyclient")
            return
        if navigation and self._page_served:  # a frame, or a page that sends its visitor on: nothing happens
            await route.fulfill(status=204)
            return
        self._page_served = self._page_served or navigation
        try:
            fetched = await self._fetch(request.url)
        except SourceError as error:
            if navigation:
                self.refused_page = error
            await route.abort("blockedbyclient")
            return
        kind = fetched.content_type + (f"; charset={fetched.charset}" if fetched.charset else "")
        headers = {"content-type": kind, "access-control-allow-origin": "*"}
        await route.fulfill(status=fetched.status, headers=headers, body=fetched.body)

    async def _fetch(self, url: str) -> Fetched:
        self._count += 1
        if self._count > self._limits.requests or self._bytes > self._limits.bytes:
            raise FetchRefused(url, "its page asks for too much.")
        fetched = await self._door.fetch(url, permitted=self._permitted)
        self._bytes += len(fetched.body)
        return fetched
