"""`answerable eval`: score suites against their floors, compare measurements and variants, make cases of complaints."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from answerable.cli import EXIT_FAILED
from answerable.cli.stored import of_tenant, opened
from answerable.errors import BadQuestion, OperatorError
from answerable.evals.experiment import differences, read_variants
from answerable.evals.floors import misses, read_floors, way
from answerable.evals.report_page import compare_page, run_page, variants_page
from answerable.evals.suites import SuiteKind, chosen
from answerable.evals.triage import complaints, write_cases
from answerable.evals.tried import Ran
from answerable.settings import read_settings

SUITES = Path("evals/suites")
FLOORS = Path("evals/floors.toml")

_path, _file = click.Path(path_type=Path), click.Path(dir_okay=False, path_type=Path)
_report = click.option("--report", type=_file, metavar="FILE.html", help="Write a report for people.")


@click.group(name="eval")
def command() -> None:
    """Score question sets against their floors; judge, compare and triage."""


@command.command()
@click.argument("suites", nargs=-1)
@click.option("--folder", type=_path, default=SUITES, show_default=True, help="Where suites are.")
@click.option("--floors", type=_path, default=FLOORS, show_default=True, help="The lowest allowed.")
@click.option("--failures", is_flag=True, help="List every case that failed, with its cause.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@_report
def run(
    suites: tuple[str, ...], folder: Path, floors: Path, failures: bool, as_json: bool, report: Path | None
) -> None:
    """Run suites by kind or name (all, if none is named); exit 1 when a figure is below its floor."""
    lowest = read_floors(floors)
    done: dict[str, Ran] = {}
    for name, suite in chosen(suites, folder).items():
        ran = _run(name, *suite)
        if ran is None:
            continue
        done[name] = ran
        for failure in ran.failures if failures else ():
            click.echo(failure, err=as_json)
        if not as_json:
            figures = "  ".join(f"{figure} {plain(value)}" for figure, value in ran.figures.items())
            click.echo(f"{name:<22} {figures}")
    if as_json:
        click.echo(json.dumps({name: ran.figures for name, ran in done.items()}, indent=2))
    if report:
        report.write_text(run_page(done, lowest), encoding="utf-8")
    below = [miss for name, ran in done.items() for miss in misses(name, ran.figures, lowest)]
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


@command.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--variants", metavar="EXPERIMENT", help="Compare an experiment's variants by their stored runs."
)
@of_tenant
@_report
def compare(files: tuple[Path, ...], variants: str | None, tenant: str, report: Path | None) -> None:
    """Show what changed between two outputs of `eval run --json`, BEFORE and AFTER; exit 1 when something got worse."""
    if variants:
        _compare_variants(variants, tenant, report)
        return
    if len(files) != 2:
        raise BadQuestion("Name two files, BEFORE and AFTER, or an experiment with --variants.")
    earlier, later = map(_figures, files)
    if report:
        report.write_text(compare_page(earlier, later), encoding="utf-8")
    table = Table("suite", "figure", "before", "after", "")
    fell = False
    for suite in sorted({*earlier, *later}):
        for figure in sorted({*earlier.get(suite, {}), *later.get(suite, {})}):
            old, new = earlier.get(suite, {}).get(figure), later.get(suite, {}).get(figure)
            if said := way(figure, old, new):
                table.add_row(suite, figure, plain(old), plain(new), said)
                fell |= said in ("worse", "gone")
    Console().print(table if table.row_count else "Nothing changed.")
    sys.exit(EXIT_FAILED if fell else 0)


def _figures(path: Path) -> dict[str, dict[str, float]]:
    try:
        read: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
        return {suite: dict(figures) for suite, figures in read.items()}
    except (ValueError, TypeError, AttributeError):
        raise BadQuestion(f"{path} is no output of `answerable eval run --json`.") from None


def _compare_variants(name: str, tenant: str, report: Path | None) -> None:
    with opened() as store:
        variants = read_variants(store, tenant, name)
    if len(variants) < 2:
        raise BadQuestion(
            f"Runs of {len(variants)} variants of {name!r} are stored; it takes two to compare."
        )
    found = differences(variants)
    if report:
        report.write_text(variants_page(name, variants, found), encoding="utf-8")
    for one in variants:
        click.echo(f"{one}: {len(variants[one]['refusal'].values)} conversations")
    for said in found:
        click.echo(f"{said.sign:<12} {said.first:.3g} -> {said.value:.3g} in {said.variant}: {said.words}")


@command.command()
@of_tenant
@click.option(
    "--out",
    type=_file,
    metavar="FILE.jsonl",
    help="Add them to a suite, without secrets, for you to complete.",
)
def triage(tenant: str, out: Path | None) -> None:
    """List runs that were flagged, given a thumb down or judged bad, and make cases of them."""
    with opened() as store:
        for one in complaints(store, tenant):
            click.echo(f"{one.run}  {one.why}  {one.words}".rstrip())
        if out:
            added = write_cases(store, tenant, out)
            todo = "Give each its expect and criteria, then run it."
            click.echo(f"{added} cases added to {out}. {todo}", err=True)


def plain(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if value > 1 else f"{value:.2f}"
