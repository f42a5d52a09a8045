"""The operators' page in a real browser: pin, check, change and remove; state and forget; empty. Text stays text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from answerable.store.memory import StoredPreference
from tests.server.conftest import Client
from tests.server.web.conftest import MISSING, Reader
from tests.server.web.test_access import AXE, check

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect

XSS = '<img src=x onerror="alert(1)">'


async def test_a_pin_is_made_changed_and_removed(reader: Reader, server: Client) -> None:
    page = reader.page
    await page.goto(f"{server.url}/admin")
    await expect(page.locator(".empty")).to_have_text("Nothing is pinned.")
    await page.get_by_label("Question (*").fill(f"who pours {XSS}")
    await page.get_by_label("Result").fill(f"Mia pours. {XSS}")
    await page.get_by_label("Start page").fill(server.site.url)
    await page.get_by_role("button", name="Pin it").click()
    card = page.locator("[data-override]")
    await expect(card.locator("pre").first).to_have_text(f"Mia pours. {XSS}")
    await expect(page.locator("#announcer")).to_have_text("Pinned. It counts from now on.")
    await card.get_by_role("button", name="Still needed?").click()
    await expect(card.get_by_role("status")).to_contain_text("Still needed")
    await card.get_by_role("button", name="Change").click()
    await page.get_by_label("Result").fill("Noa pours.")
    await page.get_by_role("button", name="Save as a new version").click()
    await expect(card.locator("pre").first).to_have_text("Noa pours.")
    await card.get_by_role("button", name="History").click()
    await expect(card.locator("li")).to_have_count(2)
    await card.get_by_role("button", name="Remove").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(".empty")).to_have_text("Nothing is pinned.")
    assert server.house.store.overrides("local").all() == []


async def test_a_mistake_is_told_and_kept(reader: Reader, server: Client) -> None:
    page = reader.page
    await page.goto(f"{server.url}/admin")
    await page.get_by_label("Stage").select_option("guard")
    await page.get_by_label("Question (*").fill("who pours")
    await page.get_by_label("Result").fill("never")
    await page.get_by_role("button", name="Pin it").click()
    await expect(page.get_by_role("alert")).to_contain_text("A guard may say: allowed, reason.")
    await expect(page.get_by_label("Result")).to_have_value("never")


async def test_memory_and_caches_are_emptied(reader: Reader, server: Client) -> None:
    page, store = reader.page, server.house.store
    store.memory("local").put(StoredPreference(user="ann", name="bill", means=XSS, author="ann"))
    store.cache("local", "plans").put("k", [], f"how many {XSS}")
    await page.goto(f"{server.url}/admin#memory")
    await expect(page.locator('[data-user="ann"] li span').first).to_have_text(f"bill = {XSS}")
    await page.get_by_label("Name").fill("fiscal year")
    await page.get_by_label("Means").fill("starts in April")
    await page.get_by_role("button", name="State for everybody").click()
    await expect(page.locator('[data-user=""] li')).to_contain_text("fiscal year = starts in April")
    await page.get_by_role("button", name="Forget: bill").click()
    await expect(page.locator('[data-user="ann"]')).to_have_count(0)
    await page.get_by_role("button", name="Caches").click()
    plans = page.locator('[data-room="plans"]')
    await expect(plans.locator("li span").first).to_have_text(f"how many {XSS}")
    await plans.get_by_role("button", name="Empty").click()
    await expect(plans.locator(".empty")).to_have_text("Nothing is kept.")
    assert store.cache("local", "plans").all() == []
    store.memory("local").delete("")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_everyone_can_use_it(browser: Browser, server: Client, scheme: str) -> None:
    store = server.house.store
    store.memory("local").put(StoredPreference(user="ann", name="bill", means="Bill Turner", author="ann"))
    store.cache("local", "plans").put("k", [], "how many")
    page = await browser.new_page(color_scheme="dark" if scheme == "dark" else "light", locale="de-DE")
    for tab in ("overrides", "memory", "caches"):
        await page.goto(f"{server.url}/admin?tab={tab}#{tab}")
        await page.locator("#place > *").nth(1).wait_for()
        await page.evaluate(AXE)
        await check(page, tab)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Verwaltung")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.close()
