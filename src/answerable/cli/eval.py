"""`answerable eval`: score suites against their committed floors, and compare two measurements."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from answerable.cli import EXIT_FAILED
from answerable.errors import OperatorError
from answerable.evals.floors import LOWER_IS_BETTER, misses, read_floors
from answerable.evals.suites import Ran, SuiteKind, chosen
from answerable.settings import read_settings

SUITES = Path("evals/suites")
FLOORS = Path("evals/floors.toml")
Figures = dict[str, Mapping[str, float]]


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
    """Run suites by kind or name (all, if none is named); exit 1 when a figure is below its floor."""
    lowest = read_floors(floors)
    found: Figures = {}
    below: list[str] = []
    for name, suite in chosen(suites, folder).items():
        ran = _run(name, *suite)
        if ran is None:
            continue
        found[name] = ran.figures
        below += misses(name, ran.figures, lowest)
        for failure in ran.failures if failures else ():
            click.echo(failure, err=as_json)
        if not as_json:
            _show(name, ran.figures)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    for miss in below:
        click.echo(f"below its floor: {miss}", err=True)
    sys.exit(EXIT_FAILED if below else 0)


def _run(full: str, kind: SuiteKind, folder: Path, name: str) -> Ran | None:
    """One suite; None, said aloud, where what it asks about is not installed."""
    try:
        return kind.run(folder, name, read_settings())
    except OperatorError as error:
        if "is not there" not in error.what:
            raise
        click.echo(f"{full}: skipped, {error}", err=True)
        return None


def _show(name: str, figures: Mapping[str, float]) -> None:
    click.echo(f"{name:<22} " + "  ".join(f"{figure} {plain(value)}" for figure, value in figures.items()))


@command.command()
@click.argument("before", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def compare(before: Path, after: Path) -> None:
    """Show what changed between two outputs of `eval run --json`; exit 1 when something got worse."""
    earlier, later = (json.loads(path.read_text(encoding="utf-8")) for path in (before, after))
    table = Table("suite", "figure", "before", "after", "")
    worse = False
    for suite in sorted({*earlier, *later}):
        for figure in sorted({*earlier.get(suite, {}), *later.get(suite, {})}):
            old, new = earlier.get(suite, {}).get(figure), later.get(suite, {}).get(figure)
            if old == new:
                continue
            better = None not in (old, new) and (new > old) != (figure in LOWER_IS_BETTER)
            worse |= not better
            table.add_row(suite, figure, plain(old), plain(new), "better" if better else "worse")
    Console().print(table if table.row_count else "Nothing changed.")
    sys.exit(EXIT_FAILED if worse else 0)


def plain(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if value > 1 else f"{value:.2f}"
