"""Questions in, readings out: the parser as its callers use it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation, Term
from answerable.sources.database.database import open_database
from answerable.tables import NotUnderstood, Parsed, Parser, Unclear, Understood
from answerable.tables.parser import CHANGE, Asker
from tests.tables.world import answer, ask, catalog, names, read, run, why_not, with_dialect

NUMBER = Field(name="id", kind=Kind.NUMBER)


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("How many articles do we have?", "en", 4),
        ("Wie viele Artikel haben wir?", "de", 4),
        ("How many articles does Bosch AG supply?", "en", 2),
        ("Wie viele Bestellungen sind offen?", "de", 1),
        ("How many orders were placed last month?", "en", 1),
        ("What is the total stock?", "en", 59),
        ("Wie hoch ist der Gesamtbestand der Kategorie Tools?", "de", 12),
        ("How many different cities do our customers come from?", "en", 2),
        ("What percentage of orders is closed?", "en", 66.67),
        ("Durchschnittspreis der Artikel von Meier GmbH", "de", 8.25),
        ("Preisunterschied zwischen Artikel 4711 und Artikel 4712", "de", 14.6),
    ],
)
def test_one_number_comes_out_right(question: str, language: str, expected: float) -> None:
    assert answer(question, language) == [(pytest.approx(expected),)]


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which customers have no orders?", "en", {"Ben"}),
        ("Welche Artikel wurden nie bestellt?", "de", {"Saw"}),
        ("Which suppliers have more than 1 article?", "en", {"Bosch AG", "Meier GmbH"}),
        ("Suppliers without articles", "en", {"Leer SA"}),
        ("Welche Artikel sind teurer als 10 Franken?", "de", {"Hammer", "Saw"}),
        ("Which articles are not active?", "en", {"Paint blue"}),
        ("Which articles are below the minimum stock?", "en", {"Hammer", "Saw", "Paint red"}),
        ("Welche Artikel sind unter Mindestbestand?", "de", {"Hammer", "Saw", "Paint red"}),
        ("Which customer has the most open orders?", "en", {"Anna"}),
        ("Welche Artikel sind nicht an Lager?", "de", {"Saw"}),
        ("Which customers live in Bern or Zurich?", "en", {"Anna", "Ben", "Cleo"}),
        ("Wer wohnt in Zürich?", "de", {"Ben"}),
        ("Which customers ordered article 4711?", "en", {"Anna"}),
        ("Swiss suppliers", "en", {"Bosch AG", "Leer SA"}),
    ],
)
def test_lists_hold_the_right_records(question: str, language: str, expected: set[str]) -> None:
    assert names(question, language) == expected


def test_values_are_quoted_by_the_tree() -> None:
    reading = read('Which articles are called "Hammer"?')
    assert "'Hammer'" in reading.sql
    assert why_not('Which articles are called "x\'; DROP TABLE articles; --"?')


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Delete all articles", "en"),
        ("Lösche alle Kunden", "de"),
        ("What is the phone number of Anna Keller?", "en"),
        ("Which article will sell best next year?", "en"),
        ("Welcher Lieferant ist der beste?", "de"),
        ("How is the weather in Bern?", "en"),
        ("Warum ist Artikel 4711 so teuer?", "de"),
        ("How many invoices are unpaid?", "en"),
        ("Set the price of article 4711 to 5", "en"),
        ("What is article 4711 made of?", "en"),
        ("Which articles are over 5 square meters?", "en"),
    ],
)
def test_what_the_tables_do_not_hold_is_declined(question: str, language: str) -> None:
    assert why_not(question, language)


def test_a_word_nobody_knows_is_named() -> None:
    assert why_not("How many zorbles do we have?").unknown_words == ("zorbles",)


def test_two_likely_readings_are_both_offered() -> None:
    places = Entity(
        name="airports", key=("id",), fields=(NUMBER, Field(name="city", kind=Kind.TEXT, values=("Oslo",)))
    )
    ends = tuple(Field(name=name, kind=Kind.NUMBER) for name in ("origin_id", "destination_id"))
    flights = Entity(name="flights", key=("id",), fields=(NUMBER, *ends))
    relations = tuple(
        Relation(table="flights", columns=(end.name,), to_table="airports", to_columns=("id",))
        for end in ends
    )
    parser = Parser(Catalog(entities=(places, flights), relations=relations))
    parsed = ask("How many flights are there at Oslo?", parser=parser)
    assert isinstance(parsed, Unclear)
    assert len({reading.sql for reading in parsed.choices}) == 2
    there = ask("How many flights go to Oslo?", parser=parser)
    assert isinstance(there, Understood)
    assert "destination_id" in there.reading.sql


def test_typing_errors_are_forgiven() -> None:
    assert answer("How many custmers do we have?") == [(3,)]
    assert names("Which articles does Bosh AG supply?") == {"Hammer", "Saw"}


def test_the_asking_person_is_found_along_relations() -> None:
    parsed = ask("How many orders do I have?", asker=Asker({"employees": 2}))
    assert isinstance(parsed, Understood)
    assert run(parsed.reading).rows == ((2,),)
    team = ask("Who is in my team?", asker=Asker({"employees": 1}))
    assert isinstance(team, Understood)
    assert {row[0] for row in run(team.reading).rows} == {"Uwe", "Ida"}
    assert why_not("How many orders do I have?")


def test_business_words_mean_what_the_catalog_says() -> None:
    open_orders = Term(
        words=("pending", "hängig"), entity="orders", sql="status <> 'closed'", says="not closed"
    )
    parsed = ask("How many orders are pending?", parser=Parser(catalog(open_orders)))
    assert isinstance(parsed, Understood)
    assert run(parsed.reading).rows == ((1,),)


def test_the_other_language_is_tried_too() -> None:
    assert answer("Anzahl Artikel je Kategorie", "en") == [("Tools", 2), ("Colours", 2)]


def test_other_databases_get_their_own_sql() -> None:
    parsed = ask("Orders per month in 2025", parser=with_dialect("postgres"))
    assert isinstance(parsed, Understood)
    assert "TO_CHAR" in parsed.reading.sql


TEAM = Term(
    words=("my team", "my team members"), entity="employees", sql="manager_id = 1", says="my team = mine"
)
CLOSED = Term(words=("closed",), entity="orders", sql="status = 'closed'", says="closed = done")
EVA = Asker({"employees": 1})


@pytest.mark.parametrize(
    ("question", "asker", "rows"),
    [
        ("List my team members", EVA, {("Uwe", "Frei"), ("Ida", "Graf")}),
        ("How many people are in my team?", EVA, {(2,)}),
        ("How many employees do I have?", EVA, {(2,)}),
        ("What is the salary of my manager?", Asker({"employees": 2}), {(9000.0,)}),
        ("What share of orders is closed?", EVA, {(66.67,)}),
    ],
)
def test_words_about_the_asker_stay_together(
    question: str, asker: Asker, rows: set[tuple[object, ...]]
) -> None:
    parsed = ask(question, parser=Parser(catalog(TEAM, CLOSED)), asker=asker)
    assert isinstance(parsed, Understood), parsed
    assert set(run(parsed.reading).rows) == rows


def test_meanings_are_stated_in_what_is_said() -> None:
    parsed = ask("How many orders are closed?", parser=Parser(catalog(CLOSED)))
    assert isinstance(parsed, Understood)
    assert parsed.reading.says == "Number of orders (closed = done)"


def test_choices_are_never_called_the_same() -> None:
    parsed = ask("How many employees do I have?", parser=Parser(catalog(TEAM)), asker=EVA)
    choices = parsed.choices if isinstance(parsed, Unclear) else ()
    assert len({reading.says for reading in choices}) == len(choices)


# The shapes of the three databases everybody tries first: a music shop, a trader, a film rental.
RENTAL = """
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, length INT, rental_duration INT);
CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
CREATE TABLE film_actor (actor_id INT REFERENCES actor, film_id INT REFERENCES film,
    PRIMARY KEY (actor_id, film_id));
CREATE TABLE store (store_id INTEGER PRIMARY KEY, town TEXT);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, store_id INT REFERENCES store);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, active CHAR(1),
    store_id INT REFERENCES store);
CREATE TABLE inventory (inventory_id INTEGER PRIMARY KEY, film_id INT REFERENCES film);
CREATE TABLE rental (rental_id INTEGER PRIMARY KEY, rental_date TIMESTAMP, return_date TIMESTAMP,
    inventory_id INT REFERENCES inventory, customer_id INT REFERENCES customer);
CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, customer_id INT REFERENCES customer,
    staff_id INT REFERENCES staff, amount DECIMAL(5,2), payment_date TIMESTAMP);
INSERT INTO film VALUES (1, 'Agent', 130, 3), (2, 'Bandit', 95, 7), (3, 'Comet', 121, 5);
INSERT INTO actor VALUES (1, 'Nick', 'Wahl'), (2, 'Uma', 'Wood');
INSERT INTO film_actor VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO store VALUES (1, 'Bern'), (2, 'Basel');
INSERT INTO staff VALUES (1, 'Mike', 'Hill', 1), (2, 'Jon', 'Step', 2);
INSERT INTO customer VALUES (1, 'Mary', 'Lee', 'Y', 2), (2, 'Olga', 'May', 'N', 1);
INSERT INTO inventory VALUES (1, 1), (2, 1), (3, 2);
INSERT INTO rental VALUES (1, '2025-03-02', '2025-03-05', 1, 1), (2, '2025-03-09', NULL, 3, 1),
    (3, '2025-04-01', '2025-04-03', 2, 2);
INSERT INTO payment VALUES (1, 1, 1, 4.99, '2025-03-02'), (2, 1, 1, 2.5, '2025-03-09'), (3, 2, 2, 1.0, '2025-04-01');
"""
TRADER = """
CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, CompanyName TEXT, City TEXT);
CREATE TABLE Employees (EmployeeID INTEGER PRIMARY KEY, LastName TEXT, FirstName TEXT, City TEXT,
    ReportsTo INTEGER REFERENCES Employees(EmployeeID));
CREATE TABLE Products (ProductID INTEGER PRIMARY KEY, ProductName TEXT, UnitsOnOrder INTEGER);
CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, CustomerID TEXT REFERENCES Customers,
    EmployeeID INTEGER REFERENCES Employees, OrderDate DATETIME, RequiredDate DATETIME, ShippedDate DATETIME,
    Freight NUMERIC, ShipCity TEXT);
CREATE TABLE [Order Details] (OrderID INTEGER REFERENCES Orders, ProductID INTEGER REFERENCES Products,
    UnitPrice NUMERIC, Quantity INTEGER, Discount REAL, PRIMARY KEY (OrderID, ProductID));
INSERT INTO Customers VALUES ('A', 'Alfreds', 'London'), ('Q', 'Quick', 'Berlin');
INSERT INTO Employees VALUES (1, 'Fuller', 'Andrew', 'Seattle', NULL), (2, 'Davolio', 'Nancy', 'Tacoma', 1);
INSERT INTO Products VALUES (1, 'Chai', 40), (2, 'Tofu', 0);
INSERT INTO Orders VALUES (1, 'A', 2, '2025-02-20', '2025-03-10', '2025-03-12', 99, 'London'),
    (2, 'Q', 1, '2025-03-01', '2025-04-02', '2025-03-05', 5, 'Berlin'),
    (3, 'Q', 2, '2025-05-01', '2025-06-02', NULL, 5, 'Berlin');
INSERT INTO [Order Details] VALUES (1, 1, 10, 2, 0.1), (2, 1, 10, 5, 0), (2, 2, 4, 1, 0), (3, 2, 4, 2, 0.5);
"""
MUSIC = """
CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT, Milliseconds INTEGER);
CREATE TABLE Playlist (PlaylistId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE PlaylistTrack (PlaylistId INTEGER REFERENCES Playlist, TrackId INTEGER REFERENCES Track,
    PRIMARY KEY (PlaylistId, TrackId));
CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, LastName TEXT, FirstName TEXT);
CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT,
    SupportRepId INTEGER REFERENCES Employee(EmployeeId));
CREATE TABLE Invoice (InvoiceId INTEGER PRIMARY KEY, CustomerId INTEGER REFERENCES Customer, InvoiceDate DATETIME);
CREATE TABLE InvoiceLine (InvoiceLineId INTEGER PRIMARY KEY, InvoiceId INTEGER REFERENCES Invoice,
    TrackId INTEGER REFERENCES Track, UnitPrice NUMERIC, Quantity INTEGER);
INSERT INTO Track VALUES (1, 'Alba', 310000), (2, 'Brisa', 290000), (3, 'Cielo', 200000);
INSERT INTO Playlist VALUES (1, 'Calm'), (2, 'Void');
INSERT INTO PlaylistTrack VALUES (1, 1), (1, 2);
INSERT INTO Employee VALUES (1, 'Park', 'Margaret'), (2, 'Peacock', 'Jane');
INSERT INTO Customer VALUES (1, 'Ana', 'Rey', 1), (2, 'Ben', 'Sol', 1), (3, 'Cem', 'Tas', 2);
INSERT INTO Invoice VALUES (1, 1, '2025-01-01'), (2, 2, '2025-02-01');
INSERT INTO InvoiceLine VALUES (1, 1, 1, 0.99, 1), (2, 2, 2, 1.99, 3);
"""


def asked(
    schema: str, folder: Path, question: str, language: str = "en"
) -> tuple[Parsed, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(folder / "shop.db")) as made:
        made.executescript(schema)
    database = open_database(f"sqlite:///{folder / 'shop.db'}")
    parsed = Parser(database.catalog()).parse(question, language, datetime(2026, 1, 15))
    rows = database.query(parsed.reading.sql).rows if isinstance(parsed, Understood) else ()
    database.close()
    return parsed, [tuple(row) for row in rows]


@pytest.mark.parametrize(
    ("schema", "question", "language", "rows"),
    [
        # a number with a unit is a quantity of it, whatever the column is in
        (MUSIC, "How many tracks are longer than 5 minutes?", "en", [(1,)]),
        (MUSIC, "Which tracks are shorter than 250 seconds?", "en", [("Cielo",)]),
        (RENTAL, "Which films are longer than two hours?", "en", [("Agent",), ("Comet",)]),
        (RENTAL, "Wie viele Filme dauern länger als zwei Stunden?", "de", [(2,)]),
        (RENTAL, "Wie lang ist der längste Film?", "de", [(130,)]),
        # whom a question names has a place of their own, though nobody of them lives there
        (TRADER, "How many employees live in London?", "en", [(0,)]),
        (TRADER, "How many customers live in London?", "en", [(1,)]),
        # the date that is called after its record
        (TRADER, "How many orders were placed in March 2025?", "en", [(1,)]),
        (TRADER, "What is the oldest order?", "en", [(1, "2025-02-20")]),
        (RENTAL, "What is the oldest rental?", "en", [(1, "2025-03-02")]),
        (TRADER, "How many orders were shipped late?", "en", [(1,)]),
        # sold most
        (MUSIC, "What is the best selling track?", "en", [("Brisa", 3)]),
        (MUSIC, "Die meistverkauften Tracks", "de", [("Brisa", 3)]),
        # money
        (RENTAL, "How much did each customer spend?", "en", [("Mary", "Lee", 7.49), ("Olga", "May", 1.0)]),
        (RENTAL, "Which staff member took in the most money?", "en", [("Mike", "Hill", 7.49)]),
        (TRADER, "What is the total revenue?", "en", [(76.0,)]),
        (TRADER, "How much did each customer spend?", "en", [("Quick", 58.0), ("Alfreds", 18.0)]),
        (TRADER, "Which customer spent the most?", "en", [("Quick", 58.0)]),
        (TRADER, "What is the largest order?", "en", [(2, 54.0)]),
        (TRADER, "What is the average order value?", "en", [(25.33, 25.33)]),
        # who does what
        (MUSIC, "How many customers does Margaret Park support?", "en", [(2,)]),
        (RENTAL, "How many films did Nick Wahl act in?", "en", [(2,)]),
        (RENTAL, "Which actor appeared in the most films?", "en", [("Nick", "Wahl", 2)]),
        (TRADER, "Who reports to Andrew Fuller?", "en", [("Nancy", "Davolio")]),
        (TRADER, "Which customers ordered more than 1 times?", "en", [("Quick",)]),
        (TRADER, "How many units are on order?", "en", [(40,)]),
        # what is there, and what is not
        (RENTAL, "How many rentals are still out?", "en", [(1,)]),
        (RENTAL, "Which customers have not returned their films?", "en", [("Mary", "Lee")]),
        (RENTAL, "How many copies of each film do we have?", "en", [("Agent", 2), ("Bandit", 1)]),
    ],
)
def test_well_known_shapes_are_answered(
    schema: str, question: str, language: str, rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    parsed, found = asked(schema, tmp_path, question, language)
    assert isinstance(parsed, Understood), parsed
    short = [tuple(str(v)[:10] if isinstance(v, str) else v for v in row) for row in found]
    assert short == rows, parsed.reading.sql


@pytest.mark.parametrize(
    ("schema", "question", "says"),
    [
        (RENTAL, "Which films are longer than two hours?", "films with length over 120 minutes"),
        (RENTAL, "Which customers are inactive?", "customers with not active"),
        (RENTAL, "How many films star Nick Wahl?", "Number of films with actor “Nick Wahl”"),
        (TRADER, "Total revenue", "Total revenue (revenue = Quantity × UnitPrice × (1 − Discount))"),
    ],
)
def test_what_was_taken_for_granted_is_said(schema: str, question: str, says: str, tmp_path: Path) -> None:
    parsed, _ = asked(schema, tmp_path, question)
    assert isinstance(parsed, Understood), parsed
    assert parsed.reading.says == says


def test_a_unit_nobody_stored_is_declined(tmp_path: Path) -> None:
    schema = "CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, title TEXT, duration INT);"
    parsed, _ = asked(schema, tmp_path, "Which jobs are longer than 3 hours?")
    assert isinstance(parsed, NotUnderstood), parsed


def test_two_ways_are_told_apart(tmp_path: Path) -> None:
    parsed, _ = asked(RENTAL, tmp_path, "What is the total revenue per store?")
    assert isinstance(parsed, Unclear), parsed
    assert {one.says for one in parsed.choices} == {
        "Total amount per store (staff)",
        "Total amount per store (customer)",
    }


@pytest.mark.parametrize(
    "told", ["Order 10 pieces of 4711", "DROP TABLE articles", "Insert into articles values"]
)
def test_what_orders_a_change_is_told_apart(told: str) -> None:
    assert why_not(told).why == CHANGE


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Wie viele Bestellungen sind geschlossen (closed)?", "de", 2),
        ("Wie viele Quarxe (customers) gibt es?", "de", 3),
        ("customers who never placed an order - how many?", "en", 1),
        ("How many customer orders are there?", "en", 3),
        ("How many custmers do we have?", "en", 3),
        ("How many artcles do we have?", "en", 4),
        ("Sum of all order totals in francs", "en", 225.5),
    ],
)
def test_what_is_said_twice_mistyped_or_behind_is_understood(
    question: str, language: str, expected: float
) -> None:
    assert answer(question, language) == [(expected,)]


def test_what_stands_in_brackets_must_be_what_was_said() -> None:
    assert why_not("How many suppliers (salary) are there?")


def test_a_second_sentence_says_what_is_to_be_told() -> None:
    told = run(read("Which customers live in Bern? Give me the e-mail."))
    assert {row[-1] for row in told.rows} == {"anna@example.org", "cleo@example.org"}


def test_who_is_not_answered_with_the_one_who_is_named() -> None:
    assert why_not("Wer betreut Anna Keller?", "de")


def test_a_number_that_no_record_has_is_named() -> None:
    asked = ask("compare the stock of 4711 and 9999")
    assert isinstance(asked, NotUnderstood)
    assert asked.unknown_words == ("9999",)
