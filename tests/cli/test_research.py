from __future__ import annotations

import json
from pathlib import Path

from tests.cli.terminal import run


def test_a_report_is_written_beside_the_answer(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "hale.md").write_text("# Point Hale\n\nThe lighthouse at Point Hale was built in 1871.")
    report = tmp_path / "report.md"
    question = "When was the lighthouse at Point Hale built?"
    told = run("research", question, "--folder", str(notes), "--report", str(report))
    assert told.code in (0, 3), told
    assert report.read_text().startswith(f"# {question}")


def test_a_report_of_another_kind_is_refused(tmp_path: Path) -> None:
    told = run("research", "When?", "--report", str(tmp_path / "report.docx"))
    assert told.code == 2
    assert ".md, .html, .pdf" in told.err


def test_nothing_to_search_with_is_one_sentence() -> None:
    told = run("research", "When was it built?")
    assert told.code == 2
    assert "there is nothing to search with" in told.err


def test_a_plan_is_shown_and_goes_on(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "hale.md").write_text("# Point Hale\n\nThe lighthouse at Point Hale was built in 1871.")
    question = "When was Point Hale built?"
    shown = run("research", question, "--folder", str(notes), "--approve", "--json")
    plan = json.loads(shown.out)
    assert (plan["outcome"], plan["reason"]) == ("clarification", "approval")
    yes = plan["choices"][0]["value"]
    told = run("research", yes, "--conversation", plan["conversation"])
    assert "1871" in told.out
