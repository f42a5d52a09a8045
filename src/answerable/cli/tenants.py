"""`answerable tenants`: the organisations whose data is fenced off from each other."""

from __future__ import annotations

import json
import re
import sys
from contextlib import closing

import click

from answerable.domain.question import Tenant
from answerable.errors import SettingsError
from answerable.settings import read_settings
from answerable.store import Store
from answerable.store.tenants import StoredTenant

NAMES = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")


@click.group(name="tenants")
def command() -> None:
    """List, make, show, export and delete tenants."""


@command.command("list")
def listed() -> None:
    """List the tenants; this machine's own, local, is always there."""
    with closing(Store.open(read_settings().home)) as store:
        for tenant in (StoredTenant(Tenant().id, "this machine", 0.0), *store.tenants().all()):
            kept = store.tenants().sizes(tenant.id)
            click.echo(
                f"{tenant.id}  {tenant.name}  {kept['conversations']} conversations, {kept['pages']} pages, "
                f"{kept['keys']} keys"
            )


@command.command()
@click.argument("tenant")
@click.option("--name", default="", help="How people call it.")
def new(tenant: str, name: str) -> None:
    """Make TENANT."""
    if not NAMES.fullmatch(tenant) or tenant == Tenant().id:
        raise SettingsError(
            "tenants new",
            f"{tenant!r} cannot be a tenant's id.",
            hint="Use small letters, digits, - and _, at most 63; local is this machine's own tenant.",
        )
    with closing(Store.open(read_settings().home)) as store:
        if not store.tenants().new(tenant, name):
            raise SettingsError("tenants new", f"{tenant!r} exists already.")
    click.echo(f"Tenant {tenant} exists. Make a key for it with: answerable keys new {tenant}")


@command.command()
@click.argument("tenant")
def show(tenant: str) -> None:
    """Show how much is kept of TENANT."""
    with closing(Store.open(read_settings().home)) as store:
        _check(store, tenant)
        for table, count in store.tenants().sizes(tenant).items():
            click.echo(f"{table:<16}{count:>8}")


@command.command()
@click.argument("tenant")
def export(tenant: str) -> None:
    """Print everything kept of TENANT, one JSON object per row."""
    with closing(Store.open(read_settings().home)) as store:
        _check(store, tenant)
        for row in store.tenants().export(tenant):
            click.echo(json.dumps(row, ensure_ascii=False))


@command.command()
@click.argument("tenant")
@click.option("--yes", is_flag=True, help="Do not ask again.")
def delete(tenant: str, yes: bool) -> None:
    """Delete TENANT with everything kept of it, and its keys. This cannot be undone."""
    with closing(Store.open(read_settings().home)) as store:
        _check(store, tenant)
        kept = sum(store.tenants().sizes(tenant).values())
        if not yes:
            if not sys.stdin.isatty():
                raise SettingsError(
                    "tenants delete", f"would delete {kept} rows of {tenant}.", hint="Add --yes to do it."
                )
            click.confirm(f"Delete {kept} rows of {tenant}?", abort=True)
        gone = sum(store.tenants().delete(tenant).values())
    click.echo(f"Deleted {gone} rows of {tenant}.")


def _check(store: Store, tenant: str) -> None:
    if tenant != Tenant().id and store.tenants().get(tenant) is None:
        raise SettingsError(
            "tenants", f"there is no tenant {tenant!r}.", hint="answerable tenants list shows them."
        )
