"""`answerable eval run`: score question sets and hold the figures against their committed floors."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from answerable.cli import EXIT_FAILED
from answerable.errors import OperatorError
from answerable.evals.cases import read_suite
from answerable.evals.floors import misses, read_floors
from answerable.evals.score import Score, figures
from answerable.evals.website import run_suite
from answerable.settings import read_settings

SUITES = Path("evals/suites/website")
FLOORS = Path("evals/floors.toml")
SHOWN = ("overall", "both", "page", "false_refusals", "right_refusals", "median_chars")


@click.group(name="eval")
def command() -> None:
    """Score question sets against their floors."""


@command.command()
@click.argument("suites", nargs=-1)
@click.option(
    "--folder", type=click.Path(path_type=Path), default=SUITES, show_default=True, help="Where suites are."
)
@click.option(
    "--floors", type=click.Path(path_type=Path), default=FLOORS, show_default=True, help="The lowest allowed."
)
@click.option("--failures", is_flag=True, help="List every case that failed, with its cause.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def run(suites: tuple[str, ...], folder: Path, floors: Path, failures: bool, as_json: bool) -> None:
    """Run suites (all, if none is named); exit 1 when a figure is below its floor."""
    names = suites or tuple(sorted(path.stem for path in folder.glob("*.jsonl")))
    if not names:
        raise OperatorError(str(folder), "holds no suites.", hint="Run this from the project's root.")
    lowest = read_floors(floors)
    found: dict[str, dict[str, float]] = {}
    below: list[str] = []
    for name in names:
        scores = _scores(folder, name)
        if scores is None:
            continue
        found[name] = figures(scores)
        below += misses(name, found[name], lowest)
        if failures:
            _list_failures(scores)
    _show(found, as_json=as_json)
    for miss in below:
        click.echo(f"below its floor: {miss}", err=True)
    sys.exit(EXIT_FAILED if below else 0)


def _scores(folder: Path, name: str) -> list[Score] | None:
    """The scores of one suite; None, said aloud, where its site is not installed."""
    try:
        return asyncio.run(run_suite(read_suite(folder, name), read_settings()))
    except OperatorError as error:
        if "is not there" not in error.what:
            raise
        click.echo(f"{name}: skipped, {error}", err=True)
        return None


def _list_failures(scores: list[Score]) -> None:
    for score in scores:
        if not score.right:
            click.echo(f"{score.case.id}  {score.case.kind}: {score.why}")


def _show(found: dict[str, dict[str, float]], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    table = Table("suite", *SHOWN)
    for name, values in found.items():
        table.add_row(name, *(_plain(values[figure]) for figure in SHOWN))
    Console().print(table)


def _plain(value: Any) -> str:
    return f"{value:.0f}" if value > 1 else f"{value:.2f}"
