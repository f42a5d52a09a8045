"""Answers: sentences whose numbers stand in the result, tables and charts."""

from __future__ import annotations

from dataclasses import replace

from answerable.domain.evidence import Table
from answerable.tables import Worded, say
from tests.tables.world import read, run


def told(question: str, language: str = "en") -> Worded:
    reading = read(question, language)
    return say(reading, run(reading))


def test_one_number_is_a_sentence() -> None:
    assert told("How many articles do we have?") == Worded(("Number of articles: 4.",))


def test_a_look_up_is_a_sentence() -> None:
    assert told("Was kostet Artikel 4711?", "de").sentences == ("Price für article no 4711: 19,90.",)


def test_a_unit_follows_its_number() -> None:
    reading = replace(read("What does article 4711 cost?"), units=("CHF",))
    assert say(reading, run(reading)).sentences[0].endswith("19.90 CHF.")


def test_nothing_found_is_not_zero() -> None:
    assert told("Which open orders are from 2020?").sentences[0].startswith("There is none")
    assert (
        told("What is the average total of orders in 2020?")
        .sentences[0]
        .startswith("There is no such number")
    )
    assert told("How many orders were there in 2020?").sentences[0].endswith(": 0.")


def test_yes_and_no_are_said_plainly() -> None:
    assert told("Is article 4711 in stock?").sentences[0].startswith("Yes")
    assert told("Ist Artikel 4712 an Lager?", "de").sentences[0].startswith("Nein")


def test_many_records_are_a_table_of_numbers() -> None:
    said = told("Show all articles with price")
    [table] = [element for element in said.elements if element["type"] == "table"]
    assert ["Hammer", "4711", 19.9] in table["rows"]


def test_a_comparison_is_drawn_as_bars() -> None:
    said = told("Number of orders per customer")
    chart = said.elements[1]["spec"]
    assert chart["mark"]["type"] == "bar"
    assert {"group": "Anna Keller", "value": 2} in chart["data"]["values"]
    assert "Anna Keller" in said.sentences[0]


def test_a_series_is_drawn_as_a_line() -> None:
    assert told("Orders per year").elements[1]["spec"]["mark"]["type"] == "line"


def test_a_cut_result_is_said_to_be_cut() -> None:
    reading = read("Show all articles with price")
    whole = run(reading)
    said = say(reading, Table(whole.columns, whole.rows * 3, cut=True))
    assert len(said.sentences) == 2


def test_both_averages_of_a_count_are_told() -> None:
    [sentence] = told("How many orders does a customer have on average?").sentences
    assert sentence.endswith("1.50 (or 1 if those without any count as 0).")
