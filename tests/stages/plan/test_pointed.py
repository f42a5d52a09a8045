"""Words that point at somebody get the name of the one who was spoken of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from answerable.domain.question import Question, Turn
from answerable.stages.plan.pointed import ahead, pointed

BOSSES = {"Arjun Nair": "Meera Rao"}
NAMES = ("Arjun Nair", "Meera Rao", "Jens Öhler")


def said(
    text: str, language: str = "en", answer: str = "Your manager: Arjun Nair.", asked: str = "Who?"
) -> str | None:
    """What a question becomes after one turn."""
    turn = Turn(asked, answer, "answer")
    question = Question(text, "c", "r", datetime(2026, 6, 1, tzinfo=UTC), turns=(turn,), language=language)
    return pointed(
        question, lambda words: [name for name in NAMES if name in words], lambda name: BOSSES.get(name, "")
    )


@pytest.mark.parametrize(
    ("text", "language", "meant"),
    [
        ("And his manager?", "en", "Arjun Nair's manager?"),
        ("Who reports to her?", "en", "Who reports to Arjun Nair?"),
        ("and where does he work?", "en", "where does Arjun Nair work?"),
        ("Und wer ist sein Chef?", "de", "wer ist Chef von Arjun Nair?"),
        ("How many tickets are open?", "en", "How many tickets are open?"),
        (
            "Where is Jens Öhler and what does he do?",
            "en",
            "Where is Jens Öhler and what does Jens Öhler do?",
        ),
        (
            "Who leads Arjun Nair and what is her email?",
            "en",
            "Who leads Arjun Nair and what is Meera Rao's email?",
        ),
        (
            "Wer leitet Arjun Nair und wie lautet ihre E-Mail?",
            "de",
            "Wer leitet Arjun Nair und wie lautet E-Mail von Meera Rao?",
        ),
        ("The email of the manager of Arjun Nair?", "en", "The email of Meera Rao?"),
        ("Who is the manager of Arjun Nair?", "en", "Who is Arjun Nair's manager?"),
        ("How many leads of Arjun Nair are open?", "en", "How many leads of Arjun Nair are open?"),
        ("Is Meera Rao his manager?", "en", "Is Meera Rao his manager?"),
    ],
)
def test_a_pronoun_is_the_one_named_last(text: str, language: str, meant: str) -> None:
    assert said(text, language) == meant


def test_the_question_names_whom_the_answer_does_not() -> None:
    assert said("And his manager?", answer="Chicago", asked="Where is Meera Rao?") == "Meera Rao's manager?"


def test_among_several_nobody_is_taken() -> None:
    assert said("And his manager?", answer="Arjun Nair and Meera Rao") is None


def test_nobody_is_pointed_at_without_a_turn() -> None:
    question = Question("And his manager?", "c", "r", datetime(2026, 6, 1, tzinfo=UTC))
    assert pointed(question, lambda _: (), str) is None


def replied(text: str) -> str | None:
    """What a reply to "Whom do you mean?" becomes."""
    turn = Turn("Who is his boss?", "Whom?", "clarification", waits={"whom": "Who is his boss?"})
    question = Question(text, "c", "r", datetime(2026, 6, 1, tzinfo=UTC), turns=(turn,), language="en")
    return pointed(
        question, lambda words: [name for name in NAMES if name in words], lambda name: BOSSES.get(name, "")
    )


def test_a_reply_to_whom_joins_the_question() -> None:
    assert replied("I mean Meera Rao") == "Who is Meera Rao's boss?"
    assert (
        replied("How many open tickets does Meera Rao have?") == "How many open tickets does Meera Rao have?"
    )
    assert replied("Meera Rao or Arjun Nair") == "Meera Rao or Arjun Nair"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Which deals close in October?", "Which deals close in October 2026?"),
        ("Wer hat im Dezember Urlaub?", "Wer hat im Dezember 2026 Urlaub?"),
        ("Which deals close in October 2027?", "Which deals close in October 2027?"),
        ("Who is off in March?", "Who is off in March?"),
        ("Which deals were closed in October?", "Which deals were closed in October?"),
        ("How many tickets came in during October?", "How many tickets came in during October?"),
    ],
)
def test_what_is_to_come_lies_ahead(text: str, meant: str) -> None:
    assert ahead(text, datetime(2026, 6, 1, tzinfo=UTC)) == meant


@pytest.mark.parametrize(
    ("text", "language", "sql", "meant"),
    [
        ("And how much money is that?", "en", "t1.overdue", "what is the total balance of those"),
        (
            "Und wie viel Geld ist das insgesamt?",
            "de",
            "t1.status",
            "Wie hoch ist der Gesamtbetrag von ihnen",
        ),
    ],
)
def test_what_was_counted_is_asked_in_money(text: str, language: str, sql: str, meant: str) -> None:
    turn = Turn("How many?", "7", "answer", waits={"reading": {"sql": sql}})
    question = Question(text, "c", "r", datetime(2026, 6, 1, tzinfo=UTC), turns=(turn,), language=language)
    assert pointed(question, lambda _: (), str) == meant
