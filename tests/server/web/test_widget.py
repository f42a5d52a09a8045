"""The page inside another site: only where the operator allows that site, and then with one line there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from answerable.build import House
from answerable.settings import Settings
from tests.server.conftest import Site, served
from tests.server.web.conftest import MISSING

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect

LINE = (
    '<h1>Our shop</h1><script src="{server}/web/widget.js" data-site="{site}" data-q="When?" defer></script>'
)


@pytest.mark.parametrize("allowed", [True, False], ids=["allowed", "not allowed"])
async def test_an_allowed_site_can_embed_it(
    browser: Browser, tea: Site, tmp_path: Path, allowed: bool
) -> None:
    settings = Settings(home=tmp_path)
    origins = (tea.url,) if allowed else ()
    house = House.open(replace(settings, server=replace(settings.server, origins=origins)))
    page = await browser.new_page(locale="en-GB")
    async with served(house, tea) as client:
        tea.pages["/shop"] = LINE.format(server=client.url, site=tea.url)
        await page.goto(f"{tea.url}/shop")
        opener = page.get_by_role("button", name="Ask a question")
        if not allowed:
            await expect(opener).to_have_count(0)
        else:
            await opener.click()
            inside = page.frame_locator("iframe")
            await expect(inside.locator("#question")).to_have_value("When?")
            await expect(inside.get_by_role("navigation")).to_be_hidden()
            await inside.locator("#question").fill("When does the tea house open?")
            await inside.locator("#question").press("Enter")
            await expect(inside.locator(".outcome .text")).to_contain_text("9 in the morning")
            await page.get_by_role("heading", name="Our shop").click()
            await page.keyboard.press("Escape")
            await expect(page.locator("iframe")).to_be_hidden()
            await expect(opener).to_be_focused()
        await page.close()
    house.store.close()
