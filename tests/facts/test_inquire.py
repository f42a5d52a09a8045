from __future__ import annotations

import pytest

from answerable.domain.evidence import Ledger
from answerable.domain.question import Question, Turn
from answerable.facts.inquire import CALLED, WHOM, gone_on, inquiries, titled, understood
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


FIRM = (
    page("https://acme.example/", "Acme Tools AG", "Headquarters: Lund\n\nFounded: 1984\n\nCEO: Anna Keller"),
    page("https://elsewhere.example/", "Nine Bells", "Acme Tools AG has 12 employees."),
)


def test_an_overview_is_what_pages_plainly_tell() -> None:
    ledger = Ledger({piece.id: piece for piece in FIRM})
    for asked in ("Tell me about Acme Tools AG", "Was weißt du über Acme Tools AG?", "Acme Tools AG"):
        inquiry, (read,) = inquiries(Question(asked, "talk", "run", NOON), ledger)
        assert inquiry.about
        assert [one.values[0].value for one in read] == ["Lund", "1984", "Anna Keller"]
    assert not inquiries(Question("Who runs Acme Tools AG?", "talk", "run", NOON), ledger)[0].about


def test_a_question_that_leans_on_one_before_asks_only_its_own() -> None:
    before = "Who is the mayor of the town where Acme Tools AG is based?"
    asked = Question("How many people live there?", "talk", "run", NOON, setting=before)
    (chain,) = understood(asked).chains
    assert [hop.relation.name for hop in chain.hops] == ["seat", "population"]
    lost = Question("And the weather of it all?", "talk", "run", NOON, setting=before)
    assert all(
        chain not in understood(lost).chains for chain in understood(Question(before, "", "", NOON)).chains
    )


def test_a_name_fills_the_question_that_asked_for_it() -> None:
    turn = Turn("What do they make?", "Whom do you mean?", "clarification", waits={WHOM: "What do {} make?"})
    asked = Question("Acme Tools AG", "talk", "run", NOON, turns=(turn,))
    assert understood(asked) == understood(Question("What do Acme Tools AG make?", "talk", "run", NOON))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("How old is the mayor?", "How old is Nils Quist?"),
        ("Wie alt ist der Bürgermeister?", "Wie alt ist Nils Quist?"),
        ("How old is the mayor of Lund?", "How old is the mayor of Lund?"),
        ("How old must a mayor be?", "How old must a mayor be?"),
        ("Who is the architect?", "Who is the architect?"),
    ],
)
def test_whom_an_answer_found_is_called_by_their_role(text: str, meant: str) -> None:
    turn = Turn("Who is the mayor of Steinberg?", "", "answer", waits={CALLED: {"mayor": "Nils Quist"}})
    assert gone_on(Question(text, "talk", "run", NOON, turns=(turn,))) == meant
