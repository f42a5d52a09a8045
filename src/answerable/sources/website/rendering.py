"""The browser, brought in only when a page needs it: importing it costs more than reading most pages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Protocol, Self

from answerable.errors import SourceUnreachable
from answerable.net import Door
from answerable.sources.website.reading import Permitted

MISSING = "needs a browser: install Chromium and the package 'answerable[browser]'."


class OpenBrowser(Protocol):
    """A browser that can be closed."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_: object) -> None: ...

    async def render(self, url: str, permitted: Permitted) -> bytes: ...


class LateRenderer:
    """Stands in for Chromium until the first page that is written by its own scripts."""

    def __init__(self, door: Door, start: Callable[[Door], OpenBrowser | None]) -> None:
        self._door, self._start = door, start
        self._browser: OpenBrowser | None = None
        self._closing = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._closing.aclose()

    async def render(self, url: str, permitted: Permitted) -> bytes:
        """The page as its scripts wrote it. Raises `SourceUnreachable` where there is no browser."""
        if self._browser is None:
            browser = self._start(self._door)
            if browser is None:
                raise SourceUnreachable(url, MISSING)
            self._browser = await self._closing.enter_async_context(browser)
        return await self._browser.render(url, permitted)
