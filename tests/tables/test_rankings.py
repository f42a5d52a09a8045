"""Ranks and groups."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, names, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What is the most expensive article?", "en", {"Saw"}),
        ("Die zwei günstigsten Artikel", "de", {"Paint blue", "Paint red"}),
        ("Which customer has the most orders?", "en", {"Anna"}),
        ("Welcher Lieferant hat die meisten Artikel?", "de", {"Bosch AG", "Meier GmbH"}),
        ("Who earns the most?", "en", {"Eva"}),
        ("Who is the youngest employee?", "en", {"Uwe"}),
        ("Top 1 customers by total", "en", {"Anna"}),
        ("Which category has the highest average price?", "en", {"Tools"}),
        ("Which article has the largest stock?", "en", {"Paint blue"}),
    ],
)
def test_the_first_ones_are_found(question: str, language: str, expected: set[str]) -> None:
    assert names(question, language) == expected


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which customer has the lowest order?", "en", "Anna"),
        ("customer with the smallest order", "en", "Anna"),
        ("Welcher Kunde hat die niedrigste Bestellung?", "de", "Anna"),
        ("Which customer has the lowest orders?", "en", "Cleo"),
    ],
)
def test_one_record_is_not_all_of_them(question: str, language: str, expected: str) -> None:
    assert names(question, language) == {expected}


def test_groups_are_counted_and_summed() -> None:
    assert sorted(answer("Number of articles per category")) == [("Colours", 2), ("Tools", 2)]
    assert sorted(answer("Bestand je Kategorie", "de")) == [("Colours", 47), ("Tools", 12)]
    assert answer("Orders per year") == [("2024", 1), ("2025", 2)]


def test_the_best_is_an_opinion() -> None:
    assert why_not("Who is the best employee?")


def test_customers_are_good_by_what_they_bring() -> None:
    for question in ("Who is the best customer?", "Wer ist der beste Kunde?", "Who is the biggest customer?"):
        assert answer(question, "de" if question.startswith("Wer") else "en") == [("Anna", "Keller", 150.5)]
    assert [row[:2] for row in answer("Top 2 customers")] == [("Anna", "Keller"), ("Cleo", "Meier")]


def test_a_sorted_list_leaves_nothing_out() -> None:
    assert [row[0] for row in answer("articles sorted by price")] == [
        "Paint blue",
        "Paint red",
        "Hammer",
        "Saw",
    ]
    assert [row[0] for row in answer("Artikel sortiert nach Preis absteigend", "de")][:2] == ["Saw", "Hammer"]
    assert len(answer("customers sorted by e-mail")) == 3  # one has none
    assert len(answer("Top 2 articles by price in descending order")) == 2
