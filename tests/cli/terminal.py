"""The command line as a script sees it: words in, exit code and text out, no terminal anywhere."""

from __future__ import annotations

import asyncio
import io
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from answerable.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


def run(*words: str, typed: str = "") -> Ran:
    """Run `answerable` with these words through its real entry point."""
    out, err = io.StringIO(), io.StringIO()
    stage = patch.multiple(sys, argv=["answerable", *words], stdin=io.StringIO(typed))
    with stage, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0
        else:
            code = 0
    return Ran(code, out.getvalue(), err.getvalue())


def hear_interrupts() -> None:
    """For a child process: a test run in the background ignores Ctrl-C, and its children would inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


async def run_beside(*words: str, typed: str = "") -> Ran:
    """The same, while the servers of the test go on answering."""
    return await asyncio.to_thread(run, *words, typed=typed)
