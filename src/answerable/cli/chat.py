"""`answerable chat`: questions and follow-ups in one conversation."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import click

from answerable.asking import new_id, take
from answerable.build import House, check_starts
from answerable.cli.ask import adjusted
from answerable.cli.terminal import show, walked
from answerable.domain.outcome import Clarification
from answerable.domain.question import User
from answerable.errors import AskerError
from answerable.sandbox.demo import stocked
from answerable.settings import read_settings

with suppress(ImportError):  # not on every system; where it is, `input` gets line editing and a history
    import readline  # noqa: F401

LEAVE = ("/quit", "/exit", "quit", "exit")


@click.command(name="chat")
@click.option("--site", "sites", multiple=True, metavar="URL", help="A start page; may be repeated.")
@click.option("--assistant", default="", metavar="NAME", help="Which assistant answers; by default website.")
@click.option("--database", default="", metavar="URL", help="Answer from this SQL database.")
@click.option("--conversation", default="", metavar="ID", help="Continue this conversation, or begin it.")
@click.option("--user", default="me", metavar="ID", help="Who asks.")
@click.option("--model", default=None, metavar="NAME", help="provider:model; empty for answers by rule.")
@click.option("--max-pages", type=click.IntRange(min=0), metavar="N", help="Pages per question.")
def command(
    sites: tuple[str, ...],
    assistant: str,
    database: str,
    conversation: str,
    user: str,
    model: str | None,
    max_pages: int | None,
) -> None:
    """Ask and follow up, in the terminal; /quit or Ctrl-D ends it."""
    assistant = assistant or ("warehouse" if database else "")
    settings = adjusted(read_settings(), model=model, max_pages=max_pages, database=database)
    house = House.open(stocked(settings, assistant))
    if not sites and not conversation and house.assistant(assistant or "website").needs_site:
        raise click.UsageError(
            "Name a site with --site https://…, another assistant with --assistant NAME, "
            "or a conversation with --conversation ID."
        )
    conversation = conversation or new_id()
    talk: dict[str, Any] = {"starts": check_starts(sites), "assistant": assistant, "user": User(user)}
    if sys.stdin.isatty():
        click.echo(f"Conversation {conversation}. Ask away; /quit or Ctrl-D ends it.")
    choices: tuple[tuple[str, str], ...] = ()
    while (said := _read()) is not None:
        if said:
            picked = said.isdecimal() and 0 < int(said) <= len(choices)
            meant = choices[int(said) - 1][1] if picked else said
            choices = _ask(house, meant, conversation=conversation, **talk)


def _ask(house: House, said: str, **talk: Any) -> tuple[tuple[str, str], ...]:
    """Answer one question and give the choices it left; one that cannot be taken is explained, and it goes on."""
    try:
        outcome = walked(house, take(house, said, **talk))
    except AskerError as error:
        click.echo(f"answerable: {error}", err=True)
        return ()
    show(outcome, resumable=False)
    click.echo()
    return outcome.choices if isinstance(outcome, Clarification) else ()


def _read() -> str | None:
    """The next question; None when the user is done. Only a terminal gets a prompt."""
    try:
        line = input("\n> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return None
    return None if line in LEAVE else line
