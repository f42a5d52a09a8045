from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import AssistantError
from answerable.stages.plan.verified import read_verified

WRITTEN = """
[[query]]
en = ["What is it worth?", "How much is it worth?"]
de = ["Was ist es wert?"]
says.de = "Wert des Bestands"
sql = "SELECT 1"
"""


def test_every_way_of_asking_leads_to_the_query(tmp_path: Path) -> None:
    (tmp_path / "queries.toml").write_text(WRITTEN, encoding="utf-8")
    queries = read_verified(tmp_path / "queries.toml")
    assert {spelling: query.says for spelling, query in queries.items()} == {
        "what is it worth": "What is it worth?",
        "how much is it worth": "How much is it worth?",
        "was ist es wert": "Wert des Bestands",
    }


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("[[query]]\nsql = 'SELECT 1'", "no question"),
        ("[[query]]\nen = ['What?']", "no query"),
        ("[[query]]\nen = ['What?']\nsql = 'SELECT 1'\nsay = 'x'", r"\[\[query\]\] 1 say"),
        ("[[query", "not valid TOML"),
    ],
)
def test_a_fault_in_the_file_is_named(tmp_path: Path, written: str, fault: str) -> None:
    (tmp_path / "queries.toml").write_text(written, encoding="utf-8")
    with pytest.raises(AssistantError, match=fault):
        read_verified(tmp_path / "queries.toml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match=r"queries\.toml: does not exist"):
        read_verified(tmp_path / "queries.toml")
