from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from answerable.cli.terminal import EXIT_CODES, progress, show
from answerable.domain.events import PageFetched
from answerable.domain.evidence import Evidence, Locator
from answerable.domain.outcome import Answer, Citation, Clarification, Failure, Outcome, Refusal, Usage

WHERE = Locator("website", "https://shop.example/returns", "window", ("Returns", "Window"))
EVIDENCE = Evidence("w1", "You have 30 days.", "Returns", WHERE, datetime(2026, 6, 1, tzinfo=UTC))
ANSWER = Answer(
    text="You have 30 days. [1]",
    conversation="talk",
    run="run",
    confidence=0.9,
    citations=(Citation(1, EVIDENCE, "You have 30 days."),),
)
REFUSAL = Refusal(text="I did not find this.", conversation="talk", run="run", reason="not_found")
CLARIFICATION = Clarification(text="Which?", conversation="talk", run="run", choices=(("Red", "r"),))
FAILURE = Failure(text="Something went wrong.", conversation="talk", run="run")


@pytest.mark.parametrize(
    ("outcome", "code"), [(ANSWER, 0), (REFUSAL, 3), (CLARIFICATION, 4), (FAILURE, 1)], ids=str
)
def test_every_ending_has_its_exit_code(outcome: Outcome, code: int) -> None:
    assert EXIT_CODES[type(outcome)] == code


def test_an_answer_shows_where_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    show(ANSWER)
    shown = capsys.readouterr().out
    assert "You have 30 days. [1]" in shown
    assert "Returns › Window" in shown
    assert "https://shop.example/returns#window" in shown
    assert "confidence 90%" in shown


@pytest.mark.parametrize("outcome", [REFUSAL, CLARIFICATION, FAILURE], ids=lambda o: type(o).__name__)
def test_every_other_ending_shows_its_words(outcome: Outcome, capsys: pytest.CaptureFixture[str]) -> None:
    show(outcome)
    assert outcome.text in capsys.readouterr().out


def test_choices_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    show(CLARIFICATION)
    assert "1. Red" in capsys.readouterr().out


def test_a_table_is_shown_with_its_query(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [["Zurich", 1200], ["Bern", None]]
    place = replace(EVIDENCE, locator=Locator("database", path=("stock",)), query="SELECT\n city FROM stock")
    answer = replace(
        ANSWER,
        citations=(Citation(1, place, "Zurich"),),
        elements=({"type": "table", "columns": ["city", "pieces"], "rows": rows},),
        usage=Usage(queries=1),
    )
    show(answer)
    shown = capsys.readouterr().out
    assert "Zurich    1200" in shown
    assert "SELECT city FROM stock" in shown
    assert "1 query · " in shown


def test_numbers_of_a_column_are_written_alike(capsys: pytest.CaptureFixture[str]) -> None:
    element = {"type": "table", "columns": ["n", "price"], "rows": [[1, 980.9], [2, 972], [3, 935.85]]}
    show(replace(ANSWER, elements=(element,)))
    assert [
        line.split() for line in capsys.readouterr().out.splitlines() if line.startswith(("1", "2", "3"))
    ] == [
        ["1", "980.90"],
        ["2", "972.00"],
        ["3", "935.85"],
    ]


def test_a_long_table_is_cut_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    element = {"type": "table", "columns": ["n"], "rows": [[n] for n in range(30)]}
    show(replace(ANSWER, elements=(element,)))
    assert "and 5 more rows" in capsys.readouterr().out


def test_how_to_go_on_is_told_where_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    show(REFUSAL)
    assert "continue with --conversation talk" in capsys.readouterr().out
    show(REFUSAL, resumable=False)
    assert "continue" not in capsys.readouterr().out


def test_text_from_a_page_is_never_markup(capsys: pytest.CaptureFixture[str]) -> None:
    show(Refusal(text="[bold]odd[/bold] [link=x]", conversation="talk", run="run"))
    assert "[bold]odd[/bold] [link=x]" in capsys.readouterr().out


def test_output_without_a_terminal_has_no_colours(capsys: pytest.CaptureFixture[str]) -> None:
    show(ANSWER)
    assert "\x1b" not in capsys.readouterr().out


def test_progress_without_a_terminal_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(shown=False) as tell:
        tell(PageFetched("https://shop.example/", 200, 0.1, 3))
    assert capsys.readouterr() == ("", "")


def test_long_output_is_not_cut_for_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    words = "word " * 60
    show(Refusal(text=words.strip(), conversation="talk", run="run"))
    assert words.strip() in capsys.readouterr().out
