"""How far readings reach beyond what was named."""

from __future__ import annotations

import pytest

from answerable.tables import NotUnderstood, Understood
from answerable.tables.form import Column, Form
from answerable.tables.link import Item
from answerable.tables.notes import Stuck
from answerable.tables.reach import Reach, check_echoes, shows_alike
from answerable.tables.things import Thing
from tests.tables.world import VOCABULARY, ask

CITY, NAME = Column("customers", "city"), Column("customers", "last_name")


def test_what_lies_far_off_costs_more() -> None:
    reach = Reach(VOCABULARY, ())
    near = reach.cost(Form("orders", "list", (NAME,)), ())
    far = reach.cost(Form("suppliers", "list", (NAME,)), ())
    assert 0 < near < far


def test_an_echo_needs_the_name_it_repeats() -> None:
    echo = Item("echo", "", "town", 0, things=(Thing("field", "customers", "city"),))
    check_echoes([echo], Form("customers", "list", (CITY,)))
    with pytest.raises(Stuck):
        check_echoes([echo], Form("customers", "list", (NAME,)))


def test_more_columns_of_the_same_records_are_no_choice() -> None:
    assert shows_alike(Form("customers", "list", (NAME,)), Form("customers", "list", (NAME, CITY)))
    assert not shows_alike(Form("customers", "list", (NAME,)), Form("customers", "list", (CITY,)))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which articles are in use?", "en"),
        ("Which articles do we need?", "en"),
        ("How many orders are handled?", "en"),
        ("Which customers are still to come?", "en"),
        ("Welche Artikel sind dabei?", "de"),
        ("Welche Artikel stehen an?", "de"),
    ],
)
def test_a_predicate_nobody_understood_is_not_dropped(text: str, language: str) -> None:
    assert isinstance(ask(text, language), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which articles do we have on file?", "en"),
        ("Which articles do we carry?", "en"),
        ("How many orders were placed?", "en"),
        ("Welche Artikel führen wir?", "de"),
        ("Welche Kunden sind erfasst?", "de"),
    ],
)
def test_words_that_say_it_is_there_are_idle(text: str, language: str) -> None:
    found = ask(text, language)
    assert isinstance(found, Understood)
    assert not found.reading.form.where
