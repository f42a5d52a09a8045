"""T13 in short: deaths and races of evals/doubles.py, whose long run is 30,000 and 10,000 of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_deaths_and_races_have_one_effect() -> None:
    script = [sys.executable, str(ROOT / "evals" / "doubles.py"), "24", "24"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "kills: 24, wrong 0" in done.stdout
    assert "races: 24, wrong 0" in done.stdout
