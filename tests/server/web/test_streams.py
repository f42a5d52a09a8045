"""Tabs, reloads, lost lines and restarts: every tab ends with the same complete conversation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import Route

from answerable.build import House
from answerable.sandbox.demo import index_pages
from answerable.settings import Settings
from tests.server.conftest import Client, Site, served
from tests.server.web.conftest import MISSING, WEB, Reader, keep_run, settled, started

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Request

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House.open(Settings(home=tmp_path))
    yield house
    house.store.close()


def port(client: Client) -> int:
    return int(client.url.rpartition(":")[2])


async def said(*tabs: Page) -> list[str]:
    return [await tab.locator(".talk").inner_text() for tab in tabs]


async def test_two_tabs_and_a_reload_agree(reader: Reader) -> None:
    await reader.open()
    await reader.ask("When does the tea house open?")
    await reader.outcome()
    other = await reader.page.context.new_page()
    await other.goto(reader.page.url)
    await expect(other.locator(".outcome")).to_have_count(1)
    await reader.ask("When does the tea house close?")
    await reader.outcome(2)
    await expect(other.locator(".outcome")).to_have_count(2)
    await reader.page.reload()
    await reader.outcome(2)
    texts = await said(reader.page, other)
    assert texts[0] == texts[1]


async def test_a_name_given_reaches_other_tabs(reader: Reader) -> None:
    await reader.open()
    await reader.ask("When does the tea house open?")
    await reader.outcome()
    other = await reader.page.context.new_page()
    await other.goto(reader.page.url)
    entry = reader.page.locator(".entry[data-open=true]")
    await entry.hover()
    await entry.get_by_role("button", name="Rename").click()
    await reader.page.get_by_label("New name").fill("Told everywhere")
    await reader.page.keyboard.press("Enter")
    await expect(other.locator(".entry[data-open=true] a")).to_have_text("Told everywhere")


async def test_a_restart_loses_nothing(browser: Browser, tea: Site, house: House) -> None:
    tabs = [await browser.new_page(locale="en-GB") for _ in range(2)]
    async with served(house, tea) as first:
        told = await first.ask()
        for tab in tabs:
            await tab.goto(f"{first.url}/#{told['conversation']}")
            await expect(tab.locator(".outcome")).to_have_count(1)
    await expect(tabs[0].locator(".lost")).to_be_visible()
    async with served(house, tea, port=port(first)) as second:
        await second.ask("When does the tea house close?", conversation=told["conversation"])
        for tab in tabs:
            await expect(tab.locator(".outcome")).to_have_count(2)
            await expect(tab.locator(".question")).to_have_count(2)
            await expect(tab.locator(".lost")).to_be_hidden()
        texts = await said(*tabs)
        assert texts[0] == texts[1]
        for tab in tabs:
            await tab.close()


async def test_a_run_under_way_survives_a_restart(browser: Browser, tea: Site, house: House) -> None:
    page = await browser.new_page(locale="en-GB")
    tea.asked.clear()
    tea.release.clear()
    async with served(house, tea) as first:
        await page.goto(f"{first.url}/?site={tea.url}/slow")
        await page.wait_for_selector(".starter")
        await page.fill("#question", "When does the tea house open?")
        await page.keyboard.press("Enter")
        await asyncio.wait_for(tea.asked.wait(), 10)
        await expect(page.locator(".work[data-live=true]")).to_be_visible()
    await expect(page.locator(".lost")).to_be_visible()
    tea.release.set()
    async with served(house, tea, port=port(first)):
        await expect(page.locator(".outcome .text")).to_contain_text("9 in the morning", timeout=15_000)
        await expect(page.locator(".question")).to_have_count(1)
        await expect(page.locator(".lost")).to_be_hidden()
        await page.close()
    tea.release.clear()


async def test_offline_and_back_is_complete(reader: Reader, server: Client) -> None:
    page = reader.page
    heard: list[str] = []

    def note(asked: Request) -> None:
        if asked.url.endswith("/events"):
            heard.append(asked.headers.get("last-event-id", "none"))

    page.on("request", note)
    await page.clock.install()
    keep_run(server, "line", [started("First?"), settled(text="One.")], run="one")
    await reader.open("/#line")
    await reader.outcome()
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(other.locator(".outcome")).to_have_count(1)
    await page.context.set_offline(True)
    # A browser keeps the open stream when it is only told to be offline, so the server cuts it.
    server.desk.board.end(server.desk.place("line"))
    await expect(page.locator(".lost")).to_be_visible()
    await reader.ask("Does this get lost?")
    await expect(page.get_by_role("alert")).to_contain_text("Your question is kept")
    await expect(page.locator("#question")).to_have_value("Does this get lost?")
    keep_run(server, "line", [started("Second?"), settled(text="Two.")], run="two")
    await page.clock.fast_forward(60_000)
    await expect(page.locator(".lost")).to_be_visible()
    await page.context.set_offline(False)
    await reader.outcome(2)
    await expect(page.locator(".lost")).to_be_hidden()
    await expect(other.locator(".outcome")).to_have_count(2)
    texts = await said(page, other)
    assert texts[0] == texts[1]
    assert heard[0] == "none"
    assert heard[-1] == "2"


HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


async def test_a_hidden_tab_frees_its_connection(reader: Reader, server: Client) -> None:
    page = reader.page
    await page.clock.install()
    keep_run(server, "hidden", [started("First?"), settled(text="One.")], run="one")
    await reader.open("/#hidden")
    await reader.outcome()
    await page.evaluate(HIDE, True)
    async with page.expect_event("requestfailed", lambda asked: asked.url.endswith("/events")):
        await page.clock.fast_forward(61_000)
    keep_run(server, "hidden", [started("Second?"), settled(text="Two.")], run="two")
    await page.evaluate(HIDE, False)
    await reader.outcome(2)
    await expect(page.locator(".lost")).to_be_hidden()


async def test_a_stream_fallen_silent_is_opened_again(reader: Reader, server: Client) -> None:
    page = reader.page
    await page.clock.install()
    keep_run(server, "lid", [started("First?"), settled(text="One.")], run="one")
    await reader.open("/#lid")
    await reader.outcome()
    # A laptop wakes up with a connection that nobody closed and on which nothing will ever come.
    async with page.expect_request(lambda asked: asked.url.endswith("/lid/events")) as again:
        await page.clock.fast_forward(31_000)
    assert (await again.value).headers["last-event-id"] == "2"
    keep_run(server, "lid", [started("Second?"), settled(text="Two.")], run="two")
    await reader.outcome(2)
    await expect(page.locator(".lost")).to_be_hidden()


async def test_a_question_back_waits_for_another_device(browser: Browser, tea: Site, house: House) -> None:
    index_pages(WEB, house.settings.home / "research.db")
    desk, phone = [await (await browser.new_context(locale="en-GB")).new_page() for _ in range(2)]
    async with served(house, tea) as first:
        await desk.goto(f"{first.url}/?assistant=research")
        await desk.get_by_label("Show me the plan").check()
        await desk.fill("#question", "Who is the mayor of Bern?")
        await desk.keyboard.press("Enter")
        await expect(desk.locator(".outcome")).to_contain_text("Bern → mayor")
    async with served(house, tea, port=port(first)):
        await phone.goto(desk.url)
        await phone.get_by_role("button", name="Yes, go ahead").click()
        for page in (desk, phone):
            await expect(page.locator(".outcome").nth(1)).to_contain_text("Ann Lee", timeout=15_000)
            await page.context.close()


async def test_a_retry_asks_nothing_twice(reader: Reader, server: Client) -> None:
    page = reader.page
    await reader.open()
    done = asyncio.Event()

    async def lose_the_reply(route: Route) -> None:
        await route.fetch()  # the server took it, and the line broke
        await route.abort()
        done.set()

    await page.route("**/api/runs", lose_the_reply, times=1)
    await reader.ask("When does the tea house open?")
    await done.wait()
    await expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    await page.keyboard.press("Enter")
    await reader.outcome()
    named = [one for one in server.desk.conversations.latest() if one.id == page.url.partition("#")[2]]
    assert len(named) == 1
    runs = server.house.store.told(server.desk.tenant).of([named[0].id])
    assert len(runs) == 1


async def test_a_deleted_conversation_leaves_other_tabs(reader: Reader, server: Client) -> None:
    await reader.open()
    await reader.ask("When does the tea house open?")
    await reader.outcome()
    conversation = reader.page.url.partition("#")[2]
    await server.send("DELETE", f"/api/conversations/{conversation}")
    await expect(reader.page.locator(".welcome h1")).to_be_visible()
