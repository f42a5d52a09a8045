"""`answerable tenants`: the organisations whose data is fenced off from each other."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from answerable.build import House
from answerable.build.linked import TENANT, files_of
from answerable.cli.linking import check_tenant, link, list_links, new_key, rotate_key, unlink
from answerable.cli.stored import opened
from answerable.domain.question import Tenant
from answerable.errors import SettingsError
from answerable.settings import Settings, read_settings
from answerable.store import Store
from answerable.store.tenants import StoredTenant
from answerable.store.usage import QUOTA_NAMES


@click.group(name="tenants")
def command() -> None:
    """Make, show, link, limit, export and delete tenants."""


for part in (link, unlink, list_links, new_key, rotate_key):
    command.add_command(part)


@command.command("list")
def listed() -> None:
    """List the tenants; this machine's own, local, is always there."""
    with opened() as store:
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
    if not TENANT.fullmatch(tenant) or tenant == Tenant().id:
        hint = "Use small letters, digits, - and _, at most 63; local is this machine's own tenant."
        raise SettingsError("tenants new", f"{tenant!r} cannot be a tenant's id.", hint=hint)
    with opened() as store:
        if not store.tenants().new(tenant, name):
            raise SettingsError("tenants new", f"{tenant!r} exists already.")
    click.echo(f"Tenant {tenant} exists. Make a key for it with: answerable keys new {tenant}")


@command.command()
@click.argument("tenant")
def show(tenant: str) -> None:
    """Show how much is kept of TENANT, what it may use, and what it has used lately."""
    with opened() as store:
        check_tenant(store, tenant)
        for table, count in store.tenants().sizes(tenant).items():
            click.echo(f"{table:<16}{count:>8}")
        known = store.tenants().get(tenant)
        days = store.usage(tenant).days(last=7)
    if known:
        limits = {name: most for name, most in asdict(known.quota).items() if most is not None}
        click.echo(f"may ask         {', '.join(known.assistants) or 'every assistant'}")
        click.echo(f"may use         {', '.join(f'{n} {m:g}' for n, m in limits.items()) or 'no quota'}")
    for day in days:
        click.echo(f"{day.day}      {day.runs} runs, {day.tokens} tokens, {day.cost_usd:.2f} USD")


@command.command()
@click.argument("tenant")
@click.argument("limits", nargs=-1, metavar="NAME=NUMBER…")
def quota(tenant: str, limits: tuple[str, ...]) -> None:
    """Limit what TENANT may use: runs_per_day, tokens_per_day, cost_usd_per_day, at_once; NAME=none lifts one."""
    news = dict(_limit(limit) for limit in limits)
    with opened() as store:
        known = store.tenants().get(tenant)
        if known is None:
            raise SettingsError("tenants quota", f"there is no tenant {tenant!r} that could have a quota.")
        store.tenants().change(tenant, quota=replace(known.quota, **news))
    click.echo(f"The quota of {tenant} is set; it counts from the next question on.")


@command.command()
@click.argument("tenant")
@click.argument("assistants", nargs=-1)
def allow(tenant: str, assistants: tuple[str, ...]) -> None:
    """Say which ASSISTANTS TENANT may ask; without any, all of them."""
    with opened() as store:
        check_tenant(store, tenant)
        store.tenants().change(tenant, assistants=assistants)
    click.echo(f"{tenant} may ask {', '.join(assistants) or 'every assistant'}.")


@command.command()
@click.argument("tenant")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def export(tenant: str, file: Path | None) -> None:
    """Write everything kept of TENANT into FILE, a zip; or print it, one JSON object per row."""
    settings = read_settings()
    with closing(Store.open(settings.home)) as store:
        check_tenant(store, tenant)
        rows = store.tenants().export(tenant)
        if file:
            count = _archive(file, rows, settings, tenant)
            click.echo(f"Wrote {count} rows of {tenant} into {file}.")
            return
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))


@command.command()
@click.argument("tenant")
@click.option("--yes", is_flag=True, help="Do not ask again.")
def delete(tenant: str, yes: bool) -> None:
    """Delete TENANT with everything kept of it, its keys and its files. This cannot be undone."""
    house = House.open()
    with closing(house.store) as store:
        check_tenant(store, tenant)
        kept = sum(store.tenants().sizes(tenant).values())
        if not yes:
            if not sys.stdin.isatty():
                what = f"would delete {kept} rows of {tenant}."
                raise SettingsError("tenants delete", what, hint="Add --yes to do it.")
            click.confirm(f"Delete {kept} rows of {tenant}?", abort=True)
        gone = house.forget(tenant)
    click.echo(f"Deleted {gone} rows of {tenant}.")


def _limit(words: str) -> tuple[str, Any]:
    name, _, most = words.partition("=")
    try:
        kind = float if name == "cost_usd_per_day" else int
        number = None if most == "none" else kind(most)
    except ValueError:
        number = -1
    if name not in QUOTA_NAMES or (number is not None and number < 0):
        hint = f"Write NAME=NUMBER or NAME=none; names are {', '.join(QUOTA_NAMES)}."
        raise SettingsError("tenants quota", f"{words!r} is no limit.", hint=hint)
    return name, number


def _archive(file: Path, rows: Iterable[dict[str, Any]], settings: Settings, tenant: str) -> int:
    """A zip with one file of JSON lines per table, and the tenant's own files."""
    count, name = 0, ""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, ExitStack() as table:
        for row in rows:  # table by table
            if row["table"] != name:
                table.close()
                name = row["table"]
                into = table.enter_context(archive.open(f"{name}.jsonl", "w"))
            into.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            count += 1
        table.close()
        for path in files_of(settings, tenant):
            archive.write(path, Path("files") / path.relative_to(settings.home))
    return count
