"""What the terminal shows: live progress while walking, then the outcome with numbered footnotes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from answerable.asking import and_rest, pursue
from answerable.build import House
from answerable.domain.events import Event, PageFetched, PageSkipped, PlanMade, Tell, TurnsRecalled, silence
from answerable.domain.evidence import Cell
from answerable.domain.outcome import Answer, Citation, Clarification, Failure, Outcome, Refusal, as_contract
from answerable.domain.question import Question

# Longest quote shown under an answer; the whole quote is in --json.
QUOTE_CHARS = 220
# Rows of a table a terminal shows; the rest is in --json.
ROWS = 25
# Answered, refused or not found, needs the user, failed.
EXIT_CODES: dict[type[Outcome], int] = {Answer: 0, Refusal: 3, Clarification: 4, Failure: 1}


def walked(house: House, question: Question, *, shown: bool = True) -> Outcome:
    """Walk one question; on a terminal a live line says how it goes."""
    with progress(shown=shown) as tell:
        return asyncio.run(and_rest(house, pursue(house, question, tell=tell)))


def say_if_new(named: str, question: Question) -> None:
    """A conversation may have any name; one nobody has spoken in may also be a slip of the keys."""
    if named and not question.turns:
        click.echo(f"Conversation {named!r} is new.", err=True)


@contextmanager
def progress(*, shown: bool) -> Iterator[Tell]:
    """Turns events into one live line on a terminal; silence where there is none."""
    if not shown or not sys.stderr.isatty():
        yield silence
        return
    pages = 0
    with Console(stderr=True).status("thinking …") as status:

        def hear(event: Event) -> None:
            nonlocal pages
            match event:
                case TurnsRecalled() if event.turns:
                    status.update(f"continuing after {event.turns} turns …")
                case PlanMade():
                    status.update(f"{event.decision}: {escape(event.why)} …")
                case PageFetched():
                    pages += 1
                    status.update(f"read {pages} pages · {escape(event.url)}")
                case PageSkipped():
                    status.update(f"skipped {escape(event.url)}: {escape(event.why)}")

        yield hear


def print_outcome(outcome: Outcome, *, as_json: bool) -> None:
    """Print an outcome as the contract's JSON, or for a person."""
    if as_json:
        click.echo(json.dumps(as_contract(outcome), ensure_ascii=False, indent=2))
    else:
        show(outcome)


def show(outcome: Outcome, *, resumable: bool = True) -> None:
    """Print an outcome for a person; `resumable` says how to go on with its conversation."""
    console = Console(highlight=False)
    console.soft_wrap = not console.is_terminal  # a pipe or a file gets whole lines
    console.print(escape(outcome.text))
    if isinstance(outcome, Answer):
        for element in outcome.elements:
            if element["type"] == "table":
                _table(console, element["columns"], element["rows"])
        console.print()
        for citation in outcome.citations:
            _footnote(console, citation)
    if isinstance(outcome, Clarification):
        for number, (label, _) in enumerate(outcome.choices, 1):
            console.print(f"  {number}. {escape(label)}")
    _small_print(console, outcome, resumable=resumable)


def _table(console: Console, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    shown = Table(*columns, box=SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    written = []
    for place, values in enumerate(zip(*rows, strict=True)):
        numbers = all(isinstance(value, int | float | None) for value in values)
        shown.columns[place].justify = "right" if numbers else "left"
        digits = max(map(_digits, values), default=0)
        written.append([_cell(value, digits) for value in values[:ROWS]])
    for row in zip(*written, strict=True):
        shown.add_row(*row)
    console.print(shown)
    if len(rows) > ROWS:
        console.print(f"[dim]… and {len(rows) - ROWS} more rows; --json has them all[/dim]")


def _digits(cell: Cell) -> int:
    """Digits behind the point, two at most."""
    return min(2, len(str(cell).partition(".")[2])) if isinstance(cell, float) else 0


def _cell(cell: Cell, digits: int) -> str:
    """A cell as it is shown: the numbers of a column with as many digits behind the point."""
    if isinstance(cell, int | float) and not isinstance(cell, bool) and _digits(cell) < digits:
        return f"{cell:.{digits}f}"
    return "" if cell is None else escape(str(cell))


def _footnote(console: Console, citation: Citation) -> None:
    evidence = citation.evidence
    console.print(f"[bold]\\[{citation.id}][/bold] {escape(str(evidence.locator))}")
    if address := evidence.locator.address:
        _indent(console, f"[cyan]{escape(address)}[/cyan]")
    if evidence.query:
        _indent(console, f"[cyan]{escape(' '.join(evidence.query.split()))}[/cyan]")
    quote = shortened(" ".join(citation.quote.split()), QUOTE_CHARS)
    _indent(console, f"[dim]“{escape(quote)}”[/dim]")
    if evidence.kind == "record":
        changed = f", last changed {evidence.modified_at[:16]}" if evidence.modified_at else ""
        _indent(console, f"[dim]as of {evidence.fetched_at:%Y-%m-%d %H:%M}{changed}[/dim]")


def shortened(words: str, most: int) -> str:
    """So many characters at most; what is left out shows."""
    return words if len(words) <= most else words[: most - 1] + "…"


def _indent(console: Console, line: str) -> None:
    # Padding keeps wrapped lines indented, but fills each to the full width: only a terminal wants that.
    console.print(Padding(line, (0, 0, 0, 4)) if console.is_terminal else f"    {line}")


def _small_print(console: Console, outcome: Outcome, *, resumable: bool) -> None:
    usage = outcome.usage
    parts = [
        (outcome.reason or "").replace("_", " "),
        f"confidence {outcome.confidence:.0%}" if isinstance(outcome, Answer) else "",
        "1 query" if usage.queries == 1 else f"{usage.queries} queries" if usage.queries else "",
        "1 page read" if usage.pages == 1 else f"{usage.pages} pages read" if usage.pages else "",
        f"{usage.seconds:.1f} s",
        f"continue with --conversation {outcome.conversation}" if resumable else "",
    ]
    console.print(f"[dim]{' · '.join(part for part in parts if part)}[/dim]")
