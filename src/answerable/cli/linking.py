"""The part of `answerable tenants` that deals with credentials: link, unlink, links, and the key that seals them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from answerable.build.linked import check_link, seal_of, shown
from answerable.domain.question import Tenant
from answerable.errors import SettingsError, StoreError
from answerable.settings import read_settings
from answerable.store import Store
from answerable.store.links import KINDS, TenantLinks
from answerable.store.seal import new_key as fresh_key


@click.command()
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


@click.command()
@click.argument("tenant")
@click.argument("kind", type=click.Choice(KINDS))
def unlink(tenant: str, kind: str) -> None:
    """Forget what is linked for TENANT, and its credentials."""
    with _links(tenant) as links:
        if not links.remove(kind):
            raise SettingsError("tenants unlink", f"no {kind} is linked for {tenant}.")
    click.echo(f"Unlinked {kind} from {tenant}.")


@click.command("links")
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


@click.command("new-key")
def new_key() -> None:
    """Print a key for ANSWERABLE_SECRET_KEY; nothing is changed."""
    click.echo(fresh_key())


@click.command("rotate-key")
def rotate_key() -> None:
    """Seal all credentials with a new key, or with the first one of ANSWERABLE_SECRET_KEY."""
    settings = read_settings()
    seal = seal_of(settings)
    with closing(Store.open(settings.home)) as store:
        renewed = seal.renew()
        count = store.tenants().reseal(seal)
        seal.forget_old()
    left = "The old key is gone." if renewed else "Only the first key of ANSWERABLE_SECRET_KEY is needed now."
    click.echo(f"Sealed {count} links with the key {seal.newest()}. {left}")


def check_tenant(store: Store, tenant: str) -> None:
    """Refuse a tenant that does not exist."""
    if tenant != Tenant().id and store.tenants().get(tenant) is None:
        hint = "answerable tenants list shows them."
        raise SettingsError("tenants", f"there is no tenant {tenant!r}.", hint=hint)


@contextmanager
def _links(tenant: str) -> Iterator[TenantLinks]:
    settings = read_settings()
    with closing(Store.open(settings.home)) as store:
        check_tenant(store, tenant)
        yield store.links(tenant, seal_of(settings))


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
