"""`answerable worker`: a process without a door that goes on with runs others have left."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Sequence

import click

from answerable.build import House
from answerable.runs.runs import Place, Runs
from answerable.settings import read_settings
from answerable.store.conversations import StoredEvent

# How long runs under way may take to end when the worker is told to stop, as a server gives them.
GRACE_SECONDS = 3.0


@click.command(name="worker")
@click.option("--until-idle", is_flag=True, help="End when no run is left that could be taken.")
def command(until_idle: bool) -> None:
    """Go on with runs whose server or worker is gone; any number of workers may share one home."""
    ended = asyncio.run(_work(until_idle=until_idle))
    click.echo(", ".join(f"{count} {name}" for name, count in sorted(ended.items())) or "No run was left.")


async def _work(*, until_idle: bool) -> Counter[str]:
    house, ended = House.open(read_settings()), Counter[str]()

    def heard(_: Place, events: Sequence[StoredEvent]) -> None:
        outcomes = (event.record["outcome"] for event in events if event.record["event"] == "OutcomeSettled")
        ended.update(outcome["outcome"] for outcome in outcomes)

    runs, told = Runs(house.store, house.engine, heard), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, told.set)
    runs.begin()
    click.echo("Working; stop with Ctrl+C.", err=True)
    sys.stderr.flush()  # for whoever waits for this line at the other end of a pipe
    try:
        await (_idle(runs, told) if until_idle else told.wait())
    finally:
        await runs.close(GRACE_SECONDS)
        await house.close()
    return ended


async def _idle(runs: Runs, told: asyncio.Event) -> None:
    """Until the shift has looked and nothing is under way; it looks every second."""
    quiet = 0
    while quiet < 2 and not told.is_set():
        await asyncio.sleep(1.0)
        quiet = 0 if len(runs) else quiet + 1
