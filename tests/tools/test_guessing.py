"""T14 in short: the guesses of evals/guessing.py, whose long run is 10,000 of each kind."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "evals" / "guessing.py"


@pytest.fixture(scope="module")
def guessing() -> Any:
    spec = importlib.util.spec_from_file_location("guessing", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["guessing"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_nobody_learns_which_orders_exist(guessing: Any) -> None:
    theirs, nobodys = await guessing.guess(150)
    assert len(theirs.bodies | nobodys.bodies) == 1
    assert guessing.kolmogorov(theirs.seconds, nobodys.seconds) > 0.001  # a busy machine, few tries


def test_a_difference_in_time_would_be_seen(guessing: Any) -> None:
    chance = random.Random(1)
    one = [chance.gauss(3.0, 0.5) for _ in range(500)]
    assert guessing.kolmogorov(one, [chance.gauss(3.0, 0.5) for _ in range(500)]) > 0.01
    assert guessing.kolmogorov(one, [value + 0.2 for value in one]) < 0.01
