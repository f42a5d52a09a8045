"""`answerable ask`: one question, one outcome."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime

import click

from answerable.asking import take
from answerable.build import House
from answerable.cli.terminal import EXIT_CODES, print_outcome, say_if_new, walked
from answerable.domain.question import User
from answerable.sandbox.demo import stocked
from answerable.settings import Settings, read_settings


@click.command(name="ask")
@click.argument("question")
@click.option("--site", "sites", multiple=True, metavar="URL", help="A start page; may be repeated.")
@click.option("--assistant", default="", metavar="NAME", help="Which assistant answers; by default website.")
@click.option("--database", default="", metavar="URL", help="Answer from this SQL database.")
@click.option("--conversation", default="", metavar="ID", help="Continue this conversation, or begin it.")
@click.option("--user", default="me", metavar="ID", help="Who asks.")
@click.option("--model", default=None, metavar="NAME", help="provider:model; empty for answers by rule.")
@click.option("--max-pages", type=click.IntRange(min=0), metavar="N", help="Pages that may be fetched.")
@click.option("--now", type=click.DateTime(), default=None, metavar="DATE", help='The date of "today".')
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    question: str,
    sites: tuple[str, ...],
    assistant: str,
    database: str,
    conversation: str,
    user: str,
    model: str | None,
    max_pages: int | None,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Answer one question."""
    settings = adjusted(read_settings(), model=model, max_pages=max_pages, database=database)
    assistant = assistant or ("warehouse" if database else "")
    house = House.open(stocked(settings, assistant))
    asker = User(user)
    taken = take(
        house, question, starts=sites, assistant=assistant, conversation=conversation, user=asker, now=now
    )
    say_if_new(conversation, taken)
    outcome = walked(house, taken, shown=not as_json)
    print_outcome(outcome, as_json=as_json)
    sys.exit(EXIT_CODES[type(outcome)])


def adjusted(
    settings: Settings, *, model: str | None = None, max_pages: int | None = None, database: str = ""
) -> Settings:
    """The settings with what the command line says; more pages widen each exploration to reach them."""
    website = settings.website
    if max_pages is not None:
        wide = -(-max_pages // max(website.max_iterations, 1))
        at_once = max(website.max_urls_per_iteration, wide)
        website = replace(website, max_pages=max_pages, max_urls_per_iteration=at_once)
    named = settings.model if model is None else replace(settings.model, name=model)
    tables = replace(settings.database, url=database or settings.database.url)
    return replace(settings, website=website, model=named, database=tables)
