"""What a person does on the page works: ask, read, check, follow up, stop, tidy up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from answerable.build import House
from answerable.settings import Settings
from tests.server.conftest import Client, Site, served
from tests.server.web.conftest import MISSING, Reader

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="module")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect


async def test_an_answer_opens_its_evidence(reader: Reader) -> None:
    await reader.open()
    page = reader.page
    await expect(page.locator("h1")).to_have_text("What would you like to know?")
    await expect(page.locator(".starter")).to_have_text(["When do you open?"])
    await reader.ask("When does the tea house open?")
    outcome = await reader.outcome()
    await expect(outcome.locator(".text")).to_contain_text("opens at 9 in the morning")
    for cite in await outcome.locator(".cite").all():
        await cite.click()
        await expect(cite).to_have_attribute("aria-expanded", "true")
    quote = outcome.locator(".quote", has_text="The tea house opens at 9 in the morning")
    await expect(quote.locator(".path")).to_contain_text("Opening hours")
    await expect(quote.locator("a")).to_have_attribute("href", f"{reader.server.site.url}/")
    for cite in reversed(await outcome.locator(".cite").all()):
        await page.keyboard.press("Escape")
        await expect(cite).to_be_focused()
    await expect(outcome.locator(".quote")).to_have_count(0)
    await expect(page.locator("#announcer")).to_contain_text("Answer: ")


async def test_copying_takes_text_and_sources(reader: Reader) -> None:
    await reader.open()
    await reader.ask("When does the tea house open?")
    outcome = await reader.outcome()
    await outcome.get_by_role("button", name="Copy the answer").click()
    await expect(outcome.get_by_role("button", name="Copied")).to_be_visible()
    copied = await reader.page.evaluate("navigator.clipboard.readText()")
    assert "9 in the morning" in copied
    assert f"{reader.server.site.url}/" in copied


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
    texts = [await tab.locator(".talk").inner_text() for tab in (reader.page, other)]
    assert texts[0] == texts[1]


async def test_a_restart_loses_nothing(browser: Browser, tea: Site, tmp_path: Path) -> None:
    house = House.open(Settings(home=tmp_path))
    page = await browser.new_page(locale="en-GB")
    async with served(house, tea) as first:
        told = await first.ask()
        await page.goto(f"{first.url}/#{told['conversation']}")
        await expect(page.locator(".outcome")).to_have_count(1)
    await expect(page.locator(".lost")).to_be_visible()
    async with served(house, tea, port=int(first.url.rpartition(":")[2])) as second:
        await second.ask("When does the tea house close?", conversation=told["conversation"])
        await expect(page.locator(".outcome")).to_have_count(2)
        await expect(page.locator(".question")).to_have_count(2)
        await expect(page.locator(".lost")).to_be_hidden()
        await page.close()
    house.store.close()


async def test_work_is_shown_and_can_be_stopped(reader: Reader, tea: Site) -> None:
    page = reader.page
    tea.asked.clear()
    await reader.open(f"/?site={tea.url}/slow&q=When%3F")
    await expect(page.locator("#question")).to_have_value("When?")
    await page.get_by_role("button", name="Ask", exact=True).click()
    await expect(page.locator(".work[data-live=true] .step[data-state=running]")).to_be_visible()
    await tea.asked.wait()
    await page.get_by_role("button", name="Stop").click()
    outcome = await reader.outcome()
    await expect(outcome.locator(".label")).to_have_text("Stopped")
    await expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible()


async def test_conversations_are_renamed_and_deleted(reader: Reader) -> None:
    page = reader.page
    await reader.open()
    await reader.ask("Which tea is the best?")
    await reader.outcome()
    entry = page.locator(".entry[data-open=true]")
    await entry.hover()
    await entry.get_by_role("button", name="Rename").click()
    await page.get_by_label("New name").fill("Tea talk")
    await page.keyboard.press("Enter")
    await expect(entry.locator("a")).to_have_text("Tea talk")
    await expect(page.locator(".bar .title")).to_have_text("Tea talk")
    await entry.hover()
    await entry.get_by_role("button", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(".entry", has_text="Tea talk")).to_have_count(0)
    await expect(page.locator("h1")).to_be_visible()


async def test_the_keyboard_is_enough(reader: Reader) -> None:
    page = reader.page
    await reader.open()
    await expect(page.locator("#question")).to_be_focused()
    await page.keyboard.type("When does")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("it open?")
    await expect(page.locator("#question")).to_have_value("When does\nit open?")
    await page.keyboard.press("Shift+Tab")
    await expect(page.locator("#site")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await reader.outcome()


async def test_without_a_site_the_page_asks(reader: Reader) -> None:
    page = reader.page
    await reader.open()
    await page.get_by_role("button", name="Remove").click()
    await reader.ask("When?")
    await expect(page.get_by_role("alert")).to_have_text("Name a site first, such as https://example.com.")
    await expect(page.locator("#site")).to_be_focused()
    await page.keyboard.type("http://[")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("is not a web address")


async def test_the_drawer_shows_reading_and_events(reader: Reader, server: Client) -> None:
    page = reader.page
    await reader.open()
    await reader.ask("When does the tea house open?")
    outcome = await reader.outcome()
    await page.get_by_role("button", name="Details", exact=True).click()
    await expect(page.get_by_role("tab", name="Crawl log")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    stored = server.desk.conversations.events(page.url.partition("#")[2])
    await expect(page.locator(".event")).to_have_count(len(stored))
    await page.locator(".event summary").first.click()
    await expect(page.locator(".event pre").first).to_contain_text("When does the tea house open?")
    await page.keyboard.press("Escape")
    await expect(page.locator("#drawer")).to_be_hidden()
    await expect(outcome).to_be_visible()


async def test_german_readers_get_a_german_page(browser: Browser, server: Client) -> None:
    context = await browser.new_context(locale="de-DE")
    page = await context.new_page()
    await page.goto(server.url)
    await expect(page.locator("h1")).to_have_text("Was möchten Sie wissen?")
    assert await page.locator("html").get_attribute("lang") == "de"
    await context.close()


async def test_light_or_dark_is_remembered(reader: Reader) -> None:
    page = reader.page
    await page.emulate_media(color_scheme="light")
    await reader.open()
    shade = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(shade)
    await page.get_by_role("button", name="Light or dark").click()
    dark = await page.evaluate(shade)
    assert dark != light
    await reader.open()
    assert await page.evaluate(shade) == dark


TEXT = """Two ways to pay.
- By card [1]
- By invoice
1. Choose
2. Pay
    pay --now
Country | Days | Price
Germany | 3–4 | €6.90 [1]
Austria | €8.90
Norway | €9.90 [1] Anything else is agreed by phone.

The end [7]."""


async def test_text_becomes_lists_tables_and_code(reader: Reader, server: Client) -> None:
    told = await server.ask()
    outcome = {
        **told,
        "text": TEXT,
        "elements": [{"type": "text", "text": TEXT}],
        "citations": told["citations"][:1],
    }
    keep_run(server, "shapes", [started("How?"), {"event": "OutcomeSettled", "outcome": outcome}])
    await reader.open("/#shapes")
    text = (await reader.outcome()).locator(".text")
    await expect(text.locator("> p")).to_have_text(
        ["Two ways to pay.", "Anything else is agreed by phone.", "The end [7]."]
    )
    await expect(text.locator("ul li")).to_have_text(["By card 1", "By invoice"])
    await expect(text.locator("ol li")).to_have_text(["Choose", "Pay"])
    await expect(text.locator("pre")).to_have_text("pay --now")
    await expect(text.locator("th")).to_have_text(["Country", "Days", "Price"])
    await expect(text.locator("table")).to_have_count(2)
    await expect(text.locator("td")).to_have_text(
        ["Germany", "3–4", "€6.90 1", "Austria", "€8.90", "Norway", "€9.90 1"]
    )


async def test_a_refusal_says_its_reason_calmly(reader: Reader, server: Client) -> None:
    told = await server.ask()
    outcome = {**told, "outcome": "refusal", "reason": "off_topic", "text": "Not here.", "citations": []}
    keep_run(server, "refused", [started("Who won?"), {"event": "OutcomeSettled", "outcome": outcome}])
    await reader.open("/#refused")
    await expect((await reader.outcome()).locator(".notice")).to_have_text("Not about this siteNot here.")
    await expect(reader.page.get_by_role("alert")).to_be_hidden()


async def test_a_run_cut_off_is_said_to_be(reader: Reader, server: Client) -> None:
    keep_run(server, "cut", [started("When?")])
    await reader.open("/#cut")
    await expect(reader.page.locator(".notice")).to_contain_text("cut off")
    await expect(reader.page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    await reader.ask("When does the tea house open?")
    await reader.outcome()


def started(question: str) -> dict[str, object]:
    return {"event": "RunStarted", "run": "r", "conversation": "c", "question": question}


def keep_run(server: Client, conversation: str, records: list[dict[str, object]]) -> None:
    """Put a run into the store as if it had been walked."""
    conversations = server.desk.conversations
    conversations.open(
        conversation, user="me", assistant="website", starts=[server.site.url], name=conversation
    )
    conversations.add_events(conversation, "r", records)
