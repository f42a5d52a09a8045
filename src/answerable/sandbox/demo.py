"""Everything the demo needs, made on this machine: a shop's website, a warehouse, a bookstore, a company's apps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from answerable.errors import SettingsError
from answerable.sandbox import warehouse
from answerable.sandbox.bookstore import build_bookstore
from answerable.sandbox.merge.server import MERGE_PORT, MergeServer
from answerable.sandbox.shop_site import DOCS_PORT, SHOP_PORT, ShopSite
from answerable.sandbox.suppliers import supplier_pages
from answerable.sandbox.web.site import WebServer, make_web
from answerable.settings import Settings
from answerable.sources.search.local import LocalIndex, to_page
from answerable.sources.search.source import ReadPage
from answerable.sources.website.extract import extract

# The built-in company, and the person on whose behalf the demo asks where nobody says who they are.
COMPANY, PERSON = "larkfield", "declan.dunne@larkfield.example"
# The share of runs that the demo judges in the background: the requirement's.
DEMO_SHARE = 0.15
# Questions whose answers stand on the sandbox shop, three in each language; the page shows those in its own.
SHOP_QUESTIONS = (
    "How long do I have to return something?",
    "What does delivery to Germany cost?",
    "How long is the warranty on backpacks?",
    "Wie lange kann ich etwas zurückgeben?",
    "Was kostet der Versand nach Österreich?",
    "Wie lange gilt die Garantie auf Rucksäcke?",
)


WEB_PORT = 8440
WEB = f"http://127.0.0.1:{WEB_PORT}"
World = TypeVar("World", ShopSite, MergeServer)


@dataclass(frozen=True)
class DemoWorld:
    """The settings that lead into the demo, and the shop's address."""

    settings: Settings
    shop: str


@asynccontextmanager
async def demo_world(settings: Settings) -> AsyncIterator[DemoWorld]:
    """Open every demo world for as long as it is looked at; what the operator has set stays as it is."""
    async with AsyncExitStack() as open_ones:
        shop = await _first(open_ones, ShopSite(port=SHOP_PORT, docs_port=DOCS_PORT), ShopSite())
        apps = await _first(open_ones, MergeServer(port=MERGE_PORT), MergeServer())
        if not settings.judging.share:
            settings = replace(settings, judging=replace(settings.judging, share=DEMO_SHARE))
        net = replace(settings.net, open_sites=(*settings.net.open_sites, shop.url))
        settings = replace(settings, net=net)  # the shop is on loopback, and meant for every visitor
        settings = linked(stocked(stocked(settings, "warehouse"), "bookstore"), apps)
        web = make_web()
        web.pages.update({page.address: page for page in supplier_pages()})
        made(settings.home / "research.db", lambda path: index_pages(web.documents(), path))
        with suppress(SettingsError):  # where its port is taken, its pages are searched but cannot be opened
            await open_ones.enter_async_context(WebServer(web, port=WEB_PORT))
        yield DemoWorld(settings, shop.url)


async def _first(stack: AsyncExitStack, usual: World, free: World) -> World:
    """A world on its usual port, where kept conversations find it again; on a free one if that is taken."""
    try:
        world: World = await stack.enter_async_context(usual)
    except SettingsError:
        world = await stack.enter_async_context(free)
    return world


def linked(settings: Settings, apps: MergeServer) -> Settings:
    """The settings with the demo company's apps, where they name none."""
    if settings.merge.url:
        return settings
    who = settings.merge.user or PERSON
    merge = replace(settings.merge, url=apps.url, api_key="demo", account_token=COMPANY, user=who)
    return replace(settings, merge=merge)


def index_pages(documents: Iterable[tuple[str, bytes]], path: Path) -> None:
    """Pages of an invented web, indexed to be searched without a network."""
    half, now = path.with_suffix(".part"), datetime.now(UTC).timestamp()
    half.unlink(missing_ok=True)
    index = LocalIndex(half)
    index.add(as_pages(documents, WEB, now))
    index.close()
    half.rename(path)  # whole or not at all: an interrupted demo begins anew


def as_pages(documents: Iterable[tuple[str, bytes]], root: str, now: float) -> Iterator[ReadPage]:
    """Documents as an index keeps them, each at its address below a root."""
    for address, body in documents:
        url = f"{root}{address}"
        yield to_page(url, extract(body, content_type="text/html", charset="utf-8", url=url), now)


def stocked(settings: Settings, assistant: str) -> Settings:
    """The settings with demo records for an assistant that has none of its own; others stay as they are."""
    if assistant == "warehouse" and not settings.database.url:
        path = made(settings.home / "demo" / "warehouse.db", warehouse.build)
        pages = [(page.address, page.html()) for page in supplier_pages()]
        made(settings.home / "suppliers.db", lambda path: index_pages(pages, path))
        return replace(settings, database=replace(settings.database, url=f"sqlite:///{path}"))
    if assistant == "bookstore":
        made(settings.home / "bookstore.db", lambda path: build_bookstore(path, datetime.now(UTC).date()))
    return settings


def made(path: Path, build: Callable[[Path], object]) -> Path:
    """The file, built unless it is there already."""
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        build(path)
    return path
