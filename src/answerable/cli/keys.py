"""`answerable keys`: make, list and revoke the keys of the HTTP API."""

from __future__ import annotations

import click

from answerable.cli.stored import as_json_option, day, opened, print_list
from answerable.errors import SettingsError
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
    with opened() as store:
        if store.tenants().get(tenant) is None:
            hint = f"Make it with: answerable tenants new {tenant}"
            raise SettingsError("keys new", f"there is no tenant {tenant!r}.", hint=hint)
        secret, key = store.keys().new(tenant, scopes=scopes, name=name, user=user)
    click.echo(secret)
    told = f"Key {key.id} of {tenant} may {', '.join(key.scopes)}. It is shown only now; send it as"
    click.echo(f"{told}\nAuthorization: Bearer …", err=True)


@command.command("list")
@click.option("--tenant", default="", help="Only those of this tenant.")
@as_json_option
def listed(tenant: str, as_json: bool) -> None:
    """List keys, without their secrets."""
    with opened() as store:
        found = store.keys().all(tenant)
    none = "There are no keys. Make one with: answerable keys new TENANT"
    print_list(found, _line, as_json=as_json, none=none)


@command.command()
@click.argument("id")
def revoke(id: str) -> None:
    """Close the key ID for good, at once."""
    with opened() as store:
        if not store.keys().revoke(id):
            hint = "answerable keys list shows them."
            raise SettingsError("keys revoke", f"no open key has the id {id!r}.", hint=hint)
    click.echo(f"Key {id} is revoked.")


def _line(key: StoredKey) -> str:
    words = [key.id, key.tenant, ",".join(key.scopes), day(key.created_at)]
    words += [f"user={key.user}"] if key.user else []
    words += [key.name] if key.name else []
    return "  ".join([*words, *(["revoked"] if key.revoked_at else [])])
