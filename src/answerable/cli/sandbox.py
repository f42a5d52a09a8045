"""`answerable sandbox`: a demo world on loopback, to try everything without a network."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import click

from answerable.asking import answer
from answerable.build import House
from answerable.cli.terminal import Progress, exit_code, show
from answerable.domain.events import Tell, silence
from answerable.domain.outcome import Outcome
from answerable.sandbox.shop_site import DOCS_PORT, SHOP_PORT, ShopSite
from answerable.settings import Settings, read_settings

PORT = click.IntRange(0, 65_535)


@click.group(name="sandbox")
def command() -> None:
    """Serve a demo world on loopback."""


@command.command()
@click.option("--port", type=PORT, default=SHOP_PORT, show_default=True, help="The shop's port; 0 picks one.")
@click.option("--docs-port", type=PORT, default=DOCS_PORT, show_default=True, help="Its manual's port.")
@click.option("--ask", "question", metavar="QUESTION", help="Answer one question from it and exit.")
def shop(port: int, docs_port: int, question: str | None) -> None:
    """An outdoor shop's website and its developer documentation, served until Ctrl-C."""
    if question is None:
        asyncio.run(_serve(port, docs_port))
        return
    with Progress(shown=sys.stderr.isatty()) as progress:
        outcome = asyncio.run(_ask(question, read_settings(), progress.hear if progress.shown else silence))
    show(outcome, resumable=False)
    sys.exit(exit_code(outcome))


async def _serve(port: int, docs_port: int) -> None:
    async with ShopSite(port=port, docs_port=docs_port) as site:
        click.echo(f"The shop is at {site.url} and its documentation at {site.docs_url}. Ctrl-C ends both.")
        click.echo(f'Try: answerable ask "How long do I have to return something?" --site {site.url}')
        await asyncio.Event().wait()


async def _ask(question: str, settings: Settings, tell: Tell) -> Outcome:
    """Ask a shop of its own, in a home of its own: nothing is left behind, and no port can be taken."""
    with tempfile.TemporaryDirectory() as home:
        house = House.open(replace(settings, home=Path(home)))
        async with ShopSite() as site:
            outcome = await answer(house, question, starts=(site.url, site.docs_url), tell=tell)
        house.store.close()
    return outcome
