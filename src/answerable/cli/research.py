"""`answerable research`: a question that takes several steps, over the web or over folders without a network."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from answerable.asking import take
from answerable.build import House
from answerable.build.research import INDEX, add_folder
from answerable.cli.terminal import EXIT_CODES, print_outcome, say_if_new, walked
from answerable.domain.outcome import as_contract
from answerable.domain.question import User
from answerable.report import FORMATS, write_report
from answerable.settings import read_settings
from answerable.sources.search.local import LocalIndex


@click.command(name="research")
@click.argument("question")
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Search this folder of files too; it is kept in the index. May be repeated.",
)
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path), help="Write a .md, .html or .pdf report."
)
@click.option("--conversation", default="", metavar="ID", help="Continue this conversation, or begin it.")
@click.option(
    "--reject",
    "wish",
    flag_value="reject",
    help="Turn down its last answer: what it claimed is not offered again.",
)
@click.option(
    "--approve", "wish", flag_value="approve", help="Show the plan first and go on only after a yes."
)
@click.option("--now", type=click.DateTime(), default=None, metavar="DATE", help='The date of "today".')
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    question: str,
    folders: tuple[Path, ...],
    report: Path | None,
    conversation: str,
    wish: str | None,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Search, read and compare sources; say how sure the answer is."""
    if report and report.suffix[1:] not in FORMATS:
        raise click.UsageError(f"--report {report.name!r}: the name must end in .{', .'.join(FORMATS)}.")
    settings = read_settings()
    house = House.open(settings)
    if folders:
        _index(settings.home / INDEX, folders)
    if wish == "reject":
        _reject(house, conversation)
    taken = take(house, question, assistant="research", conversation=conversation, user=User(), now=now)
    taken = replace(taken, approve=wish == "approve")
    say_if_new(conversation, taken)
    outcome = walked(house, taken, shown=not as_json)
    print_outcome(outcome, as_json=as_json)
    if report:
        told = as_contract(outcome)
        report.write_bytes(write_report(report.suffix[1:], question, told, taken.language))
        click.echo(f"The report is in {report}.", err=True)
    sys.exit(EXIT_CODES[type(outcome)])


def _reject(house: House, conversation: str) -> None:
    conversations = house.store.conversations(User().tenant.id)
    turns = conversations.told(conversation)
    if not turns:
        raise click.UsageError("--reject needs --conversation ID with an answer to turn down.")
    conversations.reject(turns[-1].run)


def _index(path: Path, folders: tuple[Path, ...]) -> None:
    index = LocalIndex(path)
    for folder in folders:
        for url, why in add_folder(index, folder):
            click.echo(f"not read: {url}: {why}", err=True)
    index.close()
