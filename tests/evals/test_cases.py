from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answerable.errors import OperatorError
from answerable.evals.score import read_suite

ROW = {
    "id": "a1",
    "kind": "answerable",
    "question": "How long?",
    "history": [["What do you sell?", "Tents."]],
    "gold_pages": ["returns"],
    "must": [["30 days", "thirty days"]],
}
SUITES = Path(__file__).parents[2] / "evals" / "suites" / "website"


def write(folder: Path, **changes: Any) -> Path:
    (folder / "small.json").write_text('{"sandbox": "shop"}', encoding="utf-8")
    (folder / "small.jsonl").write_text(json.dumps({**ROW, **changes}) + "\n\n", encoding="utf-8")
    return folder


def test_a_suite_is_read_from_two_files(tmp_path: Path) -> None:
    suite = read_suite(write(tmp_path), "small")
    (case,) = suite.cases
    assert suite.site == {"sandbox": "shop"}
    assert case.history == ("What do you sell?",)
    assert case.must == (("30 days", "thirty days"),)


@pytest.mark.parametrize("missing", ["must", "gold_pages"])
def test_a_case_without_criteria_is_an_error(tmp_path: Path, missing: str) -> None:
    with pytest.raises(OperatorError, match=r"small\.jsonl:1: wants an answer but names no page or fact"):
        read_suite(write(tmp_path, **{missing: []}), "small")


def test_a_refusal_needs_no_facts(tmp_path: Path) -> None:
    suite = read_suite(write(tmp_path, kind="irrelevant", must=[], gold_pages=[]), "small")
    assert suite.cases[0].kind == "irrelevant"


def test_an_unknown_kind_is_named(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="has kind 'hard'"):
        read_suite(write(tmp_path, kind="hard"), "small")


def test_a_missing_suite_lists_the_others(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="Suites here: small"):
        read_suite(write(tmp_path), "big")


@pytest.mark.parametrize("name", sorted(path.stem for path in SUITES.glob("*.jsonl")))
def test_every_committed_suite_can_be_scored(name: str) -> None:
    suite = read_suite(SUITES, name)
    assert len({case.id for case in suite.cases}) == len(suite.cases) > 0
    if "folder" in suite.site:
        assert Path(suite.site["share_folder"], suite.site["start_path"]).is_file()
