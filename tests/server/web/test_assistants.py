"""Every assistant can be chosen and asked; a link, a language, a look and a key are remembered as they should."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from answerable.build import House
from answerable.sandbox import warehouse
from answerable.sandbox.bookstore import build_bookstore
from answerable.sandbox.demo import index_pages
from answerable.settings import Settings
from tests.server.conftest import Client, Site, served
from tests.server.web.conftest import MISSING, WEB, Reader, keep_run, settled, started

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def server(tea: Site, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Client]:
    """A server whose assistants have something to answer from."""
    home = Path(tmp_path_factory.mktemp("assistants"))
    warehouse.build(home / "warehouse.db")
    build_bookstore(home / "bookstore.db", date(2026, 5, 4))
    index_pages(WEB, home / "research.db")
    settings = Settings(home=home)
    database = replace(settings.database, url=f"sqlite:///{home / 'warehouse.db'}")
    house = House.open(replace(settings, database=database))
    async with served(house, tea) as client:
        yield client
    house.store.close()


async def test_every_assistant_can_be_chosen(reader: Reader, server: Client) -> None:
    page = reader.page
    await reader.open()
    titles = [one.says("en").title for one in server.house.assistants.values()]
    await expect(page.locator(".pick")).to_have_text(titles)
    await expect(page.locator("#site")).to_be_visible()
    await page.get_by_role("button", name="Bookstore").click()
    wording = server.house.assistants["bookstore"].says("en")
    await expect(page.locator(".welcome p")).to_have_text(wording.greeting)
    await expect(page.locator(".starter")).to_have_text(list(wording.starters))
    await expect(page.locator("#site")).to_be_hidden()
    await page.reload()
    await expect(page.locator(".pick[aria-pressed=true]")).to_have_text("Bookstore")


async def test_the_bookstore_asks_and_goes_on(reader: Reader) -> None:
    page = reader.page
    await reader.open("/?assistant=bookstore")
    await page.get_by_role("button", name="Where is my order?").click()
    outcome = await reader.outcome()
    await expect(outcome.locator(".notice.asks")).to_contain_text("BK-")
    await expect(page.locator(".badge")).to_have_text("Bookstore")
    await reader.ask("BK-0000, nobody@example.org")
    await reader.outcome(2)


async def test_the_warehouse_answers_with_its_table(reader: Reader) -> None:
    page = reader.page
    await reader.open("/?assistant=warehouse&q=What is the average price per supplier?")
    await expect(page.locator("#question")).to_have_value("What is the average price per supplier?")
    await page.get_by_role("button", name="Ask", exact=True).click()
    outcome = await reader.outcome()
    await expect(outcome.locator(".text tbody tr")).not_to_have_count(0)
    await expect(outcome.locator("figure.chart rect").first).to_be_visible()
    await page.locator(".work summary").click()
    await expect(page.locator(".node").first).to_contain_text("rows")


async def test_a_conversation_keeps_its_assistant(reader: Reader, server: Client) -> None:
    page = reader.page
    keep_run(server, "kept", [started("Stock?"), settled()], who="warehouse")
    await reader.open("/#kept")
    await expect(page.locator(".badge")).to_have_text("Warehouse")
    await expect(page.locator("#site")).to_be_hidden()
    await page.get_by_role("button", name="New conversation").first.click()
    await expect(page.locator(".pick[aria-pressed=true]")).to_have_text("Website")
    await expect(page.locator("#site")).to_be_visible()


async def test_the_language_follows_browser_and_choice(browser: Browser, server: Client) -> None:
    context = await browser.new_context(locale="de-DE")
    page = await context.new_page()
    await page.goto(f"{server.url}/?assistant=warehouse")
    await expect(page.locator(".welcome h1")).to_have_text("Was möchten Sie wissen?")
    await expect(page.locator(".pick[aria-pressed=true]")).to_have_text("Lager")
    assert await page.locator("html").get_attribute("lang") == "de"
    await page.fill("#question", "Halb fertig")
    await page.get_by_label("Sprache").select_option("en")
    await expect(page.locator(".welcome h1")).to_have_text("What would you like to know?")
    await expect(page.locator("#question")).to_have_value("Halb fertig")
    await page.reload()
    await expect(page.locator(".welcome h1")).to_have_text("What would you like to know?")
    await context.close()


async def test_unclear_words_get_the_pages_language(browser: Browser, server: Client) -> None:
    page = await browser.new_page(locale="de-DE")
    await page.goto(f"{server.url}/?assistant=warehouse")
    for place, words in enumerate(("Flurbelwatz?", "Moin")):
        await page.fill("#question", words)
        await page.keyboard.press("Enter")
        await expect(page.locator(".outcome").nth(place)).to_contain_text(
            ("Ich weiß nicht, was „Flurbelwatz“", "Fragen Sie nach Artikeln")[place]
        )
    await page.close()


async def test_both_languages_say_the_same(reader: Reader) -> None:
    await reader.open()
    shapes = await reader.page.evaluate(
        """async () => {
          const shape = (said) => Object.entries(said).map(([name, words]) => [name, typeof words === "string"
            ? (words.match(/\\{\\w+\\}/g) ?? []).sort() : Array.isArray(words) ? words.length : shape(words)]).sort();
          const [en, de] = await Promise.all(["en", "de"].map((name) => import(`/web/js/words_${name}.js`)));
          return [shape(en.default), shape(de.default)];
        }"""
    )
    assert shapes[0] == shapes[1]


async def test_light_or_dark_is_remembered(reader: Reader) -> None:
    page = reader.page
    await page.emulate_media(color_scheme="light")
    await reader.open()
    shade = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(shade)
    await page.get_by_label("Appearance").select_option("dark")
    dark = await page.evaluate(shade)
    assert dark != light
    await reader.open()
    assert await page.evaluate(shade) == dark
    await page.get_by_label("Appearance").select_option("auto")
    assert await page.evaluate(shade) == light


async def test_a_server_with_keys_asks_for_one(browser: Browser, tea: Site, tmp_path: Path) -> None:
    house = House.open(Settings(home=tmp_path))
    shown, _ = house.store.keys().new("local", scopes=("ask", "read"))
    page = await browser.new_page(locale="en-GB")
    async with served(house, tea, keyless=False) as client:
        await page.goto(client.url)
        await page.get_by_label("API key").fill("ak_wrong")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_contain_text("This key is not accepted.")
        await page.get_by_label("API key").fill(shown)
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="When do you open?").click()
        await expect(page.locator(".outcome")).to_have_count(1)
        await page.close()
    house.store.close()


async def test_a_plan_is_shown_before_anything_is_searched(reader: Reader) -> None:
    page, asked = reader.page, "Who is the mayor of the town where the founder of Pilgrim Solar was born?"
    await reader.open("/?assistant=warehouse")
    await expect(page.get_by_label("Show me the plan")).to_be_hidden()
    await reader.open("/?assistant=research")
    await page.get_by_label("Show me the plan").check()
    await reader.ask(asked)
    plan = await reader.outcome()
    await expect(plan).to_contain_text("Pilgrim Solar → founder → birthplace → mayor")
    await plan.get_by_role("button", name="Change the question").click()
    await expect(page.locator("#question")).to_have_value(asked)
    await reader.ask("Who is the mayor of Bern?")
    await expect(await reader.outcome(2)).to_contain_text("Bern → mayor")
    await page.get_by_role("button", name="No, stop here").last.click()
    await expect(await reader.outcome(3)).to_contain_text("Nothing was searched.")
    await page.reload()
    await expect(page.get_by_label("Show me the plan")).to_be_checked()


async def test_a_link_says_what_it_is_about(reader: Reader) -> None:
    page = reader.page
    await reader.open("/?assistant=warehouse&context=Article 4711")
    await expect(page.locator(".site")).to_have_text("Article 4711")
    await reader.ask("How much stock do we have of it?")
    await expect(await reader.outcome()).to_contain_text("4711")
    await expect(page.locator(".question")).to_have_text("Article 4711: How much stock do we have of it?")
    await page.get_by_role("button", name="Remove Article 4711").click()
    await expect(page.locator(".site")).to_be_hidden()
