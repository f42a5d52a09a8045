"""Comparisons with numbers, columns, averages and times."""

from __future__ import annotations

import pytest

from tests.tables.world import names, read, rows, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("articles over 10 CHF", "en", {"Hammer", "Saw"}),
        ("Artikel unter 8.20 Franken", "de", {"Paint blue"}),
        ("articles with a price between 8 and 9", "en", {"Paint blue", "Paint red"}),
        ("articles with at least 12 pieces in stock", "en", {"Hammer", "Paint blue"}),
        ("articles with 12 or more pieces in stock", "en", {"Hammer", "Paint blue"}),
        ("articles that are more expensive than the average", "en", {"Hammer", "Saw"}),
        ("Which articles are more expensive than the Hammer?", "en", {"Saw"}),
        ("articles with a higher stock than Paint red", "en", {"Hammer", "Paint blue"}),
        ("Welche Artikel haben mehr Bestand als Hammer?", "de", {"Paint blue"}),
        ("Welche Kunden haben mindestens 2 Bestellungen?", "de", {"Anna"}),
        ("Which customers have at least 1 open order?", "en", {"Anna"}),
        ("Welche Kunden haben mehr als 1 geschlossene Bestellung?", "de", set()),
        ("customers with orders before 2025", "en", {"Cleo"}),
        ("employees born after 1980", "en", {"Uwe", "Ida"}),
    ],
)
def test_comparisons_pick_the_right_records(question: str, language: str, expected: set[str]) -> None:
    assert names(question, language) == expected


def test_a_number_that_measures_nothing_is_declined() -> None:
    assert why_not("Which suppliers are over 7?")


def test_no_more_than_turns_the_comparison_round() -> None:
    assert read("articles that cost not more than 8.5").form.where[0].op == "<="


PARCELS = """
CREATE TABLE couriers (courier_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE parcels (code TEXT PRIMARY KEY, courier_id INTEGER REFERENCES couriers (courier_id), promised_on DATE,
    delivered_on DATE, planned_pickup DATE, pickup DATE);
INSERT INTO couriers VALUES (1, 'Ada'), (2, 'Ben');
INSERT INTO parcels VALUES ('early', 1, '2025-05-03', '2025-05-01', '2025-04-02', '2025-04-01'),
    ('even', 1, '2025-05-03', '2025-05-03', '2025-04-02', '2025-04-02'),
    ('late', 2, '2025-05-03', '2025-05-09', '2025-04-02', '2025-04-03'),
    ('open', 2, '2025-05-03', NULL, '2025-04-02', NULL);
"""


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which parcels were delivered later than promised?", "en", {"late"}),
        ("Which parcels were delivered after the promised date?", "en", {"late"}),
        ("Which parcels were delivered before the promised date?", "en", {"early"}),
        ("Which parcels were delivered late?", "en", {"late"}),
        ("Which parcels were delivered on time?", "en", {"early", "even"}),
        ("Welche Pakete wurden später als zugesagt zugestellt?", "de", {"late"}),
        ("Welche Pakete wurden zu spät zugestellt?", "de", {"late"}),
        ("Welche Pakete wurden pünktlich zugestellt?", "de", {"early", "even"}),
        ("parcels with a pickup later than planned", "en", {"late"}),
    ],
)
def test_two_days_of_a_record_are_compared(question: str, language: str, expected: set[str]) -> None:
    assert {row[0] for row in rows(PARCELS, question, language)} == expected


def test_days_of_different_records_are_not_compared() -> None:
    assert why_not("Which orders were placed after the birth date?")
