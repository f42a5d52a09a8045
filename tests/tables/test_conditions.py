"""Conditions as SQL: many records behind EXISTS, counted ones as a subquery."""

from __future__ import annotations

from tests.tables.world import answer, read


def test_many_records_are_asked_for_by_exists() -> None:
    sql = read("Which customers ordered article 4711 in 2025?").sql
    assert sql.count('FROM "orders"') == 1  # the same order holds both


def test_a_missing_record_is_not_exists() -> None:
    assert "NOT EXISTS" in read("Which customers have no orders?").sql


def test_counted_records_keep_their_conditions_inside() -> None:
    reading = read("Which customers have more than 1 order in 2025?")
    assert "COUNT" in reading.sql
    assert answer("Which customers have more than 1 order in 2025?") == [("Anna", "Keller")]


def test_one_record_is_joined() -> None:
    assert "INNER JOIN" in read("How many orders are from customers in Bern?").sql
