"""Answers: sentences whose numbers stand in the result, tables and charts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.domain.evidence import Table
from answerable.tables import Worded, asked_form, say
from tests.tables.world import read, run


def told(question: str, language: str = "en") -> Worded:
    reading = read(question, language)
    return say(reading, run(reading))


def test_one_number_is_a_sentence() -> None:
    assert told("How many articles do we have?") == Worded(("Number of articles: 4.",))


def test_a_value_is_told_in_the_words_it_was_asked_for() -> None:
    reading = read("How many articles do we have?")
    assert say(reading, run(reading), "How many articles do we have?") == Worded(("You have 4 articles.",))


def test_a_look_up_is_a_sentence() -> None:
    assert told("Was kostet Artikel 4711?", "de").sentences == ("Price für article no 4711: 19,90.",)


def test_only_money_keeps_its_last_nought() -> None:
    reading, table = read("What does article 4711 cost?"), Table(("price",), ((8.5,),))
    assert say(replace(reading, units=("days",)), table).sentences[0].endswith(": 8.5 days.")
    assert say(replace(reading, units=("CHF",)), table).sentences[0].endswith(": 8.50 CHF.")


def test_a_unit_follows_its_number() -> None:
    reading = replace(read("What does article 4711 cost?"), units=("CHF",))
    assert say(reading, run(reading)).sentences[0].endswith("19.90 CHF.")


def test_nothing_found_is_not_zero() -> None:
    assert told("Which open orders are from 2020?").sentences[0].startswith("No orders ")
    assert (
        told("What is the average total of orders in 2020?")
        .sentences[0]
        .startswith("There is no such number")
    )
    assert told("How many orders were there in 2020?").sentences[0].endswith(": 0.")


def test_yes_and_no_are_said_plainly() -> None:
    assert told("Is article 4711 in stock?").sentences[0].startswith("Yes, 1 found: article")
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


def test_the_headline_names_the_end_that_was_asked_for() -> None:
    few, many = (read(f"Which 2 categories have the {end} orders?") for end in ("fewest", "most"))
    table = Table(("category", "count"), (("Tools", 2), ("Colours", 3)))
    assert say(few, table).sentences[0].endswith("Tools is lowest with 2.")
    assert say(many, table).sentences[0].endswith("Colours is highest with 3.")


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("show as chart", "chart"),
        ("Can you draw that as a bar chart?", "chart"),
        ("als Diagramm", "chart"),
        ("as a pie chart", "other"),
        ("Zeig das als Tabelle, bitte.", "table"),
        ("Show me the chart of accounts", ""),
        ("orders per customer as a chart", ""),
    ],
)
def test_a_form_is_asked_for_by_itself(question: str, form: str) -> None:
    assert asked_form(question) == form


def test_a_result_is_shown_again_in_the_form_asked_for() -> None:
    drawn = read("Number of orders per customer")
    kinds = {
        form: [one["type"] for one in say(replace(drawn, shown=form), run(drawn)).elements]
        for form in ("chart", "other", "table")
    }
    assert kinds == {"chart": ["chart"], "other": ["chart"], "table": ["table"]}
    assert "no such chart" in say(replace(drawn, shown="other"), run(drawn)).sentences[-1]
    number = read("How many articles do we have?")
    assert "no chart" in say(replace(number, shown="chart"), run(number)).sentences[-1]


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
