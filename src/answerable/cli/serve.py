"""`answerable serve`: the page and the HTTP API on this machine."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack

import click

from answerable.build import House
from answerable.errors import SettingsError
from answerable.sandbox.shop_site import DOCS_PORT, SHOP_PORT, ShopSite
from answerable.settings import read_settings

try:
    from answerable.server import create_app
    from answerable.server.serving import listen, serve
except ModuleNotFoundError as error:  # the server is an extra; its absence is a sentence and not a traceback
    raise SettingsError(
        "serve",
        f"needs the package {error.name!r}.",
        hint="Install it with: pip install 'answerable[server]'",
    ) from error

# Questions whose answers stand on the sandbox shop: a simple one, one out of a table, one in German.
DEMO_QUESTIONS = (
    "How long do I have to return something?",
    "What does delivery to Germany cost?",
    "Wie lange gilt die Garantie auf Rucksäcke?",
)


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8400, show_default=True, help="0 picks a free one."
)
@click.option("--demo", is_flag=True, help="Also serve the sandbox shop, and offer it on the page.")
def command(host: str, port: int, demo: bool) -> None:
    """Serve the page and the HTTP API."""
    asyncio.run(_serve(House.open(read_settings()), host, port, demo=demo))


async def _serve(house: House, host: str, port: int, *, demo: bool) -> None:
    listening = listen(host, port)
    async with AsyncExitStack() as world:
        starts: tuple[str, ...] = ()
        if demo:
            starts = (await _open_shop(world),)
        app = create_app(house, starts=starts, starters=DEMO_QUESTIONS if demo else ())
        _say_where(host, listening.getsockname()[1], starts)
        await serve(app, listening)


async def _open_shop(world: AsyncExitStack) -> str:
    """The shop on its usual ports, where kept conversations find it again; on free ones if taken."""
    try:
        shop = await world.enter_async_context(ShopSite(port=SHOP_PORT, docs_port=DOCS_PORT))
    except SettingsError:
        shop = await world.enter_async_context(ShopSite())
    return shop.url


def _say_where(host: str, port: int, starts: tuple[str, ...]) -> None:
    name = f"[{host}]" if ":" in host else host
    click.echo(f"The page      http://{name}:{port}/")
    click.echo(f"The HTTP API  http://{name}:{port}/openapi.json")
    if starts:
        click.echo(f"The demo shop {' '.join(starts)}/")
        click.echo("\nThings to ask it:")
        for question in DEMO_QUESTIONS:
            click.echo(f"  {question}")
    click.echo("\nStop with Ctrl+C.")
    sys.stdout.flush()  # for whoever waits for these lines at the other end of a pipe
