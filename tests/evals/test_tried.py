"""What every suite shares: lines of JSON in, shares and figures out."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.tried import Ran, Tried, answered_figures, read_rows, share, unpacked


def test_empty_lines_are_no_cases(tmp_path: Path) -> None:
    (tmp_path / "suite.jsonl").write_text('{"id": "a"}\n\n{"id": "b"}\n', encoding="utf-8")
    found = list(read_rows(tmp_path / "suite.jsonl"))
    assert [row["id"] for row, _ in found] == ["a", "b"]
    assert found[1][1].endswith("suite.jsonl:3")


def test_the_share_of_nothing_is_none() -> None:
    assert share([]) == 0.0
    assert share([True, False]) == 0.5


def test_a_wrong_answer_is_answered_and_not_right() -> None:
    found = [(True, True, True), (True, True, False), (True, False, False), (False, False, True)]
    figures = answered_figures(found)
    assert figures == {"cases": 4.0, "answered": 2 / 3, "right_if_answered": 0.5, "declined": 1.0}


def test_only_what_failed_is_listed() -> None:
    ran = Ran({}, [Tried(id="a", question="Who?"), Tried(id="b", question="When?", why="wrong page")])
    assert ran.failures == ["b  When?: wrong page"]


def test_a_missing_archive_is_told(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="is not there"), unpacked(tmp_path / "web.tar.xz"):
        pass
