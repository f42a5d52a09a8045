"""`answerable overrides`: pin what a stage gives for a question, and learn when that is needed no more."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import closing
from functools import partial
from typing import Any

import click

from answerable.asking import take
from answerable.build import House
from answerable.build.needed import SPARE, UNKNOWN, Checked, check_need
from answerable.build.overrides import SHAPES, check_override
from answerable.cli.stored import as_json_option, day, of_tenant, opened, print_json, print_list
from answerable.domain.question import Tenant, User
from answerable.errors import SettingsError
from answerable.sandbox.demo import stocked
from answerable.settings import read_settings
from answerable.store.overrides import StoredOverride

_by = click.option("--by", "author", default="operator", show_default=True, help="Who says so.")
# Exit codes: all are needed, one is not any more, one could not be told.
CODES = {UNKNOWN: 1, SPARE: 3}
_NONE = "Nothing is pinned. Pin something with: answerable overrides add --help"


@click.group(name="overrides")
def command() -> None:
    """Pin what a stage gives for a question, list, show, remove and check what is pinned."""


@command.command("list")
@of_tenant
@as_json_option
def listed(tenant: str, as_json: bool) -> None:
    """List the overrides of a tenant."""
    with opened() as store:
        found = store.overrides(tenant).all()
    print_list(found, _line, as_json=as_json, none=_NONE)


@command.command("add")
@click.argument("stage", type=click.Choice(list(SHAPES)))
@click.argument("pattern")
@click.argument("result")
@of_tenant
@_by
@click.option("--assistant", default="", metavar="NAME", help="Only for this assistant; by default for all.")
@click.option(
    "--days", type=click.FloatRange(min=0), metavar="N", help="Ends after N days; by default never."
)
@click.option(
    "--test", "question", default="", metavar="QUESTION", help="A question that shows if it is needed."
)
@click.option("--site", "sites", multiple=True, metavar="URL", help="A start page of the test question.")
@click.option("--user", default="", metavar="ID", help="Who asks the test question.")
@click.option("--id", default="", metavar="ID", help="Make a new version of this override.")
def _add(**given: Any) -> None:
    """Pin RESULT at STAGE for questions like PATTERN.

    In PATTERN * stands for any words and {slot} for words that RESULT repeats. RESULT is JSON, or for draft and recall
    simply the text: answerable overrides add draft "who sets prices" "Prices are set by the price desk."
    """
    house = House.open()
    with closing(house.store):
        mine = house.store.overrides(given["tenant"])
        if given["id"] and not mine.versions(given["id"]):
            raise _unknown(given["id"])
        wanted = StoredOverride(
            stage=given["stage"],
            pattern=given["pattern"],
            result=_result(given["stage"], given["result"]),
            author=given["author"],
            assistant=given["assistant"],
            test={"question": given["question"], "site": list(given["sites"]), "user": given["user"]},
            expires_at=None if given["days"] is None else time.time() + given["days"] * 86_400,
            id=given["id"],
        )
        kept = mine.put(check_override(wanted, house.assistants))
    click.echo(f"Override {kept.id} counts from now on, version {kept.version}.")


@command.command()
@click.argument("id")
@of_tenant
def show(id: str, tenant: str) -> None:
    """Show every version of the override ID as JSON."""
    with opened() as store:
        found = store.overrides(tenant).versions(id)
    if not found:
        raise _unknown(id)
    print_json(found)


@command.command()
@click.argument("id")
@of_tenant
@_by
def remove(id: str, tenant: str, author: str) -> None:
    """End the override ID; its versions stay readable."""
    with opened() as store:
        if store.overrides(tenant).remove(id, author) is None:
            raise _unknown(id)
    click.echo(f"Override {id} counts no more.")


@command.command()
@click.argument("id", required=False)
@of_tenant
@click.option("--assistant", default="website", show_default=True, help="Who is asked where it is for all.")
def check(id: str | None, tenant: str, assistant: str) -> None:
    """Ask the test questions without their overrides, and say which are needed no more.

    Exit code 0: all are needed. 3: one is not any more. 1: one could not be told.
    """
    house = House.open(stocked(read_settings(), assistant))
    with closing(house.store):
        found = [one for one in house.store.overrides(tenant).all() if id in (None, one.id)]
        if id and not found:
            raise _unknown(id)
        checked = asyncio.run(_check(house, found, User(tenant=Tenant(tenant)), assistant))
    if not found:
        click.echo(_NONE, err=True)
    for one, told in zip(found, checked, strict=True):
        click.echo(f"{one.id}  {told.state:10}  {one.pattern}\n    {told.usual}".rstrip())
    sys.exit(min((CODES[told.state] for told in checked if told.state in CODES), default=0))


async def _check(house: House, found: list[StoredOverride], user: User, assistant: str) -> list[Checked]:
    checked = []
    for one in found:
        asker = User(one.test.get("user") or user.id, user.tenant)
        asked = {"starts": one.test.get("site", ()), "assistant": one.assistant or assistant, "user": asker}
        checked.append(await check_need(house, one, partial(take, house, **asked)))
    await house.rest()
    return checked


def _result(stage: str, words: str) -> dict[str, Any]:
    """What was typed: JSON, or the bare text of a stage that gives text."""
    if stage in ("draft", "recall") and not words.lstrip().startswith("{"):
        return {"text": words}
    try:
        read = json.loads(words)
    except ValueError as error:
        raise SettingsError("result", f"is no JSON ({error}).", hint=_EXAMPLES[stage]) from error
    if not isinstance(read, dict):
        raise SettingsError("result", "is no JSON object.", hint=_EXAMPLES[stage])
    return read


_EXAMPLES = {
    "guard": 'Such as {"allowed": false, "reason": "off_topic"}.',
    "recall": "Write the question that is meant.",
    "plan": 'Such as {"decision": "refuse", "reason": "not_found", "says": "…"}.',
    "act": 'Such as {"statements": ["…"]}.',
    "weigh": 'Such as {"enough": true, "confidence": 0.9}.',
    "draft": "Write the answer.",
}


def _line(one: StoredOverride) -> str:
    where = one.assistant or "all"
    line = f"{one.id}  v{one.version}  {one.stage:6}  {where}  {one.pattern}  by {one.author}"
    if one.expires_at is None:
        return line
    return f"{line}  {'until' if one.valid(time.time()) else 'expired'} {day(one.expires_at)}"


def _unknown(id: str) -> SettingsError:
    hint = "answerable overrides list shows them."
    return SettingsError("overrides", f"there is no override {id!r}.", hint=hint)
