"""What commands about stored things share: the home's store, whose things, and how they are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from answerable.domain.question import Tenant
from answerable.settings import read_settings
from answerable.store import Store

Noun = TypeVar("Noun")

of_tenant = click.option("--tenant", default=Tenant().id, show_default=True, help="Which tenant's.")
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@contextmanager
def opened() -> Iterator[Store]:
    """The store of the home that the settings name, closed afterwards."""
    with closing(Store.open(read_settings().home)) as store:
        yield store


def print_json(told: Any) -> None:
    click.echo(json.dumps(told, ensure_ascii=False, indent=2, default=asdict))


def print_list(found: Sequence[Noun], line: Callable[[Noun], str], *, as_json: bool, none: str = "") -> None:
    """Print stored things, a line each or as JSON; where there are none, a person is told so."""
    if as_json:
        print_json(found)
        return
    for one in found:
        click.echo(line(one))
    if none and not found:
        click.echo(none, err=True)


def day(at: float) -> str:
    """A stored time as its day, in UTC."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def minute(at: float) -> str:
    """A stored time to the minute, as this machine's clock shows it."""
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")
