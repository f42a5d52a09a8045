from __future__ import annotations

from typing import Any

import pytest

from answerable.evals.score import MAX_CHARS, Case, cites, figures, judge, states

WANTED = Case("a1", "answerable", "How long?", (), ("returns",), (("30 days", "thirty days"), ("free",)))
UNWANTED = Case("u1", "unanswerable", "Who is the mayor?", (), (), ())


def outcome(
    text: str = "30 days, and it is free. [1]", url: str = "http://x/returns", **more: Any
) -> dict[str, Any]:
    return {"outcome": "answer", "reason": None, "text": text, "citations": [{"url": url}]}


REFUSED = {"outcome": "refusal", "reason": "not_found", "text": "I did not find this.", "citations": []}


def test_the_right_page_and_facts_are_right() -> None:
    score = judge(WANTED, outcome())
    assert (score.page, score.fact, score.right, score.why) == (True, True, True, "right")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (outcome(url="http://x/shipping"), "wrong page"),
        (outcome("30 days."), "wrong fact"),
        (outcome("No.", "http://x/shipping"), "wrong page + wrong fact"),
        (REFUSED, "false refusal (not_found)"),
    ],
)
def test_a_failure_says_its_cause(given: dict[str, Any], why: str) -> None:
    score = judge(WANTED, given)
    assert not score.right
    assert score.why == why


def test_a_pasted_page_is_no_answer() -> None:
    assert not judge(WANTED, outcome("30 days, free. " + "x" * MAX_CHARS)).fact


def test_only_a_refusal_is_right_where_none_knows() -> None:
    assert judge(UNWANTED, REFUSED).right
    wrong = judge(UNWANTED, outcome())
    assert (wrong.right, wrong.why) == (False, "answered, should refuse")


@pytest.mark.parametrize(
    ("text", "fact", "held"),
    [
        ("within 30 days", "30 days", True),
        ("within 130 days", "30 days", False),
        ("it costs 16.50", "16.50", True),
        ("it costs 16.505", "16.50", False),
        ("it costs 1.16.50", "16.50", False),
        ("“Thirty\u00a0Days”", "thirty days", True),
        ("6–8 working days", "6-8", True),
        ("unfree", "free", False),
        ("caf\u00e9 &amp; bar", "café & bar", True),
        ("anything", "", False),
    ],
)
def test_a_fact_is_found_as_a_reader_would(text: str, fact: str, held: bool) -> None:
    assert states(text, [[fact]]) is held


@pytest.mark.parametrize(
    ("url", "gold", "cited"),
    [
        ("http://x/a/returns", "returns", True),
        ("http://x/no-returns", "returns", False),
        ("http://x/docs/", "docs/index.html", True),
        ("http://x/faq.en.html", "faq.html", True),
        ("http://x/r%C3%BCck", "rück", True),
    ],
)
def test_a_page_is_cited_by_its_path(url: str, gold: str, cited: bool) -> None:
    assert cites([{"url": url}], [gold]) is cited


def test_figures_are_shares_of_their_kind() -> None:
    found = figures([judge(WANTED, outcome()), judge(WANTED, REFUSED), judge(UNWANTED, REFUSED)])
    assert found["overall"] == pytest.approx(2 / 3)
    assert found["both"] == found["page"] == found["false_refusals"] == 0.5
    assert found["page_if_answered"] == found["right_refusals"] == 1.0
    assert found["median_chars"] == len(outcome()["text"])


def test_no_cases_give_no_figures() -> None:
    assert set(figures([]).values()) == {0.0}
