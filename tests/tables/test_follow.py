"""Questions that lean on an earlier one."""

from __future__ import annotations

import pytest

from answerable.tables import NotUnderstood, Reading, Understood
from tests.tables.world import ask, read, run


def talk(*questions: str, language: str = "en") -> Reading:
    earlier: Reading | None = None
    for question in questions:
        earlier = read(question, language, earlier=earlier)
    assert earlier is not None
    return earlier


def test_a_new_value_takes_the_place_of_the_old() -> None:
    assert run(talk("How many customers live in Bern?", "and in Zurich?")).rows == ((1,),)


def test_a_new_condition_is_added() -> None:
    assert run(talk("Wie viele Bestellungen gab es 2025?", "nur die offenen", language="de")).rows == ((1,),)


def test_a_new_time_takes_the_place_of_the_old() -> None:
    assert run(talk("How many orders were there in 2025?", "and in 2024?")).rows == ((1,),)


def test_a_count_becomes_a_list() -> None:
    reading = talk("How many articles are in the category Tools?", "Which of them are out of stock?")
    assert run(reading).rows == (("Saw",),)


def test_a_number_is_split_into_groups() -> None:
    reading = talk("How many orders were there in 2025?", "per month?")
    assert run(reading).rows == (("2025-03", 1), ("2025-12", 1))


def test_another_field_of_the_same_record() -> None:
    assert run(talk("What does article 4711 cost?", "and its stock?")).rows == ((12,),)


def test_another_number_of_the_first_is_taken() -> None:
    reading = talk("Which article has the highest stock?", "and the top 2?")
    assert len(run(reading).rows) == 2


@pytest.mark.parametrize("said", ["and the second highest?", "and the second best?"])
def test_the_second_is_of_the_same_order(said: str) -> None:
    earlier = talk("Which article has the highest stock?", "and the top 2?")
    second = talk("Which article has the highest stock?", said)
    assert run(second).rows == run(earlier).rows[1:2]


def test_a_time_said_again_changes_nothing() -> None:
    first = ask("How many orders were there in 2025?")
    assert isinstance(first, Understood)
    assert talk("How many orders were there in 2025?", "and in 2025?") == first.reading


def test_what_others_have_is_counted_of_them() -> None:
    reading = talk("Which customers are there?", "how many orders do they have?")
    assert reading.form.root == "orders"
    assert reading.form.shape == "number"


def test_who_supplies_them_is_shown_beside_them() -> None:
    reading = talk("Which articles are out of stock?", "and who supplies them?")
    assert {column.entity for column in reading.form.shows} == {"articles", "suppliers"}


@pytest.mark.parametrize("said", ["what is their total?", "And what is the total amount?"])
def test_an_amount_after_a_count_is_theirs(said: str) -> None:
    assert run(talk("How many orders are closed?", said)).rows == ((175,),)


def test_a_sum_said_behind_its_column_is_theirs() -> None:
    reading = talk(
        "Welche Bestellungen sind geschlossen?", "Und wie hoch ist der Betrag insgesamt?", language="de"
    )
    assert run(reading).rows == ((175,),)


def test_a_question_complete_by_itself_inherits_nothing() -> None:
    earlier = talk("How many articles are in the category Tools?")
    assert isinstance(ask("Which suppliers do I have?", earlier=earlier), NotUnderstood)


def test_without_an_earlier_question_it_is_declined() -> None:
    assert isinstance(ask("Which of them are open?"), NotUnderstood)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("and the quarter before?", "2025-07-01"),
        ("and the one before?", "2025-07-01"),
        ("and the year after?", "2026-01-01"),
    ],
)
def test_a_time_is_told_from_the_one_spoken_of(said: str, first: str) -> None:
    during = talk("How many orders were there last quarter?", said).form.where[0]
    assert during.values[0] == first


def test_in_german_too_a_time_is_told_from_the_one_spoken_of() -> None:
    told = talk("Wie viele Bestellungen gab es im Dezember 2025?", "und im Monat davor?", language="de")
    assert told.form.where[0].values == ("2025-11-01", "2025-12-01")


def test_who_asks_for_the_people_behind_what_was_told() -> None:
    told = talk("How many open orders are there?", "who are the customers of them?")
    assert {row[0] for row in run(told).rows} == {"Anna"}
