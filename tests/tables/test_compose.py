"""Whole queries: counts without doubles, ties, rounding."""

from __future__ import annotations

import pytest
from sqlglot import parse_one

from answerable.tables import Understood
from tests.tables.world import answer, ask, read, with_dialect


def test_records_met_twice_are_counted_once() -> None:
    assert sorted(answer("Number of customers per category")) == [("Colours", 2), ("Tools", 1)]


def test_all_who_share_the_first_place_are_named() -> None:
    assert {row[0] for row in answer("Which supplier has the most articles?")} == {"Bosch AG", "Meier GmbH"}


def test_averages_are_rounded_in_the_query() -> None:
    assert answer("What is the average price?") == [(17.73,)]


def test_conditions_of_a_rank_count_inside() -> None:
    assert answer("Which customer had the most orders in 2024?")[0][:2] == ("Cleo", "Meier")


@pytest.mark.parametrize("dialect", ["postgres", "mysql", "duckdb", "sqlite"])
def test_every_dialect_gets_sql_it_can_parse(dialect: str) -> None:
    parser = with_dialect(dialect)
    for question in ("Orders per quarter", "Average price per category", "Which articles are not active?"):
        parsed = ask(question, parser=parser)
        assert isinstance(parsed, Understood)
        assert parse_one(parsed.reading.sql, dialect=dialect)


def test_the_units_stand_beside_the_columns() -> None:
    reading = read("Average price per category")
    assert len(reading.units) == 2


def test_a_share_may_be_told_of_each_group() -> None:
    shares = answer("percentage of closed orders per customer")
    assert {row[0]: row[-1] for row in shares} == {"Anna": 50.0, "Cleo": 100.0}


def test_a_share_may_be_one_of_money() -> None:
    assert answer("what share of the order total is from customers in Bern?") == [(100.0,)]
