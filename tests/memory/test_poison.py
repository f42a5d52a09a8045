"""T21 in short: the falsehoods of evals/poison.py, whose long run is 100 of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.poison import MARK, falsehoods, poisoned
from tests.stages.plan.firm import firm_records

COUNT = 12


@pytest.fixture
def company(tmp_path: Path) -> Path:
    folder = tmp_path / "company"
    for place, records in firm_records().items():
        path = folder / f"{place}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(records), "utf-8")
    return folder


async def test_what_one_plants_reaches_nobody_else(tmp_path: Path, company: Path) -> None:
    found = await poisoned(tmp_path, COUNT, company, each=2)
    assert found.wrong == []
    assert (found.planted, found.kept > 2, found.read > 1, found.recalled > 1) == (COUNT, True, True, True)


def test_every_falsehood_bears_its_own_mark() -> None:
    planted = dict(falsehoods(COUNT))
    assert all(f"{MARK}{number}" in text for number, text in planted.items())
    assert len(set(planted.values())) == COUNT
