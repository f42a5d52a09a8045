"""Things, negations and small words."""

from __future__ import annotations

import pytest

from tests.tables.world import names, read, rows, why_not


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("customers without email", "en", {"Ben"}),
        ("Kunden, die nicht in Bern wohnen", "de", {"Ben"}),
        ("orders that are not closed", "en", {2}),
        ("inactive articles", "en", {"Paint blue"}),
        ("customers in Bern and Zurich", "en", {"Anna", "Ben", "Cleo"}),
        ("Kunden, die nicht in Bern oder Zürich wohnen", "de", set()),
        ("customers who ordered the Hammer and Paint red", "en", set()),
        ("articles in the category Tools with less than 5 pieces in stock", "en", {"Saw"}),
        ("employees without a manager", "en", {"Eva"}),
        ("Welche Artikel sind vorrätig?", "de", {"Hammer", "Paint blue", "Paint red"}),
    ],
)
def test_conditions_are_read_as_they_are_said(question: str, language: str, expected: set[object]) -> None:
    assert names(question, language) == expected


def test_a_number_after_its_kind_identifies() -> None:
    [condition] = read("What does article 4711 cost?").form.where
    assert (condition.column.field, condition.values) == ("article_no", ("4711",))


def test_a_negation_of_nothing_is_declined() -> None:
    assert why_not("Which articles are not?")


def test_two_questions_in_one_are_declined() -> None:
    assert why_not("How many articles and what share of orders?")


PRACTICE = """
CREATE TABLE vets (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE visits (id INTEGER PRIMARY KEY, vet_id INTEGER REFERENCES vets (id), visit_at DATE, follow_up_done DATE,
    is_emergency BOOLEAN);
CREATE TABLE drugs (id INTEGER PRIMARY KEY, name TEXT, stock INTEGER, reorder_level INTEGER);
INSERT INTO vets VALUES (1, 'Ada'), (2, 'Ben');
INSERT INTO visits VALUES (1, 1, '2025-01-01', '2024-12-31', 1), (2, 1, '2025-02-01', '2025-02-02', 0),
    (3, 2, '2025-03-01', '2026-01-02', 0);
INSERT INTO drugs VALUES (1, 'Insulin', 2, 10), (2, 'Fipronil', 90, 10);
"""


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which vets have never had an emergency?", "en", [("Ben",)]),
        ("How many visits were there in 2025?", "en", [(3,)]),
        ("Which drugs need to be reordered?", "en", [("Insulin",)]),
        ("Welche Medikamente müssen nachbestellt werden?", "de", [("Insulin",)]),
    ],
)
def test_states_mean_what_columns_hold(
    question: str, language: str, expected: list[tuple[object, ...]]
) -> None:
    assert rows(PRACTICE, question, language) == expected


MOTORS = """
CREATE TABLE articles (id INTEGER PRIMARY KEY, article_no TEXT, name TEXT, stock INTEGER);
CREATE TABLE prices (id INTEGER PRIMARY KEY, article_id INTEGER REFERENCES articles (id), price_chf REAL);
""" + "".join(
    f"INSERT INTO articles VALUES ({n}, '{4000 + n}', 'Drehstrommotor {n} kW', {n});"
    f"INSERT INTO prices VALUES ({n}, {n}, {n * 10});"
    for n in range(1, 51)
)


def test_a_word_in_many_names_is_what_they_are() -> None:
    assert rows(MOTORS, "How many motors are there?") == [(50,)]


def test_a_known_number_is_no_amount() -> None:
    assert rows(MOTORS, "stock 4007") == [(7,)]


def test_words_of_names_stand_for_their_records() -> None:
    assert len(rows(MOTORS, "Zeige alle Motoren", "de")) == 50


def test_a_number_that_nothing_has_is_no_key() -> None:
    assert rows(MOTORS, "What does article 7 cost?") == []
    assert rows(MOTORS, "What does article 4007 cost?")[0][-1] == 70


def test_a_price_is_not_asked_of_itself() -> None:
    assert why_not("What does 99 cost?").unknown_words == ("99",)
