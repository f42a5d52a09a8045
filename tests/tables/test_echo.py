"""One value in the asker's own words."""

from __future__ import annotations

import pytest

from answerable.tables.echo import echo
from answerable.tables.form import Column, Condition, Form, Reading

MINE = Condition("=", Column("staff", "id"), (7,), term="me")


def reading(language: str = "en", *basis: str, mine: bool = False) -> Reading:
    form = Form("staff", "number", where=(MINE,) if mine else ())
    return Reading(form, "", "", language, basis=basis or ("staff",))


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("How many staff do we have in Bern?", "en", "You have 5 staff in Bern."),
        ("How many staff are there?", "en", "There are 5 staff."),
        ("How many staff does the branch have?", "en", "The branch has 5 staff."),
        ("How many staff are on leave?", "en", "5 staff are on leave."),
        ("What is the number of staff?", "en", "The number of staff is 5."),
        ("Wie viele Staff haben wir noch?", "de", "Sie haben noch 5 Staff."),
        ("Wie viele Staff gibt es in Bern?", "de", "Es gibt in Bern 5 Staff."),
        ("Wie viele Staff sind bei uns krank?", "de", "5 Staff sind bei Ihnen krank."),
        ("Wie hoch ist die Zahl der Staff?", "de", "Die Zahl der Staff beträgt 5."),
    ],
)
def test_a_question_becomes_its_answer(question: str, language: str, told: str) -> None:
    assert echo(question, reading(language), "5", "") == told


def test_what_the_question_does_not_say_stands_behind() -> None:
    days = reading("en", "days = hours / 8", "vacation days", mine=True)
    told = "You have 8.5 vacation days left (days = hours / 8)."
    assert echo("How many vacation days do I have left?", days, "8.5", "days") == told


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("How many staff do I have?", "5", ""),  # of everybody, not of the asker
        ("How many staff are there?", "1", ""),
        ("How many hours are booked?", "5", "days"),
        ("How many staff are there and who leads them?", "5", ""),
        ("How many staff do you have?", "5", ""),
        ("And in Bern?", "5", ""),
    ],
)
def test_what_cannot_be_turned_truly_is_not(question: str, value: str, unit: str) -> None:
    assert echo(question, reading(), value, unit) == ""
