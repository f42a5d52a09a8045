"""A real Chromium, kept for all files, before a real server for each: starting one takes a second."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from aiohttp import web

from answerable.build import House
from answerable.sandbox.demo import index_pages
from answerable.settings import Settings
from tests.server.conftest import Client, Site, served

if TYPE_CHECKING:  # without playwright the tests are skipped, and say so
    from playwright.async_api import Browser, Dialog, Locator, Page

MISSING = "the page's tests need playwright: pip install 'answerable[browser]'"

# What research finds.
WEB = [("/bern", b"<html><title>Bern</title><h1>Bern</h1><p>The mayor of Bern is Ann Lee.</p></html>")]

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    if not CHROMIUM:
        pytest.skip("the page's tests need Chromium on the PATH (or its path in CHROMIUM)")
    playwright = pytest.importorskip("playwright.async_api", reason=MISSING)
    async with playwright.async_playwright() as play:
        # Inside a container Chromium's own sandbox has no right to start; it only opens pages of this test.
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def tea() -> AsyncIterator[Site]:
    site = Site()
    app = web.Application()
    app.router.add_get("/{path:.*}", site.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    site.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield site
    site.release.set()
    await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def server(tea: Site, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Client]:
    home = Path(tmp_path_factory.mktemp("page"))
    index_pages(WEB, home / "research.db")
    house = House.open(Settings(home=home))
    async with served(house, tea) as client:
        yield client
    house.store.close()


class Reader:
    """Somebody with a browser; notes what ran, what broke and where requests went."""

    def __init__(self, page: Page, server: Client) -> None:
        self.page, self.server = page, server
        self.broken: list[str] = []
        self.foreign: list[str] = []
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        page.on("dialog", self._note_dialog)
        page.on("request", lambda asked: self._note(asked.url))

    async def _note_dialog(self, dialog: Dialog) -> None:
        self.broken.append(f"dialog {dialog.message}")
        await dialog.dismiss()

    def _note(self, url: str) -> None:
        if not url.startswith((self.server.url, "data:")):
            self.foreign.append(url)

    async def open(self, more: str = "/") -> None:
        await self.page.goto(self.server.url + more)
        await self.page.wait_for_selector("#question")
        await self.page.wait_for_selector(".starter, .turn")

    async def ask(self, words: str) -> None:
        await self.page.fill("#question", words)
        await self.page.keyboard.press("Enter")

    async def outcome(self, number: int = 1) -> Locator:
        found = self.page.locator(".outcome").nth(number - 1)
        await found.wait_for()
        return found


@pytest_asyncio.fixture(loop_scope="session")
async def reader(browser: Browser, server: Client) -> AsyncIterator[Reader]:
    context = await browser.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(10_000)
    reader = Reader(await context.new_page(), server)
    yield reader
    await context.close()
    assert reader.broken == []
    assert reader.foreign == []


def started(question: str) -> dict[str, Any]:
    return {"event": "RunStarted", "run": "r", "conversation": "c", "question": question}


def settled(**more: Any) -> dict[str, Any]:
    """The end of a run, in the contract's shape."""
    text = more.get("text", "Yes.")
    outcome: dict[str, Any] = {"outcome": "answer", "reason": None, "text": text}
    outcome |= {"elements": [{"type": "text", "text": text}], "confidence": 0.9}
    empty = ("citations", "gaps", "conflicts", "journey", "suggestions", "choices")
    outcome |= {name: [] for name in empty}
    outcome |= {"conversation": "c", "run": "r", "usage": {**USAGE}, **more}
    return {"event": "OutcomeSettled", "outcome": outcome}


USAGE = {
    "seconds": 0.4,
    "model_calls": 0,
    "tokens_in": 0,
    "tokens_out": 0,
    "cost_usd": 0.0,
    "pages": 0,
    "queries": 0,
}


def keep_run(
    server: Client, conversation: str, records: list[dict[str, Any]], *, run: str = "r", who: str = "website"
) -> None:
    """Put a run into the store as if it had been walked, and tell whoever watches."""
    conversations = server.desk.conversations
    if conversations.get(conversation) is None:
        conversations.open(
            conversation, user="me", assistant=who, starts=[server.site.url], name=conversation
        )
    stored = conversations.add_events(conversation, run, records)
    server.desk.board.pin(server.desk.place(conversation), stored)
