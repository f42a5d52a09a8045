"""Two readings with different results are put to the person; with the same result nobody is bothered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Clarification, Refusal
from answerable.settings import DatabaseSettings, read_settings

QUESTION = "What is the total cost of shipments?"  # the price paid, or the list price?
SCHEMA = """
CREATE TABLE shipments (id INTEGER PRIMARY KEY, weight REAL, price REAL, list_price REAL);
INSERT INTO shipments VALUES (1, 5, 10, 12), (2, 6, 11, 12), (3, 7, 9, 12);
"""

# Nobody named the courses whose term is told: likely, but not sure.
UNSURE = """
CREATE TABLE lecturers (id INTEGER PRIMARY KEY, name TEXT, hired_on DATE);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT, lecturer_id INTEGER REFERENCES lecturers (id),
    term TEXT, budget REAL);
INSERT INTO lecturers VALUES (1, 'Ada', '2020-01-01'), (2, 'Ben', '2021-01-01');
INSERT INTO courses VALUES (1, 'Logic', 1, 'Fall', 100), (2, 'Sets', 2, 'Spring', 200);
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shipments.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA)
    return path


@pytest.fixture
def house(database: Path) -> Iterator[House]:
    settings = replace(read_settings(), database=DatabaseSettings(url=f"sqlite:///{database}"))
    house = House.open(settings)
    yield house
    house.store.close()


async def test_readings_that_differ_are_asked_about(house: House) -> None:
    outcome = await answer(house, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Clarification)
    assert outcome.reason == "ambiguous"
    assert len(outcome.choices) == 2
    assert outcome.usage.queries == 2


@pytest.mark.parametrize("reply", ["2", "the second one", "SECOND", None])
async def test_the_reply_chooses_a_reading(house: House, reply: str | None) -> None:
    asked = await answer(house, QUESTION, assistant="warehouse", conversation="talk")
    assert isinstance(asked, Clarification)
    reply = reply or asked.choices[1][1]
    outcome = await answer(house, reply, assistant="warehouse", conversation="talk")
    assert isinstance(outcome, Answer)
    assert outcome.citations[0].evidence.title == asked.choices[1][0]
    assert outcome.usage.queries == 1


async def test_readings_that_agree_are_one(house: House, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE shipments SET list_price = price")
    outcome = await answer(house, QUESTION, assistant="warehouse")
    assert isinstance(outcome, Answer)
    assert "30" in outcome.text
    assert len(outcome.citations) == 1


async def test_the_last_result_is_shown_in_another_form(house: House) -> None:
    for question in ("How many shipments are there per weight?", "as a pie chart"):
        outcome = await answer(house, question, assistant="warehouse", conversation="talk")
    assert isinstance(outcome, Answer)
    assert [element["type"] for element in outcome.elements] == ["text", "chart"]
    assert "only bars and lines" in outcome.text


async def test_a_part_not_understood_is_named(house: House) -> None:
    outcome = await answer(
        house, "How many shipments are there, and how many giraffes are there?", assistant="warehouse"
    )
    assert isinstance(outcome, Answer)
    assert "3" in outcome.text
    assert [gap.asked for gap in outcome.gaps] == ["how many giraffes are there?"]


def spoil(path: Path) -> None:
    path.write_bytes(b"no database at all " * 500)


async def test_a_broken_database_is_said_so(house: House, database: Path) -> None:
    spoil(database)
    outcome = await answer(house, "How many shipments are there?", assistant="warehouse")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "source_down"
    assert "not a database" in outcome.text


async def test_one_mistyped_word_is_asked_about(house: House) -> None:
    asked = await answer(house, "total wheigth of shipments", assistant="warehouse", conversation="typo")
    assert isinstance(asked, Clarification)
    assert len(asked.choices) == 1
    told = await answer(house, asked.choices[0][1], assistant="warehouse", conversation="typo")
    assert isinstance(told, Answer)
    assert "18" in told.text


async def test_a_word_near_nothing_is_declined(house: House) -> None:
    outcome = await answer(house, "total insurance of shipments", assistant="warehouse")
    assert isinstance(outcome, Refusal)


async def test_an_unsure_reading_is_offered_first(house: House, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(UNSURE)
    question = "Who taught in Fall?"
    asked = await answer(house, question, assistant="warehouse", conversation="unsure")
    assert isinstance(asked, Clarification)
    assert len(asked.choices) == 1
    told = await answer(house, asked.choices[0][1], assistant="warehouse", conversation="unsure")
    assert isinstance(told, Answer)
    assert "Ada" in told.text


async def test_only_words_of_the_asker_are_named(house: House) -> None:
    await answer(house, "How many shipments are there?", assistant="warehouse", conversation="talk")
    outcome = await answer(
        house, "What share of total weight is that?", assistant="warehouse", conversation="talk"
    )
    assert isinstance(outcome, Refusal)
    assert "those" not in outcome.text
