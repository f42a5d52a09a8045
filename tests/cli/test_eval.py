"""`answerable eval run` scores suites and exits by their floors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Ran, run

CASE = {
    "id": "s1",
    "site": "shop",
    "kind": "answerable",
    "history": [],
    "question": "How long do I have to return something?",
    "gold_pages": ["returns", "faq"],
    "must": [["30 days"]],
    "clicks": 1,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "website").mkdir()
    (tmp_path / "website" / "shop.jsonl").write_text(json.dumps(CASE), encoding="utf-8")
    (tmp_path / "website" / "shop.json").write_text('{"site": "shop", "sandbox": "shop"}', encoding="utf-8")
    return tmp_path


def scored(folder: Path, floor: float) -> Ran:
    floors = folder / "floors.toml"
    floors.write_text(f'["website/shop"]\noverall = {floor}\n', encoding="utf-8")
    return run("eval", "run", "shop", "--folder", str(folder), "--floors", str(floors), "--json")


def test_a_suite_above_its_floor_exits_with_zero(folder: Path) -> None:
    told = scored(folder, 0.9)
    assert told.code == 0
    assert json.loads(told.out)["website/shop"]["overall"] == 1.0


def test_a_suite_below_its_floor_exits_with_one(folder: Path) -> None:
    told = scored(folder, 1.1)
    assert told.code == 1
    assert "below its floor: website/shop overall" in told.err


def test_an_unknown_suite_says_which_there_are(folder: Path) -> None:
    told = run("eval", "run", "nothing", "--folder", str(folder))
    assert told.code == 2
    assert "Suites here: website/shop" in told.err
