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
from answerable.cli.terminal import EXIT_CODES, progress, show
from answerable.domain.events import Tell
from answerable.domain.outcome import Outcome
from answerable.sandbox import warehouse
from answerable.sandbox.bookstore import email_of
from answerable.sandbox.demo import COMPANY, PERSON, made, stocked
from answerable.sandbox.merge.server import MERGE_PORT, MergeServer
from answerable.sandbox.shop_site import DOCS_PORT, SHOP_PORT, ShopSite
from answerable.settings import Settings, read_settings

PORT = click.IntRange(0, 65_535)
FIRST_ORDER = "BK-1001"


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
    with progress(shown=True) as tell:
        outcome = asyncio.run(_ask(question, read_settings(), tell))
    show(outcome, resumable=False)
    sys.exit(EXIT_CODES[type(outcome)])


@command.command("warehouse")
@click.option("--path", type=click.Path(dir_okay=False, path_type=Path), help="Where the database goes.")
def make_warehouse(path: Path | None) -> None:
    """A warehouse database in SQLite: articles, prices, places, stock."""
    path = made(path or read_settings().home / "demo" / "warehouse.db", warehouse.build)
    click.echo(f"The warehouse is in {path}.")
    asked = "How much stock do we have of article 4711?"
    click.echo(f'Try: answerable ask "{asked}" --database sqlite:///{path}')


@command.command("bookstore")
def make_bookstore() -> None:
    """A bookstore's orders, in the home folder, where the bookstore assistant looks for them."""
    path = stocked(read_settings(), "bookstore").home / "bookstore.db"
    click.echo(f"The orders are in {path}. Order {FIRST_ORDER} belongs to {email_of(path, FIRST_ORDER)}.")
    click.echo("Try: answerable chat --assistant bookstore")


@command.command("merge")
@click.option("--port", type=PORT, default=MERGE_PORT, show_default=True, help="0 picks one.")
@click.option(
    "--data",
    "directory",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Serve DIR/<category>/<resource>.json instead of the built-in company.",
)
def serve_merge(port: int, directory: Path | None) -> None:
    """A company's business apps behind Merge's API, served until Ctrl-C."""
    asyncio.run(_serve_merge(port, directory))


async def _serve_merge(port: int, directory: Path | None) -> None:
    async with MergeServer(directory, port=port) as apps:
        click.echo(f"Merge's API is at {apps.url}. Ctrl-C ends it.")
        if directory is None:
            click.echo(f"Set ANSWERABLE_MERGE_URL={apps.url} ANSWERABLE_MERGE_API_KEY=demo \\")
            click.echo(f"    ANSWERABLE_MERGE_ACCOUNT_TOKEN={COMPANY}")
            click.echo(
                f'Try: answerable ask "How many vacation days do I have left?" --assistant workplace --user {PERSON}'
            )
        sys.stdout.flush()  # for whoever waits for these lines at the other end of a pipe
        await asyncio.Event().wait()


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
