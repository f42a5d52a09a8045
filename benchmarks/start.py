"""How long a command takes to say what it can do: `answerable --help` beside `llm --help` and `scrapy --help`.

    python benchmarks/start.py                  the peers are installed into a temporary virtual environment
    python benchmarks/start.py --peers FOLDER   a folder with their commands, such as VENV/bin

All interleaved in one run; exits with 1 when ours takes more than a third of either peer's time.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crawl import installed

PEERS = ("llm", "scrapy")
MOST = 1 / 3


def seconds(command: Path) -> float:
    """One start in a fresh process."""
    began = time.perf_counter()
    subprocess.run([str(command), "--help"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure(commands: dict[str, Path], repeats: int) -> bool:
    """All commands in turn, so many times; says whether the ratios hold."""
    for command in commands.values():
        seconds(command)  # files are read and compiled once
    rounds = [{name: seconds(command) for name, command in commands.items()} for _ in range(repeats)]
    for name in commands:
        print(f"{name:12}{1000 * statistics.median(one[name] for one in rounds):7.0f} ms")
    held = True
    for peer in PEERS:
        ratio = statistics.median(one["answerable"] / one[peer] for one in rounds)
        good = ratio <= MOST
        held = held and good
        print(f"ours to {peer}'s: {ratio:.2f} (<= {MOST:.2f}: {'yes' if good else 'NO'})")
    return held


def main() -> None:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--peers", type=Path, metavar="FOLDER")
    parser.add_argument("--repeats", type=int, default=11)
    options = parser.parse_args()
    ours = Path(sys.executable).with_name("answerable")
    with tempfile.TemporaryDirectory() as folder:
        peers = options.peers or installed(Path(folder), *PEERS)
        held = measure({"answerable": ours, **{name: peers / name for name in PEERS}}, options.repeats)
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
