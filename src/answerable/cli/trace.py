"""`answerable trace`: what a run did and how long each part took, and the runs a person should look at."""

from __future__ import annotations

import getpass
import json
from collections.abc import Iterator

import click

from answerable.cli.stored import as_json_option, minute, of_tenant, opened, print_json, print_list
from answerable.errors import BadQuestion
from answerable.store.feedback import StoredFeedback
from answerable.store.reviews import StoredReview
from answerable.trace.export import otlp_of
from answerable.trace.redact import redact
from answerable.trace.spans import trace_of
from answerable.trace.trace import Trace
from answerable.trace.waterfall import waterfall

_STATES = click.Choice(["open", "taken", "closed", "all"])
_by = click.option(
    "--by", "person", default=getpass.getuser, metavar="NAME", help="Who does it; by default you."
)


@click.group(name="trace")
def command() -> None:
    """Show what a run did and how long it took; review flagged runs."""


@command.command()
@click.argument("run")
@of_tenant
@click.option("--json", "form", flag_value="json", help="Print the trace as JSON.")
@click.option("--otlp", "form", flag_value="otlp", help="Print it as OpenTelemetry's OTLP in JSON.")
def show(run: str, tenant: str, form: str | None) -> None:
    """Show RUN as a waterfall; secrets and personal data are taken out."""
    with opened() as store:
        events, calls = store.traces(tenant).read(run)
        if not events:
            raise BadQuestion(f"There is no run {run!r}. See: answerable runs list")
        trace, judged = trace_of(events, calls), store.traces(tenant).judgements(run)
        given = store.feedback(tenant).latest(conversation=trace.conversation)
    thumbs = [one for one in given if one.run == run]
    if form == "otlp":
        click.echo(json.dumps(otlp_of(trace, tenant=tenant), ensure_ascii=False))
    elif form == "json":
        said = [{"user": one.user, "thumb": one.thumb, "words": redact(one.words)} for one in thumbs]
        print_json(trace.as_json() | {"judgements": judged, "feedback": said})
    else:
        for line in (*_head(trace), *waterfall(trace), *_foot(trace, thumbs)):
            click.echo(line)
        for one in judged:
            found = f"{one.criterion} {one.score:.2f}, {one.reason} {one.quote}"
            click.echo(f"judged by {one.by}: {found}".rstrip())


@command.command()
@of_tenant
@click.option("--state", type=_STATES, default="open", show_default=True, help="Which entries.")
@as_json_option
def reviews(tenant: str, state: str, as_json: bool) -> None:
    """List runs a person should look at: attacks, leaks, thumbs down."""
    with opened() as store:
        queue = store.reviews(tenant)
        queue.sweep()
        found = queue.latest(state="" if state == "all" else state)
        asked = {one.run: trace_of(store.traces(tenant).read(one.run)[0]).question for one in found}
    print_list(found, lambda one: f"{_line(one)}  “{asked[one.run]:.80}”", as_json=as_json)


def _line(one: StoredReview) -> str:
    said = "  ".join(filter(None, (one.person, redact(one.words), one.note)))
    return f"{one.run}  {minute(one.created_at)}  {one.state:6}  {one.why:10}  {said}".rstrip()


@command.command()
@click.argument("run")
@of_tenant
@_by
def take(run: str, tenant: str, person: str) -> None:
    """Take RUN out of the queue of open reviews."""
    with opened() as store:
        if not store.reviews(tenant).take(run, person):
            raise BadQuestion(f"Nothing about run {run!r} is open. See: answerable trace reviews --state all")


@command.command()
@click.argument("run")
@click.argument("note")
@of_tenant
@_by
def close(run: str, note: str, tenant: str, person: str) -> None:
    """Close the review of RUN with a NOTE about what was found."""
    with opened() as store:
        if not store.reviews(tenant).close(run, person, note):
            raise BadQuestion(f"No review of run {run!r} is open or taken. See: answerable trace reviews")


def _head(trace: Trace) -> Iterator[str]:
    yield trace.question
    yield f"run {trace.run} · conversation {trace.conversation}"
    yield f"{trace.outcome}{f' ({trace.reason})' if trace.reason else ''} · {trace.spans[0].seconds:.3f} s"


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
