"""`answerable trace`: what a run did and how long each part took, and the runs a person should look at."""

from __future__ import annotations

import getpass
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import datetime
from typing import Any

import click

from answerable.domain.question import Tenant
from answerable.errors import BadQuestion
from answerable.settings import read_settings
from answerable.store import Store
from answerable.store.feedback import StoredFeedback
from answerable.trace.export import otlp_of
from answerable.trace.redact import redact
from answerable.trace.spans import trace_of
from answerable.trace.trace import Trace

# Characters of the bar that shows when a span was under way, and of what it says about itself.
BAR, SAID = 24, 60

_tenant = click.option("--tenant", default=Tenant().id, show_default=True, help="Whose runs.")
_by = click.option(
    "--by", "person", default=getpass.getuser, metavar="NAME", help="Who does it; by default you."
)


@click.group(name="trace")
def command() -> None:
    """Show what a run did and how long it took; review flagged runs."""


@command.command()
@click.argument("run")
@_tenant
@click.option("--json", "form", flag_value="json", help="Print the trace as JSON.")
@click.option("--otlp", "form", flag_value="otlp", help="Print it as OpenTelemetry's OTLP in JSON.")
def show(run: str, tenant: str, form: str | None) -> None:
    """Show RUN as a waterfall; secrets and personal data are taken out."""
    with closing(Store.open(read_settings().home)) as store:
        trace, thumbs = read_trace(store, tenant, run)
    if form == "otlp":
        click.echo(json.dumps(otlp_of(trace, tenant=tenant), ensure_ascii=False))
    elif form == "json":
        given = [{"user": one.user, "thumb": one.thumb, "words": redact(one.words)} for one in thumbs]
        click.echo(json.dumps(trace.as_json() | {"feedback": given}, ensure_ascii=False, indent=2))
    else:
        for line in (*_head(trace), *_waterfall(trace), *_foot(trace, thumbs)):
            click.echo(line)


@command.command()
@_tenant
@click.option(
    "--state", type=click.Choice(["open", "taken", "closed", "all"]), default="open", show_default=True,
    help="Which entries.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def reviews(tenant: str, state: str, as_json: bool) -> None:
    """List runs a person should look at: attacks, leaks, thumbs down."""
    with closing(Store.open(read_settings().home)) as store:
        queue = store.reviews(tenant)
        queue.sweep()
        found = queue.latest(state="" if state == "all" else state)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
        return
    for one in found:
        when = datetime.fromtimestamp(one.created_at).astimezone().strftime("%Y-%m-%d %H:%M")
        said = "  ".join(filter(None, (one.person, redact(one.words), one.note)))
        click.echo(f"{one.run}  {when}  {one.state:6}  {one.why:10}  {said}".rstrip())


@command.command()
@click.argument("run")
@_tenant
@_by
def take(run: str, tenant: str, person: str) -> None:
    """Take RUN out of the queue of open reviews."""
    with closing(Store.open(read_settings().home)) as store:
        if not store.reviews(tenant).take(run, person):
            raise BadQuestion(f"Nothing about run {run!r} is open. See: answerable trace reviews --state all")


@command.command()
@click.argument("run")
@click.argument("note")
@_tenant
@_by
def close(run: str, note: str, tenant: str, person: str) -> None:
    """Close the review of RUN with a NOTE about what was found."""
    with closing(Store.open(read_settings().home)) as store:
        if not store.reviews(tenant).close(run, person, note):
            raise BadQuestion(f"No review of run {run!r} is open or taken. See: answerable trace reviews")


def read_trace(store: Store, tenant: str, run: str) -> tuple[Trace, list[StoredFeedback]]:
    """A run's trace and thumbs, out of what is stored anyway."""
    events, calls = store.traces(tenant).read(run)
    if not events:
        raise BadQuestion(f"There is no run {run!r}. See: answerable runs list")
    trace = trace_of(events, calls)
    thumbs = store.feedback(tenant).latest(conversation=trace.conversation)
    return trace, [one for one in thumbs if one.run == run]


def _head(trace: Trace) -> Iterator[str]:
    yield trace.question
    yield f"run {trace.run} · conversation {trace.conversation}"
    yield f"{trace.outcome}{f' ({trace.reason})' if trace.reason else ''} · {trace.spans[0].seconds:.3f} s"


def _waterfall(trace: Trace) -> Iterator[str]:
    run = trace.spans[0]
    scale = BAR / (run.seconds or 1.0)

    def below(place: int, depth: int) -> Iterator[str]:
        span = trace.spans[place]
        begin = min(BAR - 1, max(0, int((span.start - run.start) * scale)))
        bar = " " * begin + "━" * max(1, min(BAR - begin, round(span.seconds * scale)))
        name = f"{'  ' * depth}{span.name}"
        said = f"! {span.error}" if span.error else _said(span.attributes)
        yield f"{name:32.32} {span.seconds:8.3f} s  {bar:{BAR}}  {said[:SAID]}".rstrip()
        for inner in sorted(
            (n for n, s in enumerate(trace.spans) if s.parent == place), key=lambda n: trace.spans[n].start
        ):
            yield from below(inner, depth + 1)

    yield from below(0, 0)


def _said(attributes: dict[str, Any]) -> str:
    wanted = (
        "url.full",
        "db.query.summary",
        "gen_ai.tool.call.arguments",
        "answerable.purpose",
        "answerable.task",
    )
    return next((str(attributes[name]) for name in wanted if attributes.get(name)), "")


def _foot(trace: Trace, thumbs: list[StoredFeedback]) -> Iterator[str]:
    for plan in trace.plans:
        yield f"plan by {plan['by']}: {plan['decision']} {', '.join(plan['tasks'])} {plan['why']}".rstrip()
    for draft in trace.drafts:
        verdict = ", ".join(draft["objections"]) or "no objections"
        yield f"draft by {draft['by']}: {draft['claims']} claims, {verdict}, {'kept' if draft['kept'] else 'dropped'}"
    usage = trace.usage
    tokens = f"{usage.get('tokens_in', 0)} tokens in, {usage.get('tokens_out', 0)} out"
    kept = "kept" if trace.appended else "not kept"
    yield f"{tokens} · {usage.get('cost_usd', 0.0):.6f} USD · the turn was {kept} in the conversation"
    for one in thumbs:
        yield f"thumb {one.thumb} by {redact(one.user)} {redact(one.words)}".rstrip()
    if trace.answer:
        yield trace.answer
