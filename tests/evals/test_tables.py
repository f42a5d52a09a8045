"""Table suites are read, run and scored through the real database source."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.tables import (
    TableCase,
    TableScore,
    read_table_suite,
    same,
    score_suite,
    table_figures,
)

SUITES = Path(__file__).parents[2] / "evals" / "suites" / "tables"


def test_the_shipped_suite_reaches_its_figures() -> None:
    figures = table_figures(score_suite(*read_table_suite(SUITES / "warehouse.jsonl")))
    assert figures["answered"] >= 0.8
    assert figures["right_if_answered"] >= 0.97
    assert figures["declined"] >= 0.98


def test_suites_are_half_german_and_large_enough() -> None:
    cases = [
        case
        for name in ("warehouse", "library", "clinic")
        for case in read_table_suite(SUITES / f"{name}.jsonl")[2]
    ]
    gold = [case for case in cases if case.gold]
    assert len(gold) >= 120
    assert len(cases) - len(gold) >= 40
    assert sum(case.language == "de" for case in gold) >= 0.5 * len(gold)


def test_a_case_without_criteria_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text(
        '{"world": "clinic", "now": "2026-01-15T09:00:00"}\n{"id": "x", "language": "en", "question": "?"}\n'
    )
    with pytest.raises(OperatorError, match="neither a gold query"):
        read_table_suite(tmp_path / "bad.jsonl")


def test_results_are_compared_by_what_they_hold() -> None:
    assert same([("a", 1), ("b", 2.004)], [("b", 2.0), ("a", 1)])
    assert same([("a", "extra")], [("a",)])
    assert not same([("a",)], [("a",), ("b",)])
    assert not same([("a", 1), ("b", 2)], [("b", 2), ("a", 1)], ordered=True)


def test_a_wrong_answer_counts_against_the_answered() -> None:
    right = TableScore(TableCase("1", "?", "en", "SELECT 1"), True, True, [], [])
    wrong = TableScore(TableCase("2", "?", "en", "SELECT 1"), True, False, [], [])
    silent = TableScore(TableCase("3", "?", "en", "SELECT 1"), False, False, [], [])
    declined = TableScore(TableCase("4", "?", "en"), False, True, [], [])
    figures = table_figures([right, wrong, silent, declined])
    assert figures["answered"] == pytest.approx(2 / 3)
    assert figures["right_if_answered"] == 0.5
    assert figures["declined"] == 1.0


def test_a_suite_may_bring_its_database(tmp_path: Path) -> None:
    (tmp_path / "boats.sql").write_text(
        "CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO boats VALUES (1, 'Ada');"
    )
    head = '{"world": "boats.sql", "now": "2026-01-15T09:00:00"}'
    case = '{"id": "1", "language": "en", "question": "How many boats are there?", "gold": "SELECT 1"}'
    (tmp_path / "boats.jsonl").write_text(f"{head}\n{case}")
    assert [one.right for one in score_suite(*read_table_suite(tmp_path / "boats.jsonl"))] == [True]


def test_an_unknown_world_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"world": "atlantis", "now": "2026-01-15T09:00:00"}')
    with pytest.raises(OperatorError, match="no world 'atlantis'"):
        read_table_suite(tmp_path / "bad.jsonl")
