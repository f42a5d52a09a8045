"""`answerable eval run` scores suites and exits by their floors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from answerable.cli.eval import command
from answerable.errors import OperatorError

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
    (tmp_path / "shop.jsonl").write_text(json.dumps(CASE), encoding="utf-8")
    (tmp_path / "shop.json").write_text('{"site": "shop", "sandbox": "shop"}', encoding="utf-8")
    return tmp_path


def run(folder: Path, floor: float) -> tuple[int, str]:
    floors = folder / "floors.toml"
    floors.write_text(f"[shop]\noverall = {floor}\n", encoding="utf-8")
    done = CliRunner().invoke(
        command, ["run", "shop", "--folder", str(folder), "--floors", str(floors), "--json"]
    )
    return done.exit_code, done.output


def test_a_suite_above_its_floor_exits_with_zero(folder: Path) -> None:
    code, printed = run(folder, 0.9)
    assert code == 0
    assert json.loads(printed)["shop"]["overall"] == 1.0


def test_a_suite_below_its_floor_exits_with_one(folder: Path) -> None:
    code, printed = run(folder, 1.1)
    assert code == 1
    assert "below its floor: shop overall" in printed


def test_an_unknown_suite_says_which_there_are(folder: Path) -> None:
    done = CliRunner().invoke(command, ["run", "nothing", "--folder", str(folder)])
    assert isinstance(done.exception, OperatorError)
    assert "Suites here: shop" in str(done.exception)
