"""Reads a body in a process of its own, where it can be ended: parsers written in C hear nobody while they work.

A body that crashes, stalls or fills one costs itself only, and the crawl does not carry its weight. Run as a
program it sets the limits and goes on as the reader it is named: bytes in, one line of JSON out.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource

from answerable.errors import SourceUnreachable

HERE = Path(__file__).parent
HOUSE = HERE.parents[3]  # the folder that holds the package, however this process found it
# Of CPU, counted by the system from the start of the process. The slowest of 5,337 pages of manuals took 0.4 s.
MAX_CPU_SECONDS = 2.0
# Of the clock, for what waits instead of working. Chosen: time for the start on a busy machine.
MAX_SECONDS = 6.0
# 7 kB of PDF that unpack to 4 GB took 1.7 GB in the time they had, 20,000 open tags of HTML 3.7 GB. Chosen: room
# for a body of 5 MB that is taken apart. What is counted are addresses, not memory in use.
MAX_MEMORY = 768_000_000
KEPT_VARIABLES = "PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT"  # no key of ours: files break out


def taken_apart(program: str, body: bytes, url: str) -> dict[str, Any]:
    """What the reader in the file `program` says of `body`. Starts a process: use a thread."""
    # -P: the folder of the program holds files named as parts of Python are (html.py, text.py).
    command = [sys.executable, "-P", __file__, str(HERE / program), str(MAX_CPU_SECONDS)]
    env = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HOUSE), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            command, input=body, capture_output=True, check=True, timeout=MAX_SECONDS, env=env
        )
        read: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise SourceUnreachable(url, "takes too long to read") from error
    except subprocess.CalledProcessError as error:
        ended = sys.platform != "win32" and error.returncode == -signal.SIGPROF
        raise SourceUnreachable(url, "takes too long to read" if ended else "cannot be read") from error
    except ValueError as error:
        raise SourceUnreachable(url, "cannot be read") from error
    if why := read.get("why"):
        raise SourceUnreachable(url, why)
    return read


def main() -> None:
    program, seconds = sys.argv[1:]
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, float(seconds))  # nobody catches it, so it ends the process
        with suppress(ValueError, OSError):  # a system that knows no such limit, or a stricter one
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
