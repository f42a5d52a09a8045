"""Questions in, readings out: the parser as its callers use it."""

from __future__ import annotations

import pytest

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation, Term
from answerable.tables import Parser, Unclear, Understood
from answerable.tables.parser import Asker
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
