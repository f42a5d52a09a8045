"""An eval report opens in a browser by itself: its policy is obeyed, nothing is loaded, it reads in the dark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from answerable.evals.report_page import run_page
from tests.evals.test_report_page import ran

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_report_is_drawn_by_itself(browser: Browser, tmp_path: Path, scheme: str) -> None:
    path = tmp_path / "report.html"
    path.write_text(run_page({"website/shop": ran()}, {"website/shop": {"overall": 0.95}}), encoding="utf-8")
    page = await browser.new_page(color_scheme=scheme, viewport={"width": 420, "height": 800})  # type: ignore[arg-type]  # one of the two
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on(
        "request", lambda request: complaints.append(request.url) if request.url != path.as_uri() else None
    )
    await page.goto(path.as_uri())
    paper = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    drawn = await page.evaluate(
        "[...document.querySelectorAll('svg')].map(svg => svg.getBoundingClientRect().height > 20)"
    )
    wide = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.locator("summary").first.click()
    await page.get_by_text("what the run did").first.click()
    assert page.url.endswith("#website/shop/c0/trace")
    await page.close()
    assert complaints == []
    assert paper == ("rgb(246, 247, 249)" if scheme == "light" else "rgb(17, 21, 27)")
    assert drawn == [True] * 4
    assert wide
