from __future__ import annotations

from answerable.facts.headed import Headed
from tests.facts.said import page, resolve, values

TOWN = page("https://atlas.example/lund", "Lund", "Elevation: 106 m")
LAB = page("https://lund-lab.example/people", "Lund Bee Laboratory – people", "Our team has 40 people.")


def test_what_has_the_subject_in_its_name_is_something_else() -> None:
    town = page("https://lund.example/facts", "Lund in figures", "Elevation: 106 m")
    tower = page("https://lund.example/tower", "Lund Tower", "Lund Tower rises to a height of 80 m.")
    own = page("https://atlas.example/lund", "Lund", "Elevation: 106 m")
    assert values("How high above sea level is Lund?", town, tower, own) == ["106 m"]
    assert resolve("How high above sea level is Lund?", town, tower, own).steps[0].contradiction is None


def test_a_longer_name_has_pages_of_its_own() -> None:
    named = page("https://news.example/1", "Prize for bees", "Lund Bee Laboratory won a prize.")
    assert Headed([TOWN, LAB, named], "").of("Lund") == [TOWN, named]


def test_capitals_of_a_headline_make_no_name() -> None:
    news = page("https://news.example/2", "Lund Votes On Budget", "The town votes in May.")
    assert Headed([TOWN, news], "").of("Lund") == [TOWN, news]


def test_a_name_without_pages_of_its_own_is_the_longer_one() -> None:
    named = page("https://news.example/1", "Prize for bees", "Lund Bee Laboratory won a prize.")
    assert Headed([LAB, named], "").of("Lund") == [LAB, named]
