"""The workplace suite is judged by values worked out from the raw records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answerable.errors import OperatorError
from answerable.evals.workplace import COMPANY, NOW, TODAY, Answers, WorkCase, judge_work, read_work_suite
from answerable.sandbox.merge.business import make_company

SUITE = Path(__file__).parents[2] / "evals" / "suites" / "workplace" / "larkfield.jsonl"


@pytest.fixture(scope="module")
def answers() -> Answers:
    return Answers(make_company(COMPANY, TODAY), NOW)


def outcome(text: str, *rows: list[Any], kind: str = "answer", reason: str | None = None) -> dict[str, Any]:
    elements = [{"type": "table", "columns": [], "rows": list(rows)}] if rows else []
    told = {"outcome": kind, "reason": reason, "text": text, "elements": elements}
    return {**told, "confidence": 0.9, "usage": {"seconds": 0.1}}


def test_every_case_has_a_truth_or_a_reason(answers: Answers) -> None:
    _, cases = read_work_suite(SUITE)
    assert len(cases) >= 140
    for case in cases:
        if case.truth:
            assert answers.to(case) is not None


def test_a_number_must_be_said(answers: Answers) -> None:
    case = WorkCase("1", "staff", "How many leads?", "count_of", ("crm", "leads"))
    right = len(make_company(COMPANY, TODAY)["crm"]["leads"])
    assert judge_work(case, outcome(f"There are {right} leads. [1]"), answers).right
    assert not judge_work(case, outcome(f"There are {right + 1} leads. [1]"), answers).right


def test_a_list_must_be_exactly_those(answers: Answers) -> None:
    case = WorkCase("1", "manager", "Who reports to me?", "report_names")
    names = answers.report_names(answers.people["manager"])
    assert judge_work(case, outcome("See the table.", *[[name] for name in names]), answers).right
    assert not judge_work(case, outcome("See the table.", *[[name] for name in names[1:]]), answers).right
    extra = [[name] for name in [*names, "Somebody Else"]]
    assert not judge_work(case, outcome("See the table.", *extra), answers).right


def test_a_decline_needs_its_reason(answers: Answers) -> None:
    case = WorkCase("1", "staff", "What does she earn?", decline="not_permitted")
    assert judge_work(case, outcome("No.", kind="refusal", reason="not_permitted"), answers).right
    assert not judge_work(case, outcome("No.", kind="refusal", reason="not_found"), answers).right


def test_a_case_without_criteria_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({"id": "1", "user": "staff", "question": "Why?"}))
    with pytest.raises(OperatorError, match="has no truth"):
        read_work_suite(path)


def test_a_case_may_say_itself_what_must_be_told(answers: Answers) -> None:
    case = WorkCase("1", "a@b.example", "How many?", values=("0.25", "Ada Kern"), never=("Bo Lind",))
    assert judge_work(case, outcome("25 % of them.", ["Ada Kern", 3]), answers).right
    assert not judge_work(case, outcome("25 % of them.", ["Ada Kerner", 3], ["Bo Lind", 4]), answers).right
    assert not judge_work(case, outcome("A quarter.", ["Ada Kern", 3]), answers).right
    assert not judge_work(case, outcome("25 %, Ada Kern", kind="refusal"), answers).right


def test_a_suite_may_bring_its_company(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    case = {"id": "1", "user": "a@b.example", "question": "How many?", "values": ["3"]}
    head = {"company": "firm.tar.xz", "now": "2026-11-16T12:00:00+00:00"}
    path.write_text(f"{json.dumps(head)}\n{json.dumps(case)}")
    company, cases = read_work_suite(path)
    assert company.archive == tmp_path / "firm.tar.xz"
    assert company.now.year == 2026
    assert cases[0].values == ("3",)
