"""Whole-site crawls beside a peer and the floor: pages a second, CPU and peak memory, interleaved in one run.

    python benchmarks/crawl.py                          two documentation sites of Debian, if installed
    python benchmarks/crawl.py --site NAME=FOLDER       any folder of pages that starts at index.html
    python benchmarks/crawl.py --peer VENV/bin/python   a Python that has scrapy and trafilatura

Without --peer the two are installed into a virtual environment in a temporary folder. nginx serves the pages
when it is installed, else Python's own server. Exits with 1 when a ratio is below its floor.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "crawlers"
PEER = ("scrapy", "trafilatura", "lxml_html_clean")
SITES = {
    "python3-doc": Path("/usr/share/doc/python3.11/html"),
    "postgresql-doc-15": Path("/usr/share/doc/postgresql-doc-15/html"),
}
NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 256; }}
http {{
  include /etc/nginx/mime.types; access_log off; sendfile on; keepalive_requests 100000;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


@dataclass(frozen=True)
class Floors:
    """The lowest ratios of speed to the peer and to the floor, and the highest share of the peer's memory."""

    peer: float
    floor: float
    memory: float


FLOORS = {"python3-doc": Floors(15, 0.25, 0.5), "postgresql-doc-15": Floors(10, 0.25, 0.5)}
OTHER_SITES = Floors(10, 0.25, 0.5)


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The folder on a port of loopback, by a server in a process of its own."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        if nginx := shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"):
            settings = Path(folder) / "nginx.conf"
            settings.write_text(NGINX.format(folder=folder, port=port, root=root.resolve()))
            command = [nginx, "-c", str(settings)]
        else:
            command = [sys.executable, "-m", "http.server", str(port), "-b", "127.0.0.1", "-d", str(root)]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}/index.html"
        finally:
            server.terminate()
            server.wait()


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("The server for the pages did not start.")


def run(python: str, crawler: str, url: str) -> dict[str, float]:
    """One crawl in a fresh process."""
    finished = subprocess.run(
        [python, str(HERE / f"{crawler}.py"), url], capture_output=True, text=True, check=False
    )
    if finished.returncode:
        raise SystemExit(f"{crawler} failed on {url}:\n{finished.stderr[-2000:]}")
    cost: dict[str, float] = json.loads(finished.stdout.strip().splitlines()[-1])
    return cost


def measure(name: str, root: Path, pythons: dict[str, str], repeats: int) -> bool:
    """All crawlers in turn, so many times; says whether our ratios hold."""
    costs: dict[str, list[dict[str, float]]] = {crawler: [] for crawler in pythons}
    with served(root) as url:
        for _ in range(repeats):
            for crawler, python in pythons.items():
                costs[crawler].append(run(python, crawler, url))
    print(f"\n{name}, median of {repeats} interleaved runs")
    print(f"{'':8}{'pages':>7}{'pages/s':>10}{'CPU ms/page':>13}{'peak MB':>9}")
    for crawler, runs in costs.items():
        speed = statistics.median(one["pages"] / one["seconds"] for one in runs)
        cpu = statistics.median(one["cpu"] / one["pages"] for one in runs) * 1000
        peak = statistics.median(one["peak_mb"] for one in runs)
        print(f"{crawler:8}{runs[-1]['pages']:7.0f}{speed:10.1f}{cpu:13.2f}{peak:9.0f}")
    return judge(costs, FLOORS.get(name, OTHER_SITES))


def judge(costs: dict[str, list[dict[str, float]]], floors: Floors) -> bool:
    """The ratios, each the median over the rounds of one run of ours and one of theirs."""

    def ratio(other: str, field: str) -> float:
        pairs = zip(costs["ours"], costs[other], strict=True)
        return statistics.median(
            (theirs[field] / theirs["pages"]) / (mine[field] / mine["pages"]) for mine, theirs in pairs
        )

    memory = statistics.median(
        mine["peak_mb"] / theirs["peak_mb"] for mine, theirs in zip(costs["ours"], costs["peer"], strict=True)
    )
    rows = [
        ("speed, ours to the peer's", ratio("peer", "seconds"), floors.peer, True),
        ("speed, ours to the floor's", ratio("floor", "seconds"), floors.floor, True),
        ("peak memory, ours to the peer's", memory, floors.memory, False),
    ]
    peer, floor = ratio("peer", "cpu"), ratio("floor", "cpu")
    print(f"CPU: the peer's to ours {peer:.2f}, the floor's to ours {floor:.2f}")
    held = True
    for words, value, bound, at_least in rows:
        good = value >= bound if at_least else value <= bound
        held = held and good
        print(f"{words}: {value:.2f} ({'>=' if at_least else '<='} {bound:g}: {'yes' if good else 'NO'})")
    return held


def main() -> None:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--site", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--peer", default="", metavar="PYTHON")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    named = dict(one.split("=", 1) for one in options.site)
    sites = {name: Path(folder) for name, folder in named.items()} or SITES
    sites = {name: root for name, root in sites.items() if (root / "index.html").is_file()}
    if not sites:
        raise SystemExit("No site: install python3-doc or postgresql-doc-15, or give --site NAME=FOLDER.")
    with tempfile.TemporaryDirectory() as folder:
        peer = options.peer or str(installed(Path(folder), *PEER) / "python")
        pythons = {"ours": sys.executable, "floor": sys.executable, "peer": peer}
        held = [measure(name, root, pythons, options.repeats) for name, root in sites.items()]
    sys.exit(0 if all(held) else 1)


def installed(folder: Path, *packages: str) -> Path:
    """The commands of a new virtual environment with these packages."""
    venv.create(folder, with_pip=True)
    subprocess.run([str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *packages], check=True)
    return folder / "bin"


if __name__ == "__main__":
    main()
