"""Questions for two things: both are told, or neither."""

from __future__ import annotations

import pytest

from tests.tables.world import answer, rows, why_not

PRACTICE = """
CREATE TABLE owners (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT);
CREATE TABLE vets (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, hired_on DATE, salary REAL);
CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, species TEXT, microchip_no TEXT, birth_date DATE,
    owner_id INTEGER REFERENCES owners (id));
CREATE TABLE invoices (id INTEGER PRIMARY KEY, invoice_no TEXT, pet_id INTEGER REFERENCES pets (id),
    vet_id INTEGER REFERENCES vets (id), total_amount REAL, goal_amount REAL, paid_on DATE);
INSERT INTO owners VALUES (1, 'Anna', 'Berg', 'Bern'), (2, 'Tom', 'Frei', 'Basel');
INSERT INTO vets VALUES (1, 'Nora', 'Vogt', '2015-02-01', 9000), (2, 'Eva', 'Lutz', '2025-03-01', 7000);
INSERT INTO pets VALUES (1, 'Mimi', 'cat', 'CH001', '2019-04-01', 1), (2, 'Rex', 'dog', NULL, '2018-02-11', 2);
INSERT INTO invoices VALUES (1, 'INV-1', 1, 1, 60, 100, '2025-11-20'), (2, 'INV-2', 2, 1, 180, 500, NULL);
"""


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What is the total amount of invoice INV-1 and when was it paid?", "en", [(60.0, "2025-11-20")]),
        ("When was Rex born and who owns him?", "en", [("2018-02-11", "Tom", "Frei")]),
        ("Wann ist Mimi geboren und wem gehört sie?", "de", [("2019-04-01", "Anna", "Berg")]),
        ("Are there pets without a microchip? Which?", "en", [("Rex",)]),
        ("Welche Mikrochipnummer hat Mimi?", "de", [("CH001",)]),
        ("Wer wurde 2025 eingestellt?", "de", [("Eva", "Lutz")]),
        ("What is the avrage total amount of the invoices?", "en", [(120.0,)]),
        ("How many invoices over 100 are there?", "en", [(1,)]),
        ("Wie viele Katzen stehen in der Kartei?", "de", [(1,)]),
        ("Wie hoch ist die Summe aller Rechnungen?", "de", [(240.0,)]),
    ],
)
def test_both_are_told(question: str, language: str, expected: list[tuple[object, ...]]) -> None:
    found = rows(PRACTICE, question, language)
    assert [row[: len(want)] for row, want in zip(found, expected, strict=True)] == expected


def test_of_a_ranked_record_too() -> None:
    assert answer("What is the largest order and who placed it?") == [(1, "Anna", "Keller", 100.0)]


def test_columns_in_a_row_are_all_shown() -> None:
    assert answer("Which articles are out of stock? I need number, category and price") == [
        ("Saw", "4712", "Tools", 34.5)
    ]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which articles are out of stock and how did we pay them?", "en"),
        ("How many orders are there and who placed them?", "en"),
        ("Wie hoch werden die Bestellungen im Jahr 2030 sein?", "de"),
        ("How many orders were packed in 2025?", "en"),
    ],
)
def test_or_neither(question: str, language: str) -> None:
    why_not(question, language)


def test_whoever_did_it_is_no_group() -> None:
    script = """
    CREATE TABLE volunteers (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE shifts (id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES projects (id),
        volunteer_id INTEGER REFERENCES volunteers (id), hours_worked REAL);
    INSERT INTO volunteers VALUES (1, 'Ann', 'Marsh'), (2, 'Bo', 'Lind');
    INSERT INTO projects VALUES (1, 'Kitchen'), (2, 'Garden');
    INSERT INTO shifts VALUES (1, 1, 1, 3), (2, 1, 2, 2), (3, 2, 1, 9);
    """
    assert rows(script, "Total hours worked by volunteers on Kitchen") == [(5.0,)]
