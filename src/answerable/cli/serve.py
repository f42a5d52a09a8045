"""`answerable serve`: the page and the HTTP API on this machine."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack

import click

from answerable.build import House
from answerable.cli.sandbox import FIRST_ORDER
from answerable.errors import SettingsError
from answerable.language.words import detect_language
from answerable.sandbox.bookstore import email_of
from answerable.sandbox.demo import SHOP_QUESTIONS, demo_world
from answerable.settings import Settings, read_settings

try:
    from answerable.server import create_app
    from answerable.server.serving import keyless, listen, serve
except ModuleNotFoundError as error:  # the server is an extra; its absence is a sentence and not a traceback
    install = "Install it with: pip install 'answerable[server]'"
    raise SettingsError("serve", f"needs the package {error.name!r}.", hint=install) from error


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8400, show_default=True, help="0 picks a free one."
)
@click.option("--demo", is_flag=True, help="On demo worlds made on this machine, for every assistant.")
def command(host: str, port: int, demo: bool) -> None:
    """Serve the page and the HTTP API."""
    asyncio.run(_serve(read_settings(), host, port, demo=demo))


async def _serve(settings: Settings, host: str, port: int, *, demo: bool) -> None:
    async with AsyncExitStack() as worlds:
        starts: tuple[str, ...] = ()
        if demo:
            click.echo("Making the demo worlds …\n")
            sys.stdout.flush()
            world = await worlds.enter_async_context(demo_world(settings))
            settings, starts = world.settings, (world.shop,)
        house = House.open(settings)
        keys = any(key.revoked_at is None for key in house.store.keys().all())
        open_to_all = keyless(host, settings.server.hosts, keys=keys)
        listening = listen(host, port)
        starters = _starters(house) if demo else {}
        app = create_app(house, starts=starts, starters=starters, keyless=open_to_all, warm_up=True)
        _say_where(host, listening.getsockname()[1], starts)
        if demo:
            _say_what(house, starters)
        if not open_to_all:
            click.echo("\nEvery request needs an API key; answerable keys list shows them.")
        click.echo("\nStop with Ctrl+C.")
        sys.stdout.flush()  # for whoever waits for these lines at the other end of a pipe
        await serve(app, listening)


def _say_where(host: str, port: int, starts: tuple[str, ...]) -> None:
    name = f"[{host}]" if ":" in host else host
    click.echo(f"The page      http://{name}:{port}/")
    click.echo(f"The HTTP API  http://{name}:{port}/openapi.json")
    if starts:
        click.echo(f"The demo shop {' '.join(starts)}/")


def _starters(house: House) -> dict[str, tuple[str, ...]]:
    """Questions that the demo worlds can answer at once."""
    buyer = email_of(house.settings.home / "bookstore.db", FIRST_ORDER)
    english = f"Where is my order {FIRST_ORDER}? I ordered with {buyer}."
    german = f"Wo ist meine Bestellung {FIRST_ORDER}? Ich habe mit {buyer} bestellt."
    return {"website": SHOP_QUESTIONS, "bookstore": (english, german)}


def _say_what(house: House, starters: Mapping[str, Sequence[str]]) -> None:
    click.echo("\nThings to ask:")
    for assistant in house.assistants.values():
        wording = assistant.says("en")
        asks = (*starters.get(assistant.name, ()), *wording.starters)
        for question in [one for one in asks if detect_language(one) == "en"][:2]:
            click.echo(f"  {wording.title:<10} {question}")
