"""`answerable cache`: what may be found again instead of being worked out anew, and emptying it."""

from __future__ import annotations

import click

from answerable.cli.stored import of_tenant, opened, print_json
from answerable.store.cache import ROOMS

_room = click.argument("room", type=click.Choice(ROOMS))


@click.group(name="cache")
def command() -> None:
    """List and empty kept plans, kept replies of models, and kept records of apps."""


@command.command("list")
@of_tenant
def listed(tenant: str) -> None:
    """List the rooms of the cache and how much each holds; records live in the server's memory."""
    with opened() as store:
        for room in ROOMS:
            held = store.cache(tenant, room).all()
            click.echo(f"{room:8}  {len(held)} kept, {sum(one.uses for one in held)} times used again")


@command.command()
@_room
@of_tenant
def show(room: str, tenant: str) -> None:
    """Show what ROOM holds as JSON, the last used first."""
    with opened() as store:
        found = store.cache(tenant, room).all()
    print_json(found)


@command.command()
@_room
@of_tenant
def empty(room: str, tenant: str) -> None:
    """Empty ROOM, at once and in every process."""
    with opened() as store:
        gone = store.cache(tenant, room).empty()
    click.echo(f"Emptied {room}: {gone} gone.")
