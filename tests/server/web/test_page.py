"""What a person does on the page works: ask, read, check, follow up, stop, tidy up."""

from __future__ import annotations

import pytest

from tests.server.conftest import Client, Site
from tests.server.web.conftest import MISSING, Reader, keep_run, started

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect


async def test_an_answer_opens_its_evidence(reader: Reader) -> None:
    await reader.open()
    page = reader.page
    await expect(page.locator(".welcome h1")).to_have_text("What would you like to know?")
    await expect(page.locator(".starter")).to_have_text(["When do you open?"])
    await reader.ask("When does the tea house open?")
    outcome = await reader.outcome()
    await expect(outcome.locator(".text")).to_contain_text("opens at 9 in the morning")
    for cite in await outcome.locator(".cite").all():
        await cite.click()
        await expect(cite).to_have_attribute("aria-expanded", "true")
    quote = outcome.locator(".quote", has_text="The tea house opens at 9 in the morning").first
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


async def test_work_is_shown_and_can_be_stopped(reader: Reader, tea: Site) -> None:
    page = reader.page
    tea.asked.clear()
    await reader.open(f"/?site={tea.url}/slow&q=When%3F")
    await expect(page.locator("#question")).to_have_value("When?")
    await page.get_by_role("button", name="Ask", exact=True).click()
    await expect(page.locator(".work[data-live=true] .node[data-state=running]")).to_be_visible()
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
    # The list was drawn anew, and whoever uses the keyboard is still where they were.
    await expect(entry.get_by_role("button", name="Rename")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(".entry", has_text="Tea talk")).to_have_count(0)
    await expect(page.locator(".welcome h1")).to_be_visible()
    await expect(page.get_by_role("button", name="New conversation").first).to_be_focused()


async def test_a_link_to_a_conversation_that_is_gone_says_so(reader: Reader) -> None:
    await reader.open("/?assistant=website#gone")
    await expect(reader.page.get_by_role("alert")).to_have_text(
        "This conversation is not here, or no longer."
    )
    assert reader.page.url.endswith("/?assistant=website")
    await reader.ask("When does the tea house open?")
    await reader.outcome()


async def test_nothing_flashes_before_the_assistants_are_known(reader: Reader) -> None:
    page = reader.page
    await page.route("**/api/assistants", lambda _: None)  # never answered
    await page.goto(reader.server.url)
    await expect(page.locator("#question")).to_be_visible()
    await expect(page.locator(".badge")).to_be_hidden()
    await expect(page.locator("#site")).to_be_hidden()


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


async def test_an_endless_word_stays_on_the_page(reader: Reader) -> None:
    await reader.open()
    await reader.page.fill("#question", "x" * 3_000)
    wide = "document.documentElement.scrollWidth <= innerWidth && question.offsetWidth < innerWidth"
    assert await reader.page.evaluate(wide)


async def test_without_a_site_the_page_asks(reader: Reader) -> None:
    page = reader.page
    await reader.open()
    await page.get_by_role("button", name="Remove").click()
    await reader.ask("When?")
    await expect(page.get_by_role("alert")).to_have_text("Name a website first, such as https://example.com.")
    await expect(page.locator("#site")).to_be_focused()
    await page.keyboard.type("http://[")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("is not a web address")


async def test_a_typed_address_is_read(reader: Reader, tea: Site) -> None:
    page = reader.page
    await reader.open()
    await page.get_by_role("button", name="Remove").click()
    await page.fill("#site", f"{tea.url}/")
    await page.keyboard.press("Enter")
    await expect(page.locator("#question")).to_be_focused()
    await expect(page.locator(".site a")).to_have_attribute("href", f"{tea.url}/")
    await reader.ask("When does the tea house open?")
    await expect((await reader.outcome()).locator(".text")).to_contain_text("9 in the morning")


async def test_a_conversation_is_taken_up_from_the_list(reader: Reader) -> None:
    page = reader.page
    await reader.open()
    await reader.ask("Hello, could you please tell me when the tea house opens?")
    await reader.outcome()
    await page.get_by_role("button", name="New conversation").first.click()
    await expect(page.locator(".turn")).to_have_count(0)
    named = page.locator(".entry", has_text="When the tea house opens").first
    await named.get_by_role("link").click()
    await reader.outcome()
    await reader.ask("When does the tea house close?")
    await reader.outcome(2)
    await expect(page.locator(".question").first).to_contain_text("could you please")


async def test_many_conversations_can_be_searched(reader: Reader, server: Client) -> None:
    page = reader.page
    for number in range(10):
        keep_run(server, f"Kettle {number}", [started("When?")], run=f"kettle{number}")
    await reader.open()
    await page.get_by_role("searchbox").fill("kettle 7")
    await expect(page.locator(".entry a")).to_have_text(["Kettle 7"])
    await page.get_by_role("searchbox").fill("teapot")
    await expect(page.locator(".listing")).to_contain_text("No conversation has this name.")


async def test_a_run_cut_off_is_said_to_be(reader: Reader, server: Client) -> None:
    keep_run(server, "cut", [started("When?")])
    await reader.open("/#cut")
    await expect(reader.page.locator(".notice")).to_contain_text("Nobody works on this right now")
    await expect(reader.page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    await reader.ask("When does the tea house open?")
    await reader.outcome()
