"""`answerable runs`: what was asked, how it went, and the same walk once more out of its record."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from typing import Any

import click

from answerable.build import House
from answerable.cli.ask import adjusted
from answerable.cli.stored import as_json_option, minute, of_tenant, opened, print_json
from answerable.cli.terminal import shortened
from answerable.domain.budget import Limits
from answerable.domain.nouns import from_json
from answerable.domain.outcome import as_contract
from answerable.domain.question import Question
from answerable.errors import BadQuestion
from answerable.runs.durable import replay as walk_again
from answerable.sandbox.demo import stocked
from answerable.settings import read_settings
from answerable.store.runs import StoredRun
from answerable.store.told import ToldRun

# Characters of a question in a list; with the columns before it a line fits a terminal of 100.
SHOWN = 50


@click.group(name="runs")
def command() -> None:
    """List runs, show one, or replay it."""


@command.command("list")
@of_tenant
@click.option("--conversation", default="", metavar="ID", help="Only those of this conversation.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many at most.")
@as_json_option
def listed(tenant: str, conversation: str, limit: int, as_json: bool) -> None:
    """List the newest runs first."""
    with opened() as store:
        latest = store.conversations(tenant).latest(limit=limit)
        talks = [conversation] if conversation else [talk.id for talk in latest]
        found = store.told(tenant).of(talks)[:limit]
        recorded = store.runs(tenant).recorded([run.id for run in found])
    if as_json:
        print_json([_told(run, recorded.get(run.id, 0)) for run in found])
        return
    for run in found:
        took = f"{recorded.get(run.id, 0):3} steps"
        question = shortened(run.question, SHOWN)
        click.echo(f"{run.id}  {minute(run.started_at)}  {run.status:9}  {took}  {question}")


@command.command()
@click.argument("run")
@of_tenant
@as_json_option
def show(run: str, tenant: str, as_json: bool) -> None:
    """Show RUN: what was asked, what each step took, how it ended."""
    with opened() as store:
        told = store.told(tenant).get(run)
        if told is None:
            raise BadQuestion(f"There is no run {run!r}. See: answerable runs list")
        steps = store.runs(tenant).steps(run)
        events = [e for e in store.conversations(tenant).events(told.conversation) if e.run == run]
    if as_json:
        kept = {"steps": [{"name": s.name, "gave": s.gave, "spent": s.spent} for s in steps]}
        kept["events"] = [event.record for event in events]
        print_json(_told(told, len(steps)) | kept)
        return
    click.echo(told.question)
    click.echo(f"{told.status} · {minute(told.started_at)} · conversation {told.conversation}")
    for event in events:
        said = "  ".join(f"{k}={_short(v)}" for k, v in event.record.items() if k not in ("event", "outcome"))
        click.echo(f"  {event.place:5}  {event.record['event']:15}  {said}")
    for step in steps:
        click.echo(f"  step {step.place:2}  {step.name:7}  after {step.spent['seconds']:.3f} s")
    if told.outcome:
        click.echo(told.outcome["text"])


@command.command()
@click.argument("run")
@of_tenant
@click.option("--database", default="", metavar="URL", help="The SQL database it was asked with.")
def replay(run: str, tenant: str, database: str) -> None:
    """Walk RUN again out of its record, without network, and print the outcome; exit 1 where it differs."""
    with opened() as store:
        stored = store.runs(tenant).get(run)
    if stored is None or not stored.outcome:
        raise BadQuestion(f"There is no record of an ended run {run!r}. See: answerable runs list")
    if stored.status in ("stopped", "error"):
        raise BadQuestion(f"Run {run} was ended before it had an outcome of its own: {stored.status}.")
    settings = adjusted(read_settings(), database=database)
    house = House.open(stocked(settings, str(stored.question["assistant"])))
    with closing(house.store):
        outcome = asyncio.run(_again(house, stored))
    click.echo(json.dumps(outcome, ensure_ascii=False))
    apart = list(differences(dict(stored.outcome), outcome))
    for line in apart:
        click.echo(f"answerable: {line}", err=True)
    sys.exit(1 if apart else 0)


async def _again(house: House, run: StoredRun) -> dict[str, Any]:
    question: Question = from_json(Question, run.question)
    steps = house.store.runs(run.tenant).steps(run.id)
    async with house.engine(question) as engine:
        return as_contract(await walk_again(engine, question, steps, Limits(**run.limits)))


def differences(recorded: Any, now: Any, where: str = "outcome") -> Iterator[str]:
    """Where two outcomes say something else, one line each."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in [*recorded, *(key for key in now if key not in recorded)]:
            yield from differences(recorded.get(key), now.get(key), f"{where}.{key}")
    elif isinstance(recorded, list) and isinstance(now, list):
        for place, (before, after) in enumerate(zip_longest(recorded, now)):
            yield from differences(before, after, f"{where}[{place}]")
    elif recorded != now:
        yield f"{where} was {json.dumps(recorded, ensure_ascii=False)}, is {json.dumps(now, ensure_ascii=False)}"


def _told(run: ToldRun, steps: int) -> dict[str, Any]:
    said = {"id": run.id, "conversation": run.conversation, "round": run.round, "question": run.question}
    return {**said, "status": run.status, "recorded_steps": steps, "outcome": run.outcome}


def _short(value: Any) -> str:
    return shortened(",".join(map(str, value)) if isinstance(value, list) else str(value), SHOWN)
