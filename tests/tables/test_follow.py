"""Questions that lean on an earlier one."""

from __future__ import annotations

from answerable.tables import NotUnderstood, Reading
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


def test_without_an_earlier_question_it_is_declined() -> None:
    assert isinstance(ask("Which of them are open?"), NotUnderstood)
