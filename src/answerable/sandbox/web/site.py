"""The invented web as a whole: built from a seed, served on loopback, or given as documents for an index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Self

from aiohttp import web

from answerable.sandbox.loopback import listening
from answerable.sandbox.web import traps
from answerable.sandbox.web.page import Telling, WebPage, slug
from answerable.sandbox.web.telling import FAMILIES, family, write
from answerable.sandbox.web.world import World, make_world

SEED = 7


@dataclass(frozen=True)
class Web:
    """Pages by address, the world they tell of, and what was planted."""

    world: World
    pages: dict[str, WebPage]
    disputes: tuple[traps.Dispute, ...]

    def page(self, address: str) -> WebPage | None:
        """The page at an address; the tar pit has one for every number."""
        if found := self.pages.get(address):
            return found
        parts = address.strip("/").split("/")
        if len(parts) == 3 and parts[0] == traps.PIT and parts[2].removesuffix(".html").isdigit():
            subject = next((c for c in self.world.companies if slug(c.name) == parts[1]), None)
            return (
                traps.pit_page(self.world, subject, int(parts[2].removesuffix(".html"))) if subject else None
            )
        return None

    def documents(self) -> Iterator[tuple[str, bytes]]:
        """Every page as address and HTML."""
        for address, page in self.pages.items():
            yield address, page.html()


@lru_cache(maxsize=4)
def make_web(seed: int = SEED, families: tuple[str, ...] = FAMILIES) -> Web:
    """The whole web, or only some families of its hosts."""
    world = make_world(seed)
    random, tell = Random(seed + 1), Telling()
    references = [str(family(name)["reference"]) for name in families]
    disputes = traps.plant(world, tell, references, random)
    told = [page for name in families for page in write(name, world, tell)]
    every = [*told, *traps.write(world, disputes, told, random)]
    return Web(world, {page.address: page for page in every}, tuple(disputes))


class WebServer:
    """The invented web on one port of loopback; the first folder of an address is its host."""

    def __init__(self, content: Web, *, port: int = 0) -> None:
        self.content, self.port, self.url = content, port, ""
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        pages = web.get("/{address:.*}", self._answer)
        self.port = await self._open.enter_async_context(listening(pages, port=self.port))
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def _answer(self, request: web.Request) -> web.Response:
        page = self.content.page(request.path)
        if page is None:
            return web.Response(status=404, text="Nothing here.")
        return web.Response(body=page.html(), content_type="text/html")
