from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.question import Question
from answerable.facts.rows import disagreements
from tests.facts.said import page

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
ASKED = Question("How many employees does Acme AG have?", "c", "r", NOON)
SAID = page("https://lexikon.example/acme", "Acme AG", "Acme AG has 250 employees. Acme AG is based in Lund.")


def row(columns: tuple[str, ...], *cells: str | int, query: str = "") -> Evidence:
    table = Table(columns, (cells,))
    where = Locator("database", path=("firms",))
    return Evidence("r1", table.told(5, 500), "firms", where, NOON, kind="record", table=table, query=query)


def found(*evidence: Evidence, question: Question = ASKED) -> list[tuple[str, str, str]]:
    ledger = Ledger()
    ledger.add(Findings(evidence))
    sides = [step.contradiction.held for step in disagreements(question, ledger) if step.contradiction]
    return [(row.best.quote, row.value, page.value) for row, page in sides]


def test_a_cell_and_a_page_that_differ_disagree() -> None:
    cells = row(("name", "employees"), "Acme AG", 90)
    assert found(cells, SAID) == [("employees: 90", "90", "250")]


def test_a_row_without_its_name_is_about_whom_was_asked() -> None:
    cells = row(("employees",), 90, query="SELECT employees FROM firms WHERE name = 'Acme AG'")
    assert found(cells, SAID) == [("employees: 90", "90", "250")]
    assert not found(cells, SAID, question=replace(ASKED, text="How many employees does Belmo AG have?"))


def test_what_agrees_is_no_disagreement() -> None:
    assert not found(row(("name", "employees", "seat"), "Acme AG", 250, "Lund"), SAID)
    assert not found(row(("name", "employees"), "Belmo AG", 90), SAID)
