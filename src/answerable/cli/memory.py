"""`answerable memory`: what is remembered of names, by whom it was said, and forgetting it."""

from __future__ import annotations

import click

from answerable.cli.stored import as_json_option, day, of_tenant, opened, print_list
from answerable.errors import SettingsError
from answerable.language.words import words
from answerable.store.memory import EVERYBODY, StoredPreference


@click.group(name="memory")
def command() -> None:
    """List, state and forget what names mean."""


@command.command("list")
@of_tenant
@click.option("--user", default=None, help="Only what this user said; by default everybody's.")
@as_json_option
def listed(tenant: str, user: str | None, as_json: bool) -> None:
    """List what is remembered, and who said so."""
    with opened() as store:
        kept = store.memory(tenant)
        found = kept.all() if user is None else kept.all(user)
    print_list(found, _line, as_json=as_json, none="Nothing is remembered.")


def _line(one: StoredPreference) -> str:
    says, by = one.means or ", ".join(one.records), one.author or one.user
    return f"{one.user or 'everybody'}  {one.name}  {says}  by {by}  {day(one.created_at)}"


@command.command()
@click.argument("name")
@click.argument("means")
@of_tenant
@click.option("--by", "author", default="operator", show_default=True, help="Who says so.")
def add(name: str, means: str, tenant: str, author: str) -> None:
    """State for everybody that NAME means MEANS, such as: "fiscal year" "starts in April"."""
    key = " ".join(words(name))
    if not key or not means.strip():
        raise SettingsError("memory add", "needs a name and what it means.")
    with opened() as store:
        edge = StoredPreference(user=EVERYBODY, name=key, means=means.strip(), author=author)
        store.memory(tenant).put(edge)
    click.echo(f"For everybody, {key!r} means {means.strip()!r} from now on.")


@command.command()
@click.argument("name", required=False)
@of_tenant
@click.option("--user", default=EVERYBODY, help="Whose; by default what is everybody's.")
@click.option("--all", "everything", is_flag=True, help="Everything that user ever said.")
def forget(name: str | None, tenant: str, user: str, everything: bool) -> None:
    """Forget what NAME means, or with --all everything of a user."""
    if bool(name) == everything:
        raise SettingsError("memory forget", "takes a name, or --all.")
    with opened() as store:
        gone = store.memory(tenant).delete(user, " ".join(words(name)) if name else None)
    if not gone:
        hint = "answerable memory list shows what there is."
        raise SettingsError("memory forget", "nothing like this is remembered.", hint=hint)
    click.echo(f"Forgotten: {gone}.")
