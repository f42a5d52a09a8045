from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.question import Question
from answerable.facts.inquire import inquiries, titled
from answerable.testing.house import NOON
from tests.facts.said import page


def test_few_other_readings_are_searched() -> None:
    asked = Question("How long does the crossing with the Dotterel take?", "talk", "run", NOON)
    inquiry, read = inquiries(asked, Ledger())
    assert len(inquiry.others) > 2
    assert [one.chain for one in read[0]] == list(inquiry.chains)
    assert len(read) == 2


def test_a_heading_in_a_question_is_one_name() -> None:
    pages = [
        page("https://a.example/", title, "") for title in ("The Ferry at Dusk", "The Ferry", "Paper Lions")
    ]
    asked = "Who directed The Ferry at Dusk?"
    assert titled(asked, pages) == "Who directed “The Ferry at Dusk”?"
    both = "Which is older, The Ferry at Dusk or Paper Lions?"
    assert titled(both, pages) == both
