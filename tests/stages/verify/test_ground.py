from __future__ import annotations

from answerable.stages.verify.ground import Sentence, flat, read_evidence, sentences_of
from tests.stages.verify.claims import evidence


def test_german_ordinals_do_not_end_a_sentence() -> None:
    text = "Vom 13. Juli bis 2. August 2026 ist zu. Danach ist offen."
    assert sentences_of(text) == ["Vom 13. Juli bis 2. August 2026 ist zu.", "Danach ist offen."]


def test_a_price_may_end_a_sentence() -> None:
    assert sentences_of("It costs CHF 6.90. Express is dearer.") == [
        "It costs CHF 6.90.",
        "Express is dearer.",
    ]


def test_punctuation_does_not_matter_for_verbatim() -> None:
    assert flat("“Open: 9–17”, daily!") == flat("Open 9-17 daily")


def test_clauses_keep_their_values() -> None:
    clauses = Sentence("Standard takes 3 days, and express takes 1 day.", "en").clauses
    assert [[v.text for v in clause.values if v.kind == "number"] for clause in clauses] == [
        ["3 days"],
        ["1 day"],
    ]


def test_table_rows_stay_whole() -> None:
    read = read_evidence(evidence("Ticket | Adults | Children\nSingle, one way | 8.50 | 4.00"), "en")
    assert [sentence.row for sentence in read.sentences] == [True, True]
    assert len(read.sentences[1].clauses) == 1
