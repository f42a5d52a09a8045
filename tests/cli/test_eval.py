"""`answerable eval run` scores suites and exits by their floors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answerable.domain.events import OutcomeSettled, RunStarted, as_record
from answerable.domain.outcome import Answer, Refusal, as_contract
from answerable.store import Store
from answerable.store.traces import StoredJudgement
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


def test_a_report_is_written_beside_the_figures(folder: Path) -> None:
    report = folder / "report.html"
    told = run("eval", "run", "shop", "judge/golden", "--folder", str(folder), "--report", str(report))
    assert told.code == 0
    text = report.read_text(encoding="utf-8")
    assert "website/shop" in text
    assert "judge/golden" in text
    assert text.count("<svg") >= 3


def test_two_measurements_are_compared(tmp_path: Path) -> None:
    before, after, report = (tmp_path / name for name in ("a.json", "b.json", "c.html"))
    before.write_text('{"s": {"overall": 0.9}}', encoding="utf-8")
    after.write_text('{"s": {"overall": 0.8}}', encoding="utf-8")
    told = run("eval", "compare", str(before), str(after), "--report", str(report))
    assert told.code == 1
    assert "worse" in told.out
    assert "worse" in report.read_text(encoding="utf-8")
    assert run("eval", "compare", str(before), str(before)).code == 0
    assert run("eval", "compare", str(before)).code == 2
    after.write_text('{"s": {"overall": 0.9}, "t": {"overall": 0.1}}', encoding="utf-8")
    assert run("eval", "compare", str(before), str(after)).code == 0  # a new suite is no loss
    after.write_text("[tool]", encoding="utf-8")
    told = run("eval", "compare", str(before), str(after))
    assert told.code == 2
    assert "is no output of `answerable eval run --json`" in told.err


def test_variants_are_compared_by_their_runs(empty_home: Path, tmp_path: Path) -> None:
    store = Store.open(empty_home)
    for number in range(60):
        run_id, variant = f"r{number}", f"brief/{'ab'[number % 2]}"
        ended: dict[str, Any] = {"text": "Yes.", "conversation": run_id, "run": run_id}
        outcome = Refusal(**ended, reason="off_topic") if number % 2 else Answer(**ended)
        told = [RunStarted(run_id, run_id, "q", variant), OutcomeSettled(as_contract(outcome))]
        store.conversations("local").add_events(run_id, run_id, [as_record(event) for event in told])
    store.close()
    report = tmp_path / "variants.html"
    found = run("eval", "compare", "--variants", "brief", "--report", str(report))
    assert found.code == 0, found.err
    assert "brief/a: 30 conversations" in found.out
    (refusal,) = [line for line in found.out.splitlines() if line.startswith("refusal")]
    assert "0 -> 1 in brief/b: more, by" in refusal
    assert "no difference shown" in found.out
    assert "brief/b" in report.read_text(encoding="utf-8")
    missing = run("eval", "compare", "--variants", "nothing")
    assert (missing.code, "it takes two" in missing.err) == (2, True)


def test_complaints_become_cases(empty_home: Path, tmp_path: Path) -> None:
    store = Store.open(empty_home)
    talks = store.conversations("local")
    talks.open("c", user="ann", assistant="bookstore", starts=(), name="c")
    talks.add_turn(
        "c", "r1", "Where is it?", as_contract(Answer(text="Calm down.", conversation="c", run="r1")), []
    )
    store.traces("local").judge([StoredJudgement("r1", "c", "tone", 0.0, "scolds", "Calm down", "rule")])
    store.close()
    path = tmp_path / "mine.jsonl"
    told = run("eval", "triage", "--out", str(path))
    assert told.out == "r1  tone  scolds\n"
    assert "1 cases added" in told.err
    assert json.loads(path.read_text(encoding="utf-8"))["said"]["text"] == "Calm down."
