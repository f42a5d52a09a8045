"""Measure how sure research is and how often it is right: python evals/suites/research/calibrate.py [seed …]

Each family of hosts of the invented web is asked alone (most facts then stand on one page) and all together. Printed
are the bands of stated confidence with the support behind them: the points of `CALIBRATION` in `facts/fact.py`.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from answerable.evals.research import OfflineWeb, ResearchScore, read_cases, run_research
from answerable.facts.fact import CALIBRATION
from answerable.sandbox.web.site import make_web
from answerable.sandbox.web.telling import FAMILIES

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01)
SEEDS = (7, 31)


def suite(seed: int) -> Path:
    """The questions of a world, written from its truth."""
    made = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("make.py")), str(seed)], capture_output=True, check=True
    )
    path = Path(tempfile.mkdtemp()) / "web.jsonl"
    path.write_bytes(made.stdout)
    return path


def support(stated: float) -> float:
    """The computed support that was stated as this confidence."""
    low, high = next(
        pair for pair in pairwise(CALIBRATION) if stated <= pair[1][1] or pair[1] == CALIBRATION[-1]
    )
    return low[0] + (stated - low[1]) / (high[1] - low[1]) * (high[0] - low[0])


def main() -> None:
    seeds = [int(text) for text in sys.argv[1:]] or list(SEEDS)
    scores: list[ResearchScore] = []
    for seed in seeds:
        cases = read_cases(suite(seed))
        for families in (FAMILIES, *((name,) for name in FAMILIES)):
            scores += asyncio.run(
                run_research(cases, OfflineWeb(make_web(seed, families=families).documents()))
            )
    given = [s for s in scores if s.outcome["outcome"] == "answer" and s.case.kind != "unanswerable"]
    sys.stdout.write(
        f"{len(given)} answers\n| from | answers | stated | support | right |\n|---|---|---|---|---|\n"
    )
    for low, high in pairwise(EDGES):
        band = [s for s in given if low <= s.outcome["confidence"] < high]
        if band:
            stated = sum(s.outcome["confidence"] for s in band) / len(band)
            right = sum(s.right for s in band) / len(band)
            sys.stdout.write(
                f"| {low} | {len(band)} | {stated:.2f} | {support(stated):.2f} | {right:.2f} |\n"
            )


if __name__ == "__main__":
    main()
