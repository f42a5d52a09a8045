"""`answerable tenants`: organisations whose data is fenced off from each other, and the accounts linked for them."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from answerable.build import House
from answerable.build.linked import TENANT, check_link, files_of, seal_of, shown
from answerable.cli.stored import opened
from answerable.domain.question import Tenant
from answerable.errors import SettingsError, StoreError
from answerable.settings import read_settings
from answerable.store import Store
from answerable.store.links import KINDS, TenantLinks
from answerable.store.seal import new_key as fresh_key
from answerable.store.tenants import StoredTenant
from answerable.store.usage import QUOTA_NAMES


@click.group(name="tenants")
def command() -> None:
    """Make, show, link, limit, export and delete tenants."""


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
        _check(store, tenant)
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
        _check(store, tenant)
        store.tenants().change(tenant, assistants=assistants)
    click.echo(f"{tenant} may ask {', '.join(assistants) or 'every assistant'}.")


@command.command()
@click.argument("tenant")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def export(tenant: str, file: Path | None) -> None:
    """Write everything kept of TENANT into FILE, a zip; or print it, one JSON object per row."""
    with opened() as store:
        _check(store, tenant)
        rows = store.tenants().export(tenant)
        if file:
            count = _archive(file, rows, tenant)
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
        _check(store, tenant)
        kept = sum(store.tenants().sizes(tenant).values())
        if not yes:
            if not sys.stdin.isatty():
                what = f"would delete {kept} rows of {tenant}."
                raise SettingsError("tenants delete", what, hint="Add --yes to do it.")
            click.confirm(f"Delete {kept} rows of {tenant}?", abort=True)
        gone = house.forget(tenant)
    click.echo(f"Deleted {gone} rows of {tenant}.")


@command.command()
@click.argument("tenant")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("addresses", nargs=-1)
@click.option("--token-from-env", default="", metavar="NAME", help="The variable that holds the secret.")
@click.option("--token-file", type=click.Path(path_type=Path), help="The file that holds the secret.")
@click.option("--api-key-from-env", default="", metavar="NAME", help="Merge: a key of the tenant's own.")
@click.option("--user", default="", metavar="EMAIL", help="Merge: who asks where a question names nobody.")
def link(
    tenant: str,
    kind: str,
    addresses: tuple[str, ...],
    token_from_env: str,
    token_file: Path | None,
    api_key_from_env: str,
    user: str,
) -> None:
    """Link an account for TENANT: merge [URL], database URL, or website URL…

    A secret comes from a variable or a file, never as a word of the command: those are kept by shells.
    A database's URL may come that way too.
    """
    secret = _secret(token_from_env, token_file)
    if kind == "website":
        given: dict[str, object] = {"sites": list(addresses)}
    elif kind == "database":
        given = {"url": secret or "".join(addresses[:1])}
    else:
        own = _secret(api_key_from_env, None)
        given = {"account_token": secret, "api_key": own, "url": "".join(addresses[:1]), "user": user}
    if len(addresses) > 1 and kind != "website":
        raise SettingsError(f"link {kind}", f"takes one address, not {len(addresses)}.")
    if kind == "merge" and not secret:
        hint = "Use --token-from-env NAME or --token-file FILE."
        raise SettingsError("link merge", "needs the account's token.", hint=hint)
    holds = check_link(kind, given)
    with _links(tenant) as links:
        links.put(kind, holds)
    click.echo(f"Linked {kind} for {tenant}: {shown(kind, holds)}.")


@command.command()
@click.argument("tenant")
@click.argument("kind", type=click.Choice(KINDS))
def unlink(tenant: str, kind: str) -> None:
    """Forget what is linked for TENANT, and its credentials."""
    with _links(tenant) as links:
        if not links.remove(kind):
            raise SettingsError("tenants unlink", f"no {kind} is linked for {tenant}.")
    click.echo(f"Unlinked {kind} from {tenant}.")


@command.command("links")
@click.argument("tenant")
def list_links(tenant: str) -> None:
    """List what is linked for TENANT, without secrets."""
    with _links(tenant) as links:
        if not links.all():
            click.echo(f"Nothing is linked for {tenant}.", err=True)
        for found in links.all():
            try:
                says = shown(found.kind, links.get(found.kind) or {})
            except (StoreError, SettingsError) as error:
                says = str(error)
            click.echo(f"{found.kind:<9} {says}")


@command.command("new-key")
def new_key() -> None:
    """Print a key for ANSWERABLE_SECRET_KEY; nothing is changed."""
    click.echo(fresh_key())


@command.command("rotate-key")
def rotate_key() -> None:
    """Seal all credentials with a new key, or with the first one of ANSWERABLE_SECRET_KEY."""
    seal = seal_of(read_settings())
    with opened() as store:
        renewed = seal.renew()
        count = store.tenants().reseal(seal)
        seal.forget_old()
    left = "The old key is gone." if renewed else "Only the first key of ANSWERABLE_SECRET_KEY is needed now."
    click.echo(f"Sealed {count} links with the key {seal.newest()}. {left}")


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


def _check(store: Store, tenant: str) -> None:
    """Refuse a tenant that does not exist."""
    if tenant != Tenant().id and store.tenants().get(tenant) is None:
        hint = "answerable tenants list shows them."
        raise SettingsError("tenants", f"there is no tenant {tenant!r}.", hint=hint)


@contextmanager
def _links(tenant: str) -> Iterator[TenantLinks]:
    with opened() as store:
        _check(store, tenant)
        yield store.links(tenant, seal_of(read_settings()))


def _secret(variable: str, file: Path | None) -> str:
    if variable and file:
        raise SettingsError("tenants link", "takes a variable or a file, not both.")
    if variable:
        if not os.environ.get(variable):
            raise SettingsError("tenants link", f"the variable {variable!r} is empty.")
        return os.environ[variable].strip()
    try:
        return file.read_text(encoding="utf-8").strip() if file else ""
    except OSError as error:
        raise SettingsError(str(file), f"cannot be read ({error.strerror}).") from None


def _archive(file: Path, rows: Iterable[dict[str, Any]], tenant: str) -> int:
    """A zip with one file of JSON lines per table, and the tenant's own files."""
    settings, count, name = read_settings(), 0, ""
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
