"""`answerable keys`: make, list and revoke the keys of the HTTP API."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime

import click

from answerable.errors import SettingsError
from answerable.settings import read_settings
from answerable.store import Store
from answerable.store.keys import SCOPES, StoredKey


@click.group(name="keys")
def command() -> None:
    """Make, list and revoke API keys."""


@command.command()
@click.argument("tenant")
@click.option("--name", default="", help="What it is for, such as 'web shop'.")
@click.option("--user", default="", help="The one user it speaks for; none: any user of the tenant.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    default=("ask", "read"),
    show_default=True,
    help="What it may do; repeat for several.",
)
def new(tenant: str, name: str, user: str, scopes: tuple[str, ...]) -> None:
    """Make a key for TENANT and print it, this once."""
    with closing(Store.open(read_settings().home)) as store:
        if store.tenants().get(tenant) is None:
            raise SettingsError(
                "keys new",
                f"there is no tenant {tenant!r}.",
                hint=f"Make it with: answerable tenants new {tenant}",
            )
        secret, key = store.keys().new(tenant, scopes=scopes, name=name, user=user)
    click.echo(secret)
    click.echo(
        f"Key {key.id} of {tenant} may {', '.join(key.scopes)}. It is shown only now; send it as\n"
        "Authorization: Bearer …",
        err=True,
    )


@command.command("list")
@click.option("--tenant", default="", help="Only those of this tenant.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def listed(tenant: str, as_json: bool) -> None:
    """List keys, without their secrets."""
    with closing(Store.open(read_settings().home)) as store:
        found = store.keys().all(tenant)
    if as_json:
        click.echo(json.dumps([asdict(key) for key in found], indent=2))
        return
    for key in found:
        click.echo(_line(key))
    if not found:
        click.echo("There are no keys. Make one with: answerable keys new TENANT", err=True)


@command.command()
@click.argument("id")
def revoke(id: str) -> None:
    """Close the key ID for good, at once."""
    with closing(Store.open(read_settings().home)) as store:
        if not store.keys().revoke(id):
            raise SettingsError(
                "keys revoke", f"no open key has the id {id!r}.", hint="answerable keys list shows them."
            )
    click.echo(f"Key {id} is revoked.")


def _line(key: StoredKey) -> str:
    made = datetime.fromtimestamp(key.created_at, UTC).date().isoformat()
    words = [key.id, key.tenant, ",".join(key.scopes), made]
    words += [f"user={key.user}"] if key.user else []
    words += [key.name] if key.name else []
    return "  ".join([*words, *(["revoked"] if key.revoked_at else [])])
