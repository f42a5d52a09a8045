from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.question import Question
from answerable.facts.inquire import inquiries
from answerable.testing.house import NOON


def test_few_other_readings_are_searched() -> None:
    asked = Question("How long does the crossing with the Dotterel take?", "talk", "run", NOON)
    inquiry, read = inquiries(asked, Ledger())
    assert len(inquiry.others) > 2
    assert [one.chain for one in read[0]] == list(inquiry.chains)
    assert len(read) == 2
