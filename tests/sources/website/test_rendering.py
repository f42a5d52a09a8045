"""The browser is brought in late, and its absence is said."""

from __future__ import annotations

from typing import Self

import pytest

from answerable.errors import SourceUnreachable
from answerable.net import Door
from answerable.sources.website.reading import Permitted
from answerable.sources.website.rendering import LateRenderer


class Browser:
    """Counts how often it is opened and closed."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    async def __aenter__(self) -> Self:
        self.opened += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.closed += 1

    async def render(self, url: str, permitted: Permitted) -> bytes:
        return url.encode()


async def permitted(_: str) -> str | None:
    return None


async def test_nothing_is_started_for_pages_that_need_no_browser() -> None:
    browser = Browser()
    async with Door(agent="Test/1") as door, LateRenderer(door, lambda _: browser):
        pass
    assert (browser.opened, browser.closed) == (0, 0)


async def test_one_browser_serves_all_pages_and_is_closed() -> None:
    browser = Browser()
    async with Door(agent="Test/1") as door, LateRenderer(door, lambda _: browser) as renderer:
        assert await renderer.render("http://a/", permitted) == b"http://a/"
        assert await renderer.render("http://b/", permitted) == b"http://b/"
    assert (browser.opened, browser.closed) == (1, 1)


async def test_a_missing_browser_is_said_with_what_to_do() -> None:
    async with Door(agent="Test/1") as door, LateRenderer(door, lambda _: None) as renderer:
        with pytest.raises(SourceUnreachable, match="install Chromium"):
            await renderer.render("http://127.0.0.1/", permitted)
